import { loadSections, useSections } from '../../../shared/state/sections.js';
import { BlankRow, UpdatesPill } from '../../../ui/live-list/updates-pill.js';
import { useHeldRows } from '../../../ui/live-list/use-held-rows.js';
import { PlaceRow, PlaceRowSkeleton } from '../../../ui/place-row.js';
import { LoadError } from '../../../ui/alert.js';
import { EmptyState } from '../../../ui/empty-state.js';
import { PlaceUpdates } from '../../../ui/reading/place-updates.js';
import { usePlaceMarks } from '../../../shared/reading/use-marks-of.js';
import styles from './home.module.css';
import { texts } from './texts.js';

const none: never[] = [];
const idOf = ({ id }: { id: number }): number => id;

export function ForumList() {
  const sections = useSections((state) => state.sections);
  const failed = useSections((state) => state.failed);
  const [list, listRef] = useHeldRows(sections ?? none, idOf);
  usePlaceMarks();
  return (
    <section>
      <h2 className="margin-bottom-12">{texts.forums}</h2>
      <div ref={listRef} className={`card bg-raised ${styles['card']}`}>
        <UpdatesPill list={list} />
        {!sections && failed && <LoadError again={() => void loadSections()} />}
        {!sections && !failed && [0, 1, 2].map((line) => <PlaceRowSkeleton key={line} />)}
        {sections?.length === 0 && <EmptyState>{texts.noForums}</EmptyState>}
        <div data-rows>
          {list.rows.map(({ key, row: section, blank }) =>
            blank ? (
              <BlankRow key={key} as="div" />
            ) : (
              <PlaceRow
                key={key}
                place={{ section, subsection: null }}
                news={<PlaceUpdates place={{ section, subsection: null }} />}
              />
            ),
          )}
        </div>
      </div>
    </section>
  );
}
