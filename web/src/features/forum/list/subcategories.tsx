import { linkToPlace } from '../../../shared/paths.js';
import { Link } from '../../../shared/router.js';
import type { Place } from '../../../shared/state/sections.js';
import { texts as shared } from '../../../shared/texts.js';
import { PlaceIcon } from '../../../ui/emoji/place-icon.js';
import { HeldRows, UpdatesPill } from '../../../ui/live-list/updates-pill.js';
import { useHeldRows } from '../../../ui/live-list/use-held-rows.js';
import { usePlaceUnread } from '../../../shared/reading/place-marks.js';
import { UnreadDot } from '../../../ui/reading/unread-dot.js';
import { texts } from '../texts.js';
import styles from './list.module.css';

const getId = ({ id }: { id: number }): number => id;

export function Subcategories({ place }: { place: Place }) {
  const [list, listRef] = useHeldRows(place.section.subcategories, getId);
  return (
    <section ref={listRef}>
      <UpdatesPill list={list} />
      <h2 className="visually-hidden">{texts.subcategories}</h2>
      <ul role="list" data-rows className={`grid gap-8 margin-bottom-8 ${styles['subcategories']}`}>
        <HeldRows list={list}>
          {(subsection) => (
            <li className={`line card hoverable gap-12 bg-raised relative ${styles['subcategory']}`}>
              <span className={styles['icon']}>
                <PlaceIcon icon={subsection.icon} />
              </span>
              <div>
                <h3 className="ellipsis text-15" title={subsection.description}>
                  <Link to={linkToPlace({ ...place, subsection })} className="whole-row" dir="auto">
                    {subsection.display_name}
                  </Link>
                  <PlaceDot place={{ ...place, subsection }} />
                </h3>
                <p className="hint ellipsis numbers">
                  <span className={styles['threadCount']}>{shared.places.threads(subsection.thread_count)} · </span>
                  {shared.places.posts(subsection.post_count)}
                </p>
              </div>
            </li>
          )}
        </HeldRows>
      </ul>
    </section>
  );
}

function PlaceDot({ place }: { place: Place }) {
  return <UnreadDot count={usePlaceUnread(place).count} />;
}
