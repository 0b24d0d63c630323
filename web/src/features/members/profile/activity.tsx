import type { ActivityRow } from '@guildhall/domain/wire/schemas/members/profiles.js';
import type { ListKind } from '../../../queries/pages.js';
import { usePagedList } from '../../../queries/use-paged-list.js';
import { linkToPost, linkToThread } from '../../../shared/paths.js';
import { Link } from '../../../shared/router.js';
import { LoadError } from '../../../ui/alert.js';
import { MoreRows } from '../../../ui/live-list/more-rows.js';
import { EmptyState } from '../../../ui/empty-state.js';
import { BlankRow, UpdatesPill } from '../../../ui/live-list/updates-pill.js';
import { useHeldRows } from '../../../ui/live-list/use-held-rows.js';
import { Skeleton } from '../../../ui/skeleton.js';
import { ThreadTitle } from '../../../ui/thread-title.js';
import { When } from '../../../ui/time/when.js';
import { addressOf } from './state/api.js';
import styles from './profile.module.css';
import { useProfile } from './state/store.js';
import { texts } from './state/texts.js';
import { useReload } from './state/use-reload.js';

const keyOf = ({ kind, id }: ActivityRow): string => `${kind} ${id}`;

const activity: ListKind<ActivityRow, ActivityRow[]> = {
  rowsOf: (rows) => rows,
  keyOf,
  size: 20,
  most: 100,
};

/** The threads and replies of a member, newest first. */
export function Activity({ username }: { username: string }) {
  const { rows, status, next, loadingMore, more, reload } = usePagedList(activity, `${addressOf(username)}/activity`);
  useReload(
    reload,
    useProfile((state) => state.profile?.user.post_count),
  );
  const [list, listRef] = useHeldRows(rows, keyOf, { scope: username, loading: status === 'loading' });
  return (
    <section aria-label={texts.activity} aria-busy={status === 'loading'}>
      {status === 'failed' && <LoadError again={() => void reload()} />}
      {status === 'loading' &&
        rows.length === 0 &&
        [0, 1, 2].map((line) => <Skeleton key={line} width="100%" height={84} />)}
      {status === 'ready' && rows.length === 0 && next === null && <EmptyState>{texts.noActivity}</EmptyState>}
      <div ref={listRef}>
        <UpdatesPill list={list} />
        <ol role="list" data-rows>
          {list.rows.map(({ key, row, blank }) => (blank ? <BlankRow key={key} /> : <Entry key={key} row={row} />))}
        </ol>
      </div>
      <MoreRows {...{ next, loadingMore }} more={more} label={texts.moreActivity} />
    </section>
  );
}

function Entry({ row }: { row: ActivityRow }) {
  const { kind, id, thread_id, content, created_at } = row;
  return (
    <li className="entry">
      <h2 dir="auto">
        <Link to={kind === 'post' ? linkToPost(thread_id, id) : linkToThread(thread_id)} className="whole-row">
          <ThreadTitle thread={row} />
        </Link>
      </h2>
      <p className={`break-anywhere text-15 color-muted ${styles['preview']}`} dir="auto">
        {content}
      </p>
      <p className="faint">
        {kind === 'post' ? texts.replied : texts.began} · <When at={created_at} />
      </p>
    </li>
  );
}
