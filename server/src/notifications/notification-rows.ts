import type { Actor } from '@guildhall/domain/permissions.js';
import type { NoticeRow } from '@guildhall/domain/wire/schemas/notifications.js';
import type { NoticeDocument } from '@guildhall/projections/views/notices/document.js';
import { postsByIds } from '@guildhall/projections/views/posts/queries.js';
import type { ThreadDocument } from '@guildhall/projections/views/threads/document.js';
import { threadsByIds } from '@guildhall/projections/views/threads/queries.js';
import { wallPostsByIds } from '@guildhall/projections/views/wallposts/queries.js';
import type { Views } from '../stores/views.js';
import type { Policy } from '../policy/policy.js';
import type { Directory } from '../read-models/directory.js';
import type { Texts } from '../vault/texts.js';
import { showTexts } from '../read-models/shown-texts.js';

interface Dependencies {
  views: Views;
  policy: Policy;
  directory: Directory;
  texts: Texts;
}

/** What is done to one's own texts is told also when they stand no more. */
const outlives = ({ kind }: NoticeDocument): boolean => kind === 'moderation';

/** Those of a person's notices whose subject he may see now, as it is now. */
export async function visibleNotices(
  services: Pick<Dependencies, 'views' | 'policy'>,
  actor: Actor,
  found: readonly NoticeDocument[],
): Promise<NoticeDocument[]> {
  const threads = await around(services, found);
  const idsOf = (kind: string) => found.filter(({ subject }) => subject.kind === kind).map(({ subject }) => subject.id);
  const posts = await postsByIds(services.views.store, idsOf('post'));
  const answers = found.flatMap(({ replyId }) => replyId ?? []);
  const walls = await wallPostsByIds(services.views.store, [...idsOf('wallpost'), ...answers]);
  const gone = new Set([...posts, ...walls].filter(({ deleted }) => deleted).map(({ id }) => id));
  return found.filter((notice) => {
    const thread = notice.threadId === null ? null : threads.get(notice.threadId);
    if (thread === undefined || (thread && !services.policy.mayView(actor, thread))) return false;
    if (outlives(notice)) return true;
    if (notice.replyId !== null && gone.has(notice.replyId)) return false;
    return !gone.has(notice.subject.id) && !thread?.deleted && !isGone(services, notice);
  });
}

const isGone = ({ policy }: Pick<Dependencies, 'policy'>, { actorId }: NoticeDocument): boolean =>
  actorId !== null && policy.isGone(actorId);

/** As they are shown; `isRead` by their ids. */
export async function noticeRows(
  services: Pick<Dependencies, 'views' | 'directory' | 'texts'>,
  notices: readonly NoticeDocument[],
  isRead: (notice: NoticeDocument) => boolean,
): Promise<NoticeRow[]> {
  const threads = await around(services, notices);
  const wallIds = notices.filter(({ subject }) => subject.kind === 'wallpost').map(({ subject }) => subject.id);
  const walls = await wallPostsByIds(services.views.store, wallIds);
  const owners = new Map(walls.map(({ id, ownerId }) => [id, ownerId]));
  await services.directory.ensure([...notices.flatMap(({ actorId }) => actorId ?? []), ...owners.values()]);
  const opened = await showTexts(
    services.texts,
    [...threads.values()].map(({ title }) => title),
  );
  return notices.map((notice) => {
    const thread = shownThread(notice, threads);
    const owner = notice.subject.kind === 'wallpost' ? owners.get(notice.subject.id) : undefined;
    const row: NoticeRow = {
      id: notice.id,
      kind: notice.kind,
      subject: notice.subject,
      thread: thread ? { id: thread.id, title: opened(thread.title).text } : null,
      act: notice.act,
      wall_of: owner === undefined ? null : services.directory.nameOf(owner),
      at: notice.at,
      read: isRead(notice),
    };
    // Whoever answers or moderates does so for the site.
    if (notice.kind === 'moderation' || notice.kind === 'report' || notice.actorId === null) return row;
    return Object.assign(row, services.directory.author(notice.actorId));
  });
}

/** A deleted one is named to its author alone. */
function shownThread(notice: NoticeDocument, threads: ReadonlyMap<number, ThreadDocument>): ThreadDocument | null {
  const thread = threads.get(notice.threadId ?? 0);
  return thread && (!thread.deleted || thread.authorId === notice.userId) ? thread : null;
}

async function around(
  { views }: Pick<Dependencies, 'views'>,
  notices: readonly NoticeDocument[],
): Promise<Map<number, ThreadDocument>> {
  const ids = new Set(notices.flatMap(({ threadId }) => threadId ?? []));
  return new Map((await threadsByIds(views.store, [...ids])).map((thread) => [thread.id, thread]));
}
