import type { Me } from '@guildhall/domain/wire/schemas/members/accounts.js';
import type { ActivityRow } from '@guildhall/domain/wire/schemas/members/profiles.js';
import type { ListKind } from '../../queries/pages.js';
import { usePagedList } from '../../queries/use-paged-list.js';
import { linkToPost, linkToThread } from '../../shared/paths.js';
import { PagedRows } from '../../ui/live-list/paged-rows.js';
import { PostEntry } from '../../ui/live-list/post-entry.js';
import { NextSteps } from '../../ui/page/lazy-next-steps.js';
import { ThreadTitle } from '../../ui/thread-title.js';
import { When } from '../../ui/time/when.js';
import { texts } from './texts.js';

const getKey = ({ kind, id }: ActivityRow): string => `${kind} ${id}`;
const activity: ListKind<ActivityRow, ActivityRow[]> = { getRows: (rows) => rows, getKey, size: 20, most: 100 };

export function PostsPart({ user: { username } }: { user: Me }) {
  const list = usePagedList(activity, `/profile/${encodeURIComponent(username)}/activity`);
  return (
    <section aria-label={texts.parts.posts} aria-busy={list.status === 'loading'}>
      <PagedRows
        {...{ list, getKey, rowHeight: 84 }}
        none={texts.posts.none}
        suggestions={<NextSteps />}
        moreLabel={texts.more}
      >
        {(row) => (
          <PostEntry
            to={row.kind === 'post' ? linkToPost(row.thread_id, row.id) : linkToThread(row.thread_id)}
            title={<ThreadTitle thread={row} />}
            preview={row.content}
          >
            {row.kind === 'post' ? texts.posts.replied : texts.posts.began} · <When at={row.created_at} />
          </PostEntry>
        )}
      </PagedRows>
    </section>
  );
}
