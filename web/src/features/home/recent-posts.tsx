import type { ThreadSummary } from '@guildhall/domain/wire/schemas/forum/threads.js';
import { Link } from 'react-router-dom';
import { linkTo, linkToThread } from '../../shared/paths.js';
import { nearest, placeOf, useSections } from '../../shared/state/sections.js';
import { ButtonLink } from '../../ui/button.js';
import { Avatar } from '../../ui/member.js';
import { EmptyState } from '../../ui/empty-state.js';
import { Skeleton } from '../../ui/skeleton.js';
import { ThreadTitle } from '../../ui/thread-title.js';
import { When } from '../../ui/time/when.js';
import { StartThreadLink } from '../places/start-thread-link.js';
import styles from './home.module.css';
import { recentPostsOf, useHome } from './store.js';
import { texts } from './texts.js';

export function RecentPosts() {
  const byId = useHome((state) => state.byId);
  const status = useHome((state) => state.recent);
  const sections = useSections((state) => state.sections);
  const rows = recentPostsOf(byId);
  const placeName = (row: ThreadSummary) => {
    const place = placeOf(sections, row);
    return place ? nearest(place).display_name : undefined;
  };
  return (
    <section>
      <div className={styles['headRow']}>
        <h2>{texts.recent}</h2>
        <div className="row">
          <ButtonLink kind="quiet" to={linkTo('latest')}>
            {texts.latest}
          </ButtonLink>
          <StartThreadLink />
        </div>
      </div>
      <div className={styles['card']}>
        {status === 'loading' && [0, 1, 2].map((line) => <PostsSkeleton key={line} />)}
        {status === 'failed' && <EmptyState>{texts.recentFailed}</EmptyState>}
        {status === 'ready' && rows.length === 0 && <EmptyState>{texts.noRecent}</EmptyState>}
        {rows.map((row) => (
          <Link key={row.id} to={linkToThread(row.id)} className={styles['recent']}>
            <Avatar name={row.last_username} url={row.last_avatar_url} />
            <span className={styles['recentText']}>
              <strong dir="auto">
                <ThreadTitle thread={row} />
              </strong>
              <span className={styles['faint']}>
                {texts.lastBy(row.last_username, placeName(row))} · {texts.replies(row.reply_count)}
              </span>
            </span>
            <span className={styles['faint']}>
              <When at={row.last_post_at} short />
            </span>
          </Link>
        ))}
      </div>
    </section>
  );
}

function PostsSkeleton() {
  return (
    <div className={styles['recent']}>
      <Skeleton width="32px" height={32} />
      <span className={styles['recentText']}>
        <Skeleton width="55%" />
        <Skeleton width="30%" />
      </span>
    </div>
  );
}
