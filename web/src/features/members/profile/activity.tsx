import type { ActivityRow } from '@guildhall/domain/wire/schemas/members/profiles.js';
import type { ListKind } from '../../../queries/pages.js';
import { usePagedList } from '../../../queries/use-paged-list.js';
import { linkToPost, linkToThread } from '../../../shared/paths.js';
import { Link } from '../../../shared/router.js';
import { PagedRows } from '../../../ui/live-list/paged-rows.js';
import { ThreadTitle } from '../../../ui/thread-title.js';
import { When } from '../../../ui/time/when.js';
import { addressOf } from './state/api.js';
import styles from './profile.module.css';
import { useProfile } from './state/store.js';
import { profileTexts as texts } from '../texts.js';
import { useReload } from './state/use-reload.js';

const keyOf = ({ kind, id }: ActivityRow): string => `${kind} ${id}`;

const activity: ListKind<ActivityRow, ActivityRow[]> = {
  rowsOf: (rows) => rows,
  keyOf,
  size: 20,
  most: 100,
};

export function Activity({ username }: { username: string }) {
  const list = usePagedList(activity, `${addressOf(username)}/activity`);
  useReload(
    list.reload,
    useProfile((state) => state.profile?.user.post_count),
  );
  return (
    <section aria-label={texts.activity} aria-busy={list.status === 'loading'}>
      <PagedRows
        {...{ list, keyOf, scope: username, rowHeight: 84 }}
        none={texts.noActivity}
        moreLabel={texts.moreActivity}
      >
        {(row) => <Entry row={row} />}
      </PagedRows>
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
