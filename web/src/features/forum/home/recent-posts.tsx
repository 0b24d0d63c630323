import { linkTo, linkToThread } from '../../../shared/paths.js';
import { Link } from '../../../shared/router.js';
import { findPlaceName, useSections } from '../../../shared/state/sections.js';
import { texts as shared } from '../../../shared/texts.js';
import { ButtonLink } from '../../../ui/button.js';
import { HeldRows, UpdatesPill } from '../../../ui/live-list/updates-pill.js';
import { useTallest } from '../../../ui/live-list/use-tallest.js';
import { Avatar } from '../../../ui/member.js';
import { EmptyState } from '../../../ui/empty-state.js';
import { Skeleton } from '../../../ui/skeleton.js';
import { ThreadTitle } from '../../../ui/thread-title.js';
import { When } from '../../../ui/time/when.js';
import { StartThreadLink } from '../places/start-thread-link.js';
import styles from './home.module.css';
import { useHome } from './store.js';
import { texts } from './texts.js';
import { useRecentThreads } from './use-recent-threads.js';

const maxShown = 8;

export function RecentPosts() {
  const status = useHome((state) => state.status);
  const sections = useSections((state) => state.sections);
  const [list, listRef] = useRecentThreads(maxShown);
  const tallest = useTallest();
  return (
    <section ref={tallest}>
      <div className="row spread margin-bottom-12">
        <h2>{texts.recent}</h2>
        <div className="row">
          <ButtonLink kind="quiet" to={linkTo('latest')}>
            {texts.latest}
          </ButtonLink>
          <StartThreadLink />
        </div>
      </div>
      <div ref={listRef} className={`card bg-raised ${styles['card']}`}>
        {status === 'loading' && [0, 1, 2].map((line) => <PostsSkeleton key={line} />)}
        {status === 'failed' && <EmptyState>{texts.recentFailed}</EmptyState>}
        {status === 'ready' && list.rows.length === 0 && <EmptyState>{texts.noRecent}</EmptyState>}
        <UpdatesPill list={list} />
        <div data-rows className={styles['recentRows']}>
          <HeldRows list={list} as="div">
            {(row) => (
              <Link
                to={linkToThread(row.id)}
                className={`line divided hoverable gap-12 color-inherit no-underline ${styles['recentPost']}`}
              >
                <Avatar name={row.last_username} url={row.last_avatar_url} />
                <span className={`grow grid one-column gap-2 ${styles['recentText']}`}>
                  <strong className="ellipsis two-lines semibold" dir="auto">
                    <ThreadTitle thread={row} />
                  </strong>
                  <span className="faint ellipsis">
                    {texts.lastBy(row.last_username, findPlaceName(sections, row))} · {shared.replies(row.reply_count)}
                    {row.solution_id && ` · ${shared.solved}`}
                  </span>
                </span>
                <span className="faint nowrap">
                  <When at={row.last_post_at} short />
                </span>
              </Link>
            )}
          </HeldRows>
        </div>
      </div>
    </section>
  );
}

function PostsSkeleton() {
  return (
    <div className={`line divided hoverable gap-12 color-inherit no-underline ${styles['recentPost']}`}>
      <Skeleton width="32px" height={32} />
      <span className={`grow grid gap-2 ${styles['recentText']}`}>
        <Skeleton width="55%" />
        <Skeleton width="30%" />
      </span>
    </div>
  );
}
