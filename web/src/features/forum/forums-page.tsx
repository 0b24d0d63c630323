import { useEffect } from 'react';
import { usePageTitle } from '../../shared/hooks/use-page-title.js';
import { linkTo } from '../../shared/paths.js';
import { loadSections, useSections } from '../../shared/state/sections.js';
import { LoadError } from '../../ui/alert.js';
import { ButtonLink } from '../../ui/button.js';
import { EmptyState } from '../../ui/empty-state.js';
import { PlaceRow, PlaceRowSkeleton } from '../../ui/place-row.js';
import { PlaceUpdates } from '../reading/place-updates.js';
import { followPlaces } from '../places/follow-places.js';
import { StartThreadLink } from '../places/start-thread-link.js';
import { usePlaceMarks } from '../reading/use-marks-of.js';
import styles from './forum.module.css';
import { texts } from './texts.js';

/** All sections, each with its subcategories. */
export function ForumsPage() {
  const sections = useSections((state) => state.sections);
  const failed = useSections((state) => state.failed);
  usePageTitle(texts.forums);
  useEffect(() => followPlaces(), []);
  usePlaceMarks();
  return (
    <div className={styles['page']}>
      <div className={styles['headRow']}>
        <div>
          <h1>{texts.forums}</h1>
          <p className={styles['lead']}>{texts.forumsIntro}</p>
        </div>
        <div className={styles['headActs']}>
          <ButtonLink kind="quiet" to={linkTo('latest')}>
            {texts.latest}
          </ButtonLink>
          <StartThreadLink />
        </div>
      </div>
      {!sections && failed && <LoadError again={() => void loadSections()} />}
      {sections?.length === 0 && <EmptyState>{texts.noForums}</EmptyState>}
      {!sections && !failed && (
        <div className={styles['card']}>
          {[0, 1, 2].map((line) => (
            <PlaceRowSkeleton key={line} />
          ))}
        </div>
      )}
      {sections?.map((section) => (
        <div key={section.id} className={`${styles['card']} ${styles['group']}`}>
          <PlaceRow
            place={{ section, subsection: null }}
            heading="h2"
            news={<PlaceUpdates place={{ section, subsection: null }} />}
          />
          {section.subcategories.map((subsection) => (
            <PlaceRow
              key={subsection.id}
              place={{ section, subsection }}
              nested
              news={<PlaceUpdates place={{ section, subsection }} />}
            />
          ))}
        </div>
      ))}
    </div>
  );
}
