import type { Actor } from '@guildhall/domain/permissions.js';
import type { Bookmark as BookmarkFields, BookmarkRow } from '@guildhall/domain/wire/schemas/members/notifications.js';
import type { Policy } from '../policy/policy.js';
import type { Views } from '../stores/views.js';
import type { Bookmark } from '../vault/bookmarks.js';
import type { Texts } from '../vault/texts.js';
import { loadForumTexts } from '../stores/forum-texts.js';
import { renderTexts } from '../read-models/rendered-texts.js';

interface Dependencies {
  views: Pick<Views, 'store'>;
  policy: Policy;
  texts: Texts;
}

export async function findBookmarkFields(
  { texts }: Pick<Dependencies, 'texts'>,
  bookmarks: readonly Bookmark[],
): Promise<BookmarkFields[]> {
  const openedTexts = await renderTexts(
    texts,
    bookmarks.flatMap(({ note }) => note ?? []),
  );
  return bookmarks.map(({ kind, targetId, threadId, note, remindAt, createdAt }) => ({
    kind,
    id: targetId,
    thread_id: threadId,
    note: note === null ? '' : openedTexts(note).text,
    remind_at: remindAt,
    created_at: createdAt,
  }));
}

/** Checks the rights again because a thread can be hidden or deleted after it was bookmarked. */
export async function buildBookmarkRows(
  services: Dependencies,
  actor: Actor,
  bookmarks: readonly Bookmark[],
): Promise<BookmarkRow[]> {
  const { views, policy, texts } = services;
  const references = bookmarks.map(({ kind, targetId }) => ({ kind, id: targetId }));
  const { threads, posts } = await loadForumTexts(views.store, references);
  const targets = bookmarks.map(({ kind, targetId, threadId }) => {
    const thread = threads.get(threadId);
    const post = kind === 'post' ? posts.get(targetId) : thread;
    if (!thread || !post || thread.deleted || post.deleted || !policy.mayView(actor, thread)) return null;
    return { title: thread.title, content: post.content };
  });
  const visibleTargets = targets.filter((target) => target !== null);
  const contents = visibleTargets.map(({ content }) => content);
  const titles = visibleTargets.map(({ title }) => title);
  const openedTexts = await renderTexts(texts, [...titles, ...contents], 'preview', contents);
  return (await findBookmarkFields(services, bookmarks)).map((fields, n) => {
    const target = targets[n];
    if (!target) return { ...fields, title: null, content: null };
    return { ...fields, title: openedTexts(target.title).text, content: openedTexts(target.content).preview };
  });
}
