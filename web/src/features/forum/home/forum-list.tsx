import { useSections } from '../../../shared/state/sections.js';
import { HeldRows, UpdatesPill } from '../../../ui/live-list/updates-pill.js';
import { useHeldRows } from '../../../ui/live-list/use-held-rows.js';
import { PlaceRow } from '../../../ui/place-row.js';
import { NoPlaces } from '../places/no-places.js';
import { usePlaceMarks } from '../../../shared/reading/use-thread-marks.js';
import styles from './home.module.css';
import { texts } from './texts.js';

const noRows: never[] = [];
const getId = ({ id }: { id: number }): number => id;

export function ForumList() {
  const sections = useSections((state) => state.sections);
  const [list, listRef] = useHeldRows(sections ?? noRows, getId);
  usePlaceMarks();
  return (
    <section>
      <h2 className="margin-bottom-12">{texts.forums}</h2>
      <div ref={listRef} className={`card bg-raised ${styles['card']}`}>
        <UpdatesPill list={list} />
        <NoPlaces />
        <div data-rows>
          <HeldRows list={list} as="div">
            {(section) => <PlaceRow place={{ section, subsection: null }} />}
          </HeldRows>
        </div>
      </div>
    </section>
  );
}
