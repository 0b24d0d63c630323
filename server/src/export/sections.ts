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
    for await (const found of readPages<ThreadDocument>(page, (last) =>
      findThreadsByAuthor(views.store, userId, last?.createdOrder ?? '', page),
    )) {
      const openedTexts = await texts.open(found.flatMap(({ title, content }) => [title, content]));
      for (const thread of found) {
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
    for await (const found of readPages<PostDocument>(page, (last) =>
      findPostsByAuthor(views.store, userId, last?.order ?? '', page),
    )) {
      const openedTexts = await texts.open(found.map(({ content }) => content));
      for (const post of found) {
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
    for await (const found of readNewestFirst(
      (before) => findWallPostsByAuthor(views.store, userId, before, page),
      page,
    )) {
      const openedTexts = await texts.open(found.map(({ content }) => content));
      for (const post of found) {
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
    for await (const all of readNewestFirst((before) => findFollowed(views.store, userId, before, page), page)) {
      const found = all.filter(({ followedId }) => !policy.isGone(followedId));
      await directory.ensure(found.map(({ followedId }) => followedId));
      for (const { followedId, at } of found) {
        yield { user_id: followedId, username: directory.getName(followedId), since: at };
      }
    }
  },

  ...gameSections,

  async *reactions({ views }, userId) {
    for await (const found of readNewestFirst((before) => findReactions(views.store, userId, before, page), page)) {
      for (const { kind, targetId, threadId, emoji, at } of found) {
        yield { kind, id: targetId, thread_id: threadId, emoji, at };
      }
    }
  },

  async *watches({ views }, userId) {
    for await (const found of readNewestFirst((before) => findOwnWatches(views.store, userId, before, page), page)) {
      for (const { kind, targetId, level } of found) yield { kind, id: targetId, level };
    }
  },

  async *bookmarks({ vault, texts }, userId) {
    for await (const found of readNewestFirst((before) => vault.findBookmarksBefore(userId, before, page), page)) {
      const openedTexts = await texts.open(found.flatMap(({ note }) => note ?? []));
      for (const { kind, targetId, threadId, note, remindAt, createdAt } of found) {
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
  for await (const all of readNewestFirst((before) => membersBefore(views.store, userId, before, page), page)) {
    const found = all.filter(({ ignoredId }) => !policy.isGone(ignoredId));
    await directory.ensure(found.map(({ ignoredId }) => ignoredId));
    for (const { ignoredId } of found) yield { user_id: ignoredId, username: directory.getName(ignoredId) };
  }
}

export const buildArchivedName = ({ id, contentType }: Pick<OwnedFile, 'id' | 'contentType'>): string =>
  `files/${id}.${contentType.split('/').at(-1)}`;
