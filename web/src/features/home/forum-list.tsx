import { loadSections, useSections } from '../../shared/sections.js';
import { PlaceRow, PlaceRowSkeleton } from '../../shared/ui/place-row.js';
import { Empty, LoadFailed } from '../../shared/ui/notice.js';
import { PlaceNews } from '../reading/place-news.js';
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
        {!sections && failed && <LoadFailed again={() => void loadSections()} />}
        {!sections && !failed && [0, 1, 2].map((line) => <PlaceRowSkeleton key={line} />)}
        {sections?.length === 0 && <Empty>{texts.noForums}</Empty>}
        {sections?.map((section) => (
          <PlaceRow
            key={section.id}
            place={{ section, subsection: null }}
            news={<PlaceNews place={{ section, subsection: null }} whole />}
          />
        ))}
      </div>
    </section>
  );
}
