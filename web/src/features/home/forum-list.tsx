import { loadSections, useSections } from '../../shared/state/sections.js';
import { PlaceRow, PlaceRowSkeleton } from '../../ui/place-row.js';
import { LoadError } from '../../ui/alert.js';
import { EmptyState } from '../../ui/empty-state.js';
import { PlaceUpdates } from '../reading/place-updates.js';
import { usePlaceMarks } from '../reading/use-marks-of.js';
import styles from './home.module.css';
import { texts } from './texts.js';

export function ForumList() {
  const sections = useSections((state) => state.sections);
  const failed = useSections((state) => state.failed);
  usePlaceMarks();
  return (
    <section>
      <h2 className={styles['head']}>{texts.forums}</h2>
      <div className={styles['card']}>
        {!sections && failed && <LoadError again={() => void loadSections()} />}
        {!sections && !failed && [0, 1, 2].map((line) => <PlaceRowSkeleton key={line} />)}
        {sections?.length === 0 && <EmptyState>{texts.noForums}</EmptyState>}
        {sections?.map((section) => (
          <PlaceRow
            key={section.id}
            place={{ section, subsection: null }}
            news={<PlaceUpdates place={{ section, subsection: null }} />}
          />
        ))}
      </div>
    </section>
  );
}
