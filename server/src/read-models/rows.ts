import { fitSize, buildThumbnailAddress, thumbnailBounds, buildTinyAddress } from '@guildhall/domain/uploads.js';
import type { PostRow, ReplyTarget } from '@guildhall/domain/wire/schemas/forum/posts.js';
import {
  maxParticipants,
  type ThreadRow,
  type ThreadSummary,
  type ThreadTitle,
} from '@guildhall/domain/wire/schemas/forum/threads.js';
import type { PostDocument } from '@guildhall/projections/views/posts/document.js';
import { findPostsByIds } from '@guildhall/projections/views/posts/queries.js';
import type { ThreadDocument } from '@guildhall/projections/views/threads/document.js';
import type { Directory } from './members/directory.js';
import { renderTexts, type RenderedText } from './rendered-texts.js';
import type { Views } from '../stores/views.js';
import type { Texts } from '../vault/texts.js';

/** Rows do not depend on the reader, so the caller must check who may see them. */
export class Rows {
  constructor(
    private readonly texts: Texts,
    private readonly directory: Directory,
    private readonly views: Pick<Views, 'store'>,
  ) {}

  async buildThreads(documents: readonly ThreadDocument[]): Promise<ThreadRow[]> {
    const openedTexts = await this.prepare(documents, 'html');
    return documents.map((thread) => ({
      ...this.buildThreadFields(thread, openedTexts),
      content: openedTexts(thread.content).text,
      content_html: openedTexts(thread.content).html,
    }));
  }

  async buildSummaries(documents: readonly ThreadDocument[]): Promise<ThreadSummary[]> {
    const openedTexts = await this.prepare(documents, 'preview');
    return documents.map((thread) => ({
      ...this.buildThreadFields(thread, openedTexts),
      content: openedTexts(thread.content).preview,
      picture: getPicture(openedTexts(thread.content)),
    }));
  }

  async buildTitles(documents: readonly ThreadDocument[]): Promise<ThreadTitle[]> {
    const openedTexts = await renderTexts(
      this.texts,
      documents.map(({ title }) => title),
    );
    return documents.map(({ id, title }) => ({ id, title: openedTexts(title).text }));
  }

  async buildPosts(documents: readonly PostDocument[]): Promise<PostRow[]> {
    const contents = documents.map((post) => post.content);
    const openedTexts = await renderTexts(this.texts, contents, 'html', contents);
    const targetOf = await this.loadReplyTargets(documents);
    await this.directory.ensure(documents.map((post) => post.authorId));
    return documents.map((post) => ({
      id: post.id,
      pos: post.pos,
      thread_id: post.threadId,
      ...this.directory.getAuthor(post.authorId),
      content: openedTexts(post.content).text,
      content_html: openedTexts(post.content).html,
      created_at: post.createdAt,
      edited_at: post.editedAt,
      version: post.version,
      reactions: post.reactions,
      order: post.order,
      number: post.number,
      reply_to: targetOf(post),
      reply_count: post.replyCount,
    }));
  }

  private async loadReplyTargets(
    documents: readonly PostDocument[],
  ): Promise<(post: PostDocument) => ReplyTarget | null> {
    const ids = new Set(documents.flatMap(({ replyTo }) => replyTo ?? []));
    const targets = ids.size === 0 ? [] : await findPostsByIds(this.views.store, [...ids]);
    const rows = new Map(targets.map(({ id, number, deleted }) => [id, { id, number, deleted }]));
    return ({ replyTo }) => rows.get(replyTo ?? 0) ?? null;
  }

  private async prepare(documents: readonly ThreadDocument[], form: 'html' | 'preview') {
    await this.directory.ensure(documents.flatMap((thread) => [thread.authorId, ...listParticipantIds(thread)]));
    const contents = documents.map((thread) => thread.content);
    return renderTexts(this.texts, [...documents.map((thread) => thread.title), ...contents], form, contents);
  }

  private buildThreadFields(thread: ThreadDocument, openedTexts: (sealedText: string) => RenderedText) {
    const last = this.directory.getAuthor(thread.lastAuthorId);
    return {
      id: thread.id,
      pos: thread.pos,
      section_id: thread.sectionId,
      subsection_id: thread.subsectionId,
      ...this.directory.getAuthor(thread.authorId),
      title: openedTexts(thread.title).text,
      locked: thread.locked,
      sticky: thread.sticky,
      solution_id: thread.solution && !thread.solution.isDeleted ? thread.solution.postId : null,
      prefix: this.directory.findPrefix(thread.sectionId, thread.prefixId),
      created_at: thread.createdAt,
      edited_at: thread.editedAt,
      version: thread.version,
      reactions: thread.reactions,
      reply_count: thread.replyCount,
      last_post_at: thread.lastPostAt,
      last_user_id: thread.lastAuthorId,
      last_username: last.username,
      last_avatar_url: last.avatar_url,
      participants: listParticipantIds(thread).flatMap((id) => {
        const account = this.directory.findAccount(id);
        return account ? { id, username: account.username, avatar_url: account.avatar } : [];
      }),
    };
  }
}

function getPicture({ leadingPicture }: RenderedText): ThreadSummary['picture'] {
  if (!leadingPicture) return null;
  const { id, alt } = leadingPicture;
  const size = fitSize(leadingPicture, thumbnailBounds);
  return { thumb_url: buildThumbnailAddress(id), tiny_url: buildTinyAddress(id), ...size, alt };
}

function listParticipantIds({ authorId, lastAuthorId, participants }: ThreadDocument): number[] {
  const ids = new Set([lastAuthorId, ...participants.map(({ userId }) => userId)]);
  ids.delete(authorId);
  return [...ids].slice(0, maxParticipants);
}
