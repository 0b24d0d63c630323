import { setImmediate as nextTurn } from 'node:timers/promises';
import { can, type Actor } from '@guildhall/domain/permissions.js';
import type { ReportSubject } from '@guildhall/domain/report/events.js';
import type {
  OwnReportRow,
  ReportedSubjectRow,
  ReportRow,
  ReportSubjectRow,
} from '@guildhall/domain/wire/schemas/staff/reports.js';
import type { PostDocument } from '@guildhall/projections/views/posts/document.js';
import type { ReportDocument } from '@guildhall/projections/views/reports/project.js';
import type { ThreadDocument } from '@guildhall/projections/views/threads/document.js';
import type { WallPostDocument } from '@guildhall/projections/views/wallposts/project.js';
import { findWallPostsByIds } from '@guildhall/projections/views/wallposts/queries.js';
import { ForumTexts, loadForumTexts } from '../stores/forum-texts.js';
import type { Directory } from './members/directory.js';
import type { Views } from '../stores/views.js';
import type { OpenedText, Texts } from '../vault/texts.js';
import type { Policy } from '../policy/policy.js';

interface Dependencies {
  views: Views;
  policy: Policy;
  directory: Directory;
  texts: Texts;
}

const erasedPlaceholder = '[erased]';
const toHiddenSubject = ({ kind, id }: ReportSubject): ReportSubjectRow => ({ kind, id, path: null, title: null });

export class ReportRows {
  private forumTexts = new ForumTexts([], []);
  private wallPosts = new Map<number, WallPostDocument>();
  private openedTexts = new Map<string, OpenedText | null>();

  constructor(
    private readonly services: Dependencies,
    private readonly actor: Actor,
  ) {}

  async buildRows(documents: readonly ReportDocument[]): Promise<ReportRow[]> {
    const { directory } = this.services;
    await directory.ensure(documents.flatMap(({ authorId, staffId }) => [authorId, ...(staffId ? [staffId] : [])]));
    const rows = await this.loadSubjects(documents, (subject) => this.buildSubject(subject));
    await directory.ensure(documents.flatMap(({ subject }) => (subject && this.findText(subject)?.authorId) ?? []));
    return documents.flatMap(({ pos, authorId, staffId }, n) => {
      const row = rows[n];
      const staff = staffId === null ? null : directory.getAuthor(staffId);
      if (!row) return [];
      return [{ ...row, subject: this.toReportedSubject(row), pos, reporter: directory.getAuthor(authorId), staff }];
    });
  }

  buildOwnRows(documents: readonly ReportDocument[]): Promise<OwnReportRow[]> {
    return this.loadSubjects(documents, (subject) =>
      this.isVisible(subject) ? this.buildSubject(subject) : toHiddenSubject(subject),
    );
  }

  private async loadSubjects(
    documents: readonly ReportDocument[],
    subjectRow: (subject: ReportSubject) => ReportSubjectRow,
  ): Promise<OwnReportRow[]> {
    await this.load(documents);
    await this.render(documents);
    return documents.map(({ id, kind, subject, text, status, createdAt, resolvedAt, answer }) => ({
      id,
      kind,
      subject: subject && subjectRow(subject),
      text: this.getText(text),
      text_html: this.openedTexts.get(text)?.html ?? `<p>${erasedPlaceholder}</p>`,
      status,
      created_at: createdAt,
      resolved_at: resolvedAt,
      answer: answer === null ? null : this.getText(answer),
    }));
  }

  /** Yields to other work because rendering a report can take a tenth of a second. */
  private async render(documents: readonly ReportDocument[]): Promise<void> {
    for (const { text } of documents) {
      const openedText = this.openedTexts.get(text);
      if (!openedText || openedText.isRendered('html')) continue;
      void openedText.html;
      await nextTurn();
    }
  }

  private async load(documents: readonly ReportDocument[]): Promise<void> {
    const { store } = this.services.views;
    const subjects = documents.flatMap(({ subject }) => subject ?? []);
    this.forumTexts = await loadForumTexts(store, subjects);
    const wallPostIds = subjects.flatMap(({ kind, id }) => (kind === 'wallpost' ? id : []));
    const wallPosts = await findWallPostsByIds(store, wallPostIds);
    const parents = await findWallPostsByIds(store, [...new Set(wallPosts.flatMap(({ parentId }) => parentId ?? []))]);
    this.wallPosts = new Map([...wallPosts, ...parents].map((post) => [post.id, post]));
    this.openedTexts = await this.services.texts.open([
      ...documents.flatMap(({ text, answer }) => (answer === null ? [text] : [text, answer])),
      ...[...this.forumTexts.threads.values()].flatMap(({ title, content }) => [title, content]),
      ...[...this.forumTexts.posts.values()].map(({ content }) => content),
      ...wallPosts.map(({ content }) => content),
    ]);
  }

  private getText(sealedText: string): string {
    return this.openedTexts.get(sealedText)?.text ?? erasedPlaceholder;
  }

  private isVisible({ kind, id }: ReportSubject): boolean {
    if (kind === 'member') return true;
    if (kind === 'wallpost') {
      const post = this.wallPosts.get(id);
      const parent = post?.parentId ? this.wallPosts.get(post.parentId) : null;
      return post?.deleted === false && !parent?.deleted;
    }
    const isDeletedPost = kind === 'post' && this.forumTexts.posts.get(id)?.deleted;
    return this.forumTexts.findThread({ kind, id })?.deleted === false && !isDeletedPost;
  }

  private buildSubject({ kind, id }: ReportSubject): ReportSubjectRow {
    if (kind === 'member') return { kind, id, ...this.findMember(id) };
    if (kind === 'wallpost') {
      const post = this.wallPosts.get(id);
      const path = post && this.findMember(post.ownerId).path;
      return post && path
        ? { kind, id, path, title: this.openedTexts.get(post.content)?.preview ?? erasedPlaceholder }
        : toHiddenSubject({ kind, id });
    }
    const thread = this.forumTexts.findThread({ kind, id });
    if (!thread || !this.services.policy.mayView(this.actor, thread)) return toHiddenSubject({ kind, id });
    const path = `/forums/thread/${thread.id}${kind === 'post' ? `#post-${id}` : ''}`;
    return { kind, id, path, title: this.getText(thread.title) };
  }

  /** Returns null if the reader may not view the place. Deleted posts are shown only to those who can restore them. */
  private toReportedSubject({ subject, created_at }: OwnReportRow): ReportedSubjectRow | null {
    if (!subject) return null;
    const subjectText = subject.path === null ? null : this.findText(subject);
    if (!subjectText) return { ...subject, author: null, text: null, html: null, deleted: false, edited: false };
    if (!this.mayRead(subject))
      return { ...subject, author: null, text: null, html: null, deleted: true, edited: false };
    return {
      ...subject,
      author: this.services.directory.getAuthor(subjectText.authorId),
      text: this.getText(subjectText.content),
      html: this.openedTexts.get(subjectText.content)?.html ?? null,
      deleted: !this.isVisible(subject),
      edited: 'editedAt' in subjectText && subjectText.editedAt !== null && subjectText.editedAt >= created_at,
    };
  }

  /**
   * Everyone who handles reports can restore replies and wall posts, but restoring a deleted thread requires another
   * right.
   */
  private mayRead(subject: ReportSubject): boolean {
    const thread = this.forumTexts.findThread(subject);
    if (!thread?.deleted) return true;
    const flags = this.services.policy.getFlags(this.actor, thread);
    return flags !== null && can(this.actor, 'restore-thread', { flags });
  }

  private findText({ kind, id }: ReportSubject): ThreadDocument | PostDocument | WallPostDocument | null {
    if (kind === 'member') return null;
    const { threads, posts } = this.forumTexts;
    return { thread: threads, post: posts, wallpost: this.wallPosts }[kind].get(id) ?? null;
  }

  private findMember(id: number): { path: string | null; title: string } {
    const { directory } = this.services;
    const username = directory.getName(id);
    return { path: directory.isMember(id) ? `/profile/${username}` : null, title: username };
  }
}
