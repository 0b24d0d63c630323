import { followedBy } from '@guildhall/projections/follows/queries.js';
import { reactionsOf } from '@guildhall/projections/reactions/queries.js';
import { wallPostsBy } from '@guildhall/projections/wallposts/queries.js';
import type { ExportSection } from './archive.js';

const page = 200;

/** What somebody wrote on walls, replies among it. */
export const wallPosts: ExportSection = {
  name: 'wall_posts',
  async *rows({ views, texts }, userId) {
    for await (const found of pages((before) => wallPostsBy(views.store, userId, before, page))) {
      const opened = await texts.open(found.map(({ content }) => content));
      for (const post of found) {
        yield {
          id: post.id,
          owner_id: post.ownerId,
          reply_to: post.parentId,
          content: opened.get(post.content)?.text ?? null,
          created_at: post.createdAt,
          deleted: post.deleted,
        };
      }
    }
  },
};

/** Whom somebody follows. Who follows him is theirs to tell. */
export const following: ExportSection = {
  name: 'following',
  async *rows({ views, directory, policy }, userId) {
    for await (const all of pages((before) => followedBy(views.store, userId, before, page))) {
      const found = all.filter(({ followedId }) => !policy.isGone(followedId));
      await directory.ensure(found.map(({ followedId }) => followedId));
      for (const { followedId, at } of found) {
        yield { user_id: followedId, username: directory.nameOf(followedId), since: at };
      }
    }
  },
};

export const reactions: ExportSection = {
  name: 'reactions',
  async *rows({ views }, userId) {
    for await (const found of pages((before) => reactionsOf(views.store, userId, before, page))) {
      for (const { kind, targetId, threadId, emoji, at } of found) {
        yield { kind, id: targetId, thread_id: threadId, emoji, at };
      }
    }
  },
};

/** Page after page, newest first. */
async function* pages<Row extends { order: string }>(
  next: (before: string | null) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  for (let before: string | null = null; ;) {
    const found: Row[] = await next(before);
    if (found.length > 0) yield found;
    const last = found.at(-1);
    if (!last || found.length < page) return;
    before = last.order;
  }
}
