import { useEffect } from 'react';
import { lazyComponent } from '../../shared/lazy.js';
import { usePageTitle } from '../../shared/hooks/use-page-title.js';
import { linkToPlace } from '../../shared/paths.js';
import { useSession } from '../../shared/state/session.js';
import { loadSections, nearest, type Place } from '../../shared/state/sections.js';
import { Breadcrumb } from '../../ui/breadcrumb.js';
import { LoadError } from '../../ui/alert.js';
import { Skeleton } from '../../ui/skeleton.js';
import { PlaceRow } from '../../ui/place-row.js';
import { NotFoundPage } from '../not-found/not-found-page.js';
import { PlaceUpdates } from '../reading/place-updates.js';
import { followPlaces } from '../places/follow-places.js';
import { usePlaceMarks } from '../reading/use-marks-of.js';
import { UserCards } from '../user-card/user-cards.js';
import styles from './forum.module.css';
import { NewThreadLink } from './new-thread-link.js';
import { useThreadList } from './store.js';
import { PlaceGone } from './place-gone.js';
import { texts } from './texts.js';
import { ThreadList, ThreadRowSkeleton } from './thread-list.js';
import { usePlace } from './use-place.js';

const WatchButton = lazyComponent(() => import('../notifications/watch-button.js').then((file) => file.WatchButton));

/** A section or subsection: description, subcategories, threads. */
export function PlacePage() {
  const found = usePlace(linkToPlace);
  if (found.status === 'missing') return <NotFoundPage />;
  if (found.status === 'gone') return <PlaceGone />;
  if (found.status === 'failed') return <LoadError again={() => void loadSections()} />;
  if (found.status === 'loading') return <PlaceSkeleton />;
  return <PlaceView key={nearest(found.place).id} place={found.place} />;
}

function PlaceView({ place }: { place: Place }) {
  const { display_name, description } = nearest(place);
  const subcategories = place.subsection ? [] : place.section.subcategories;
  const member = useSession((state) => Boolean(state.user));
  const fresh = useThreadList((state) => Object.keys(state.fresh).length);
  usePageTitle(display_name, fresh);
  usePlaceMarks();
  const within = subcategories.length > 0 ? place.section.id : undefined;
  useEffect(() => (within === undefined ? undefined : followPlaces({ within })), [within]);
  return (
    <div className={styles['page']}>
      <Breadcrumb place={place} includeCurrent={false} />
      <div className={styles['headRow']}>
        <div>
          <h1>{display_name}</h1>
          <p className={styles['lead']}>{description}</p>
        </div>
        <div className="row">
          {member && (
            <WatchButton
              fallback={<span className={styles['watchRoom']} />}
              kind={place.subsection ? 'subsection' : 'section'}
              id={nearest(place).id}
            />
          )}
          <NewThreadLink place={place} />
        </div>
      </div>
      {subcategories.length > 0 && (
        <section>
          <h2 className={styles['head']}>{texts.subcategories}</h2>
          <div className={styles['card']}>
            {subcategories.map((subsection) => (
              <PlaceRow
                key={subsection.id}
                place={{ ...place, subsection }}
                news={<PlaceUpdates place={{ ...place, subsection }} />}
              />
            ))}
          </div>
        </section>
      )}
      <ThreadList place={place} />
      <UserCards />
    </div>
  );
}

function PlaceSkeleton() {
  return (
    <div className={styles['page']}>
      <Skeleton width="120px" height={24} />
      <div className={styles['headRow']}>
        <Skeleton width="240px" height={72} />
      </div>
      {[0, 1, 2, 3].map((line) => (
        <ThreadRowSkeleton key={line} />
      ))}
    </div>
  );
}
