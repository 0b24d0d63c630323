import { followedBy } from '@guildhall/projections/views/follows/queries.js';
import { reactionsOf } from '@guildhall/projections/views/reactions/queries.js';
import { wallPostsBy } from '@guildhall/projections/views/wallposts/queries.js';
import type { ExportSection } from './export-section.js';
import { newestFirst } from '../stores/pages.js';

const page = 200;

/** Includes replies. */
export const wallPosts: ExportSection = {
  name: 'wall_posts',
  async *rows({ views, texts }, userId) {
    for await (const found of newestFirst((before) => wallPostsBy(views.store, userId, before, page), page)) {
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

/** Excludes followers, which are the followers' data. */
export const following: ExportSection = {
  name: 'following',
  async *rows({ views, directory, policy }, userId) {
    for await (const all of newestFirst((before) => followedBy(views.store, userId, before, page), page)) {
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
    for await (const found of newestFirst((before) => reactionsOf(views.store, userId, before, page), page)) {
      for (const { kind, targetId, threadId, emoji, at } of found) {
        yield { kind, id: targetId, thread_id: threadId, emoji, at };
      }
    }
  },
};
