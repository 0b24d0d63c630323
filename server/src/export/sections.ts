import { choiceKinds } from '@guildhall/domain/wire/kinds.js';
import { findFollowed } from '@guildhall/projections/views/follows/queries.js';
import { findIgnoredMembersBefore, findMutedMembersBefore } from '@guildhall/projections/views/ignores/queries.js';
import type { PostDocument } from '@guildhall/projections/views/posts/document.js';
import { findPostsByAuthor } from '@guildhall/projections/views/posts/queries.js';
import { findReactions } from '@guildhall/projections/views/reactions/queries.js';
import type { ThreadDocument } from '@guildhall/projections/views/threads/document.js';
import { findThreadsByAuthor } from '@guildhall/projections/views/threads/queries.js';
import { findWallPostsByAuthor } from '@guildhall/projections/views/wallposts/queries.js';
import { findOwnWatches } from '@guildhall/projections/views/watches/queries.js';
import { loadNotificationSettings } from '../notifications/notification-choices.js';
import { readNewestFirst, readPages } from '../stores/pages.js';
import type { OwnedFile } from '../vault/files.js';
import { findText, page, type ExportDependencies, type Rows } from './export-rows.js';
import { gameSections } from './game-sections.js';

export const sections: Readonly<Record<string, Rows>> = {
  async *sessions({ vault }, userId) {
    for (const { createdAt, usedAt = createdAt, expiresAt, userAgent } of await vault.listSessions(userId)) {
      yield { created_at: createdAt, used_at: usedAt, expires_at: expiresAt, user_agent: userAgent };
    }
  },

  async *devices({ vault }, userId) {
    for (const { createdAt, endpoint, userAgent } of await vault.listPushDevices(userId)) {
      yield { created_at: createdAt, address: endpoint, user_agent: userAgent };
    }
  },

  async *deliveries({ vault }, userId) {
    for (const { channel, subject, dueAt } of await vault.listDeliveries(userId)) {
      yield { channel, subject, due_at: dueAt };
    }
  },

  async *failed_deliveries({ vault }, userId) {
    for (const { channel, subject, failedAt, reason } of await vault.listFailedDeliveries(userId)) {
      yield { channel, subject, failed_at: failedAt, reason };
    }
  },

  async *threads({ views, texts, directory }, userId) {
    for await (const threads of readPages<ThreadDocument>(page, (last) =>
      findThreadsByAuthor(views.store, userId, last?.createdOrder ?? '', page),
    )) {
      const openedTexts = await texts.open(threads.flatMap(({ title, content }) => [title, content]));
      for (const thread of threads) {
        yield {
          id: thread.id,
          section_id: thread.sectionId,
          subsection_id: thread.subsectionId,
          prefix: directory.findPrefix(thread.sectionId, thread.prefixId)?.label ?? null,
          title: findText(openedTexts, thread.title),
          content: findText(openedTexts, thread.content),
          created_at: thread.createdAt,
          edited_at: thread.editedAt,
          deleted: thread.deleted,
          solution_id: thread.solution?.postId ?? null,
        };
      }
    }
  },

  async *replies({ views, texts }, userId) {
    for await (const posts of readPages<PostDocument>(page, (last) =>
      findPostsByAuthor(views.store, userId, last?.order ?? '', page),
    )) {
      const openedTexts = await texts.open(posts.map(({ content }) => content));
      for (const post of posts) {
        yield {
          id: post.id,
          thread_id: post.threadId,
          reply_to: post.replyTo,
          content: findText(openedTexts, post.content),
          created_at: post.createdAt,
          edited_at: post.editedAt,
          deleted: post.deleted,
        };
      }
    }
  },

  async *wall_posts({ views, texts }, userId) {
    for await (const posts of readNewestFirst(
      (beforeOrder) => findWallPostsByAuthor(views.store, userId, beforeOrder, page),
      page,
    )) {
      const openedTexts = await texts.open(posts.map(({ content }) => content));
      for (const post of posts) {
        yield {
          id: post.id,
          owner_id: post.ownerId,
          reply_to: post.parentId,
          content: findText(openedTexts, post.content),
          created_at: post.createdAt,
          deleted: post.deleted,
        };
      }
    }
  },

  async *following({ views, directory, policy }, userId) {
    for await (const follows of readNewestFirst(
      (beforeOrder) => findFollowed(views.store, userId, beforeOrder, page),
      page,
    )) {
      const visibleFollows = follows.filter(({ followedId }) => !policy.isGone(followedId));
      await directory.ensure(visibleFollows.map(({ followedId }) => followedId));
      for (const { followedId, at } of visibleFollows) {
        yield { user_id: followedId, username: directory.getName(followedId), since: at };
      }
    }
  },

  ...gameSections,

  async *reactions({ views }, userId) {
    for await (const reactions of readNewestFirst(
      (beforeOrder) => findReactions(views.store, userId, beforeOrder, page),
      page,
    )) {
      for (const { kind, targetId, threadId, emoji, at } of reactions) {
        yield { kind, id: targetId, thread_id: threadId, emoji, at };
      }
    }
  },

  async *watches({ views }, userId) {
    for await (const watches of readNewestFirst(
      (beforeOrder) => findOwnWatches(views.store, userId, beforeOrder, page),
      page,
    )) {
      for (const { kind, targetId, level } of watches) yield { kind, id: targetId, level };
    }
  },

  async *bookmarks({ vault, texts }, userId) {
    for await (const bookmarks of readNewestFirst(
      (beforeOrder) => vault.findBookmarksBefore(userId, beforeOrder, page),
      page,
    )) {
      const openedTexts = await texts.open(bookmarks.flatMap(({ note }) => note ?? []));
      for (const { kind, targetId, threadId, note, remindAt, createdAt } of bookmarks) {
        const fields = { kind, id: targetId, thread_id: threadId, remind_at: remindAt, created_at: createdAt };
        yield { ...fields, note: note === null ? '' : findText(openedTexts, note) };
      }
    }
  },

  ignored: (services, userId) => listOtherMembers(services, userId, findIgnoredMembersBefore),
  muted: (services, userId) => listOtherMembers(services, userId, findMutedMembersBefore),

  async *notice_choices(services, userId) {
    const { page, email, push } = await loadNotificationSettings(services, userId);
    for (const kind of choiceKinds) yield { kind, told: page[kind], email: email[kind], push: push[kind] };
  },

  async *notification_options(services, userId) {
    const { push_text, auto_watch } = await loadNotificationSettings(services, userId);
    yield { push_text, auto_watch };
  },

  async *time_zones(services, userId) {
    const { time_zone } = await loadNotificationSettings(services, userId);
    if (time_zone !== null) yield { time_zone };
  },

  async *files({ vault }, userId) {
    for (const file of await vault.findFilesBy('ownerId', userId)) {
      const { hash, contentType, savedAt } = file;
      yield { name: buildArchivedName(file), sha256: hash, content_type: contentType, saved_at: savedAt };
    }
  },
};

async function* listOtherMembers(
  { views, directory, policy }: ExportDependencies,
  userId: number,
  membersBefore: typeof findIgnoredMembersBefore,
): AsyncGenerator<object> {
  for await (const ignores of readNewestFirst(
    (beforeOrder) => membersBefore(views.store, userId, beforeOrder, page),
    page,
  )) {
    const visibleIgnores = ignores.filter(({ ignoredId }) => !policy.isGone(ignoredId));
    await directory.ensure(visibleIgnores.map(({ ignoredId }) => ignoredId));
    for (const { ignoredId } of visibleIgnores) yield { user_id: ignoredId, username: directory.getName(ignoredId) };
  }
}

export const buildArchivedName = ({ id, contentType }: Pick<OwnedFile, 'id' | 'contentType'>): string =>
  `files/${id}.${contentType.split('/').at(-1)}`;
