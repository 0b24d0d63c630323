import { linkToPlace, linkToThread } from '../shared/paths.js';
import { Link } from '../shared/router.js';
import { getPlaceRow, sumPlaceCounts, type Place } from '../shared/state/sections.js';
import { texts } from '../shared/texts.js';
import { PlaceIcon } from './emoji/place-icon.js';
import { usePlaceUnread } from '../shared/reading/place-marks.js';
import { texts as reading } from './reading/texts.js';
import { Skeleton } from './skeleton.js';
import styles from './place-row.module.css';
import { ThreadTitle } from './thread-title.js';
import { When } from './time/when.js';

export function PlaceRow({ place, heading: Heading = 'h3' }: { place: Place; heading?: 'h2' | 'h3' }) {
  const row = getPlaceRow(place);
  const { count, more } = usePlaceUnread(place);
  const { thread_count, post_count, last_thread: last } = sumPlaceCounts(place);
  return (
    <div
      className={`divided hoverable stack gap-16 align-center relative ${styles['row']} ${place.subsection ? styles['nested'] : ''}`}
    >
      <span className={`centred no-shrink text-30 bg-accent-soft rounded ${styles['icon']}`}>
        <PlaceIcon icon={row.icon} />
      </span>
      <div className="shrinkable">
        <div className={styles['name']}>
          <Heading dir="auto" className="ellipsis">
            <Link to={linkToPlace(place)} className="whole-row">
              {row.display_name}
            </Link>
          </Heading>
          <p className="hint ellipsis numbers">
            {texts.places.threads(thread_count)} · {texts.places.posts(post_count)}
            {count > 0 && <span className="color-link semibold"> · {reading.unreadThreads(count, more)}</span>}
          </p>
        </div>
        <p className={`muted ellipsis two-lines ${styles['description']}`} dir="auto">
          {row.description}
        </p>
      </div>
      <div className={`text-right ${styles['lastPost']}`}>
        {last ? (
          <>
            <Link
              to={linkToThread(last.id)}
              className={`link plain-link semibold relative ${styles['lastTitle']}`}
              dir="auto"
            >
              <span className="ellipsis two-lines">
                <ThreadTitle thread={last} />
              </span>
            </Link>
            <p>
              {last.username} · <When at={last.at} short />
            </p>
          </>
        ) : (
          <p>{texts.places.none}</p>
        )}
      </div>
    </div>
  );
}

export function PlaceRowSkeleton() {
  return (
    <div className={`divided hoverable stack gap-16 align-center relative ${styles['row']}`}>
      <Skeleton width="44px" height={44} />
      <div className="grid gap-8">
        <Skeleton width="30%" height={16} />
        <Skeleton width="60%" />
      </div>
    </div>
  );
}
