import type { ActivityRow } from '@guildhall/domain/wire/schemas/members/profiles.js';
import type { ListKind } from '../../../queries/pages.js';
import { usePagedList } from '../../../queries/use-paged-list.js';
import { linkToPost, linkToThread } from '../../../shared/paths.js';
import { PagedRows } from '../../../ui/live-list/paged-rows.js';
import { PostEntry } from '../../../ui/live-list/post-entry.js';
import { NextSteps } from '../../../ui/page/lazy-next-steps.js';
import { ThreadTitle } from '../../../ui/thread-title.js';
import { When } from '../../../ui/time/when.js';
import { buildAddress } from './state/api.js';
import { useProfile } from './state/store.js';
import { profileTexts as texts } from '../texts.js';
import { useReload } from './state/use-reload.js';

const getKey = ({ kind, id }: ActivityRow): string => `${kind} ${id}`;

const activity: ListKind<ActivityRow, ActivityRow[]> = {
  getRows: (rows) => rows,
  getKey,
  size: 20,
  most: 100,
};

export function Activity({ username }: { username: string }) {
  const list = usePagedList(activity, `${buildAddress(username)}/activity`);
  useReload(
    list.reload,
    useProfile((state) => state.profile?.user.post_count),
  );
  return (
    <section aria-label={texts.activity} aria-busy={list.status === 'loading'}>
      <PagedRows
        {...{ list, getKey, scope: username, rowHeight: 84 }}
        none={texts.noActivity}
        suggestions={<NextSteps />}
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
    <PostEntry
      to={kind === 'post' ? linkToPost(thread_id, id) : linkToThread(thread_id)}
      title={<ThreadTitle thread={row} />}
      preview={content}
    >
      {kind === 'post' ? texts.replied : texts.began} · <When at={created_at} />
    </PostEntry>
  );
}
