import type { PostDocument } from '@guildhall/projections/views/posts/document.js';
import type { ThreadDocument } from '@guildhall/projections/views/threads/document.js';
import { pages } from '../stores/pages.js';
import { postsByAuthor } from '@guildhall/projections/views/posts/queries.js';
import { threadsByAuthor } from '@guildhall/projections/views/threads/queries.js';
import type { OpenedText } from '../vault/texts.js';
import type { ExportSection } from './export-section.js';

const page = 200;

export const sessions: ExportSection = {
  name: 'sessions',
  async *rows({ vault }, userId) {
    for (const { createdAt, usedAt = createdAt, expiresAt, userAgent } of await vault.sessionsOf(userId)) {
      yield { created_at: createdAt, used_at: usedAt, expires_at: expiresAt, user_agent: userAgent };
    }
  },
};

/** Names are those in the files' addresses. */
export const files: ExportSection = {
  name: 'files',
  async *rows(services, userId) {
    for await (const { hash, contentType, savedAt, bytes } of services.files.ownedBy(userId)) {
      const name = `${hash}.${contentType.split('/').at(-1)}`;
      yield { name, content_type: contentType, saved_at: savedAt, base64: Buffer.from(bytes).toString('base64') };
    }
  },
};

export const threads: ExportSection = {
  name: 'threads',
  async *rows({ views, texts, directory }, userId) {
    for await (const found of pages<ThreadDocument>(page, (last) =>
      threadsByAuthor(views.store, userId, last?.createdOrder ?? '', page),
    )) {
      const opened = await texts.open(found.flatMap(({ title, content }) => [title, content]));
      for (const thread of found) {
        yield {
          id: thread.id,
          section_id: thread.sectionId,
          subsection_id: thread.subsectionId,
          prefix: directory.prefixOf(thread.sectionId, thread.prefixId)?.label ?? null,
          title: textOf(opened, thread.title),
          content: textOf(opened, thread.content),
          created_at: thread.createdAt,
          edited_at: thread.editedAt,
          deleted: thread.deleted,
        };
      }
    }
  },
};

export const replies: ExportSection = {
  name: 'replies',
  async *rows({ views, texts }, userId) {
    for await (const found of pages<PostDocument>(page, (last) =>
      postsByAuthor(views.store, userId, last?.order ?? '', page),
    )) {
      const opened = await texts.open(found.map(({ content }) => content));
      for (const post of found) {
        yield {
          id: post.id,
          thread_id: post.threadId,
          reply_to: post.replyTo,
          content: textOf(opened, post.content),
          created_at: post.createdAt,
          edited_at: post.editedAt,
          deleted: post.deleted,
        };
      }
    }
  },
};

const textOf = (opened: Map<string, OpenedText | null>, sealed: string): string | null =>
  opened.get(sealed)?.text ?? null;
