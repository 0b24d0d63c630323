import type { Actor } from '@guildhall/domain/permissions.js';
import type { ReportSubject } from '@guildhall/domain/report/events.js';
import type { OwnReportRow, ReportRow, ReportSubjectRow } from '@guildhall/domain/wire/admin.js';
import { postsByIds } from '@guildhall/projections/posts/queries.js';
import type { ReportDocument } from '@guildhall/projections/reports/project.js';
import { threadsByIds } from '@guildhall/projections/threads/queries.js';
import type { ThreadDocument } from '@guildhall/projections/threads/document.js';
import type { WallPostDocument } from '@guildhall/projections/wallposts/project.js';
import { wallPostsByIds } from '@guildhall/projections/wallposts/queries.js';
import type { Parts } from './parts.js';

const erased = '[erased]';

/** Reports with their texts opened, and with what they are about as one person may see it. */
export class ReportRows {
  private threads = new Map<number, ThreadDocument>();
  /** The threads of replies, by reply. */
  private threadOf = new Map<number, number>();
  private wallPosts = new Map<number, WallPostDocument>();
  private opened = new Map<string, { text: string; preview: string } | null>();

  constructor(
    private readonly parts: Parts,
    private readonly actor: Actor,
  ) {}

  async rows(documents: readonly ReportDocument[]): Promise<ReportRow[]> {
    const { directory } = this.parts;
    await directory.ensure(documents.flatMap(({ authorId, staffId }) => [authorId, ...(staffId ? [staffId] : [])]));
    const own = await this.own(documents);
    return documents.flatMap(({ pos, authorId, staffId }, n) => {
      const row = own[n];
      const staff = staffId === null ? null : directory.author(staffId);
      return row ? [{ ...row, pos, reporter: directory.author(authorId), staff }] : [];
    });
  }

  /** As their reporter sees them: not who of the staff looks after them. */
  async own(documents: readonly ReportDocument[]): Promise<OwnReportRow[]> {
    await this.load(documents);
    return documents.map(({ id, kind, subject, text, status, createdAt, resolvedAt, answer }) => ({
      id,
      kind,
      subject: subject && this.subject(subject),
      text: this.text(text),
      status,
      created_at: createdAt,
      resolved_at: resolvedAt,
      answer: answer === null ? null : this.text(answer),
    }));
  }

  private async load(documents: readonly ReportDocument[]): Promise<void> {
    const { store } = this.parts.views;
    const ids = (kind: ReportSubject['kind']) =>
      documents.flatMap(({ subject }) => (subject?.kind === kind ? subject.id : []));
    const posts = await postsByIds(store, ids('post'));
    this.threadOf = new Map(posts.map(({ id, threadId }) => [id, threadId]));
    const threads = await threadsByIds(store, [...new Set([...ids('thread'), ...this.threadOf.values()])]);
    this.threads = new Map(threads.map((thread) => [thread.id, thread]));
    this.wallPosts = new Map((await wallPostsByIds(store, ids('wallpost'))).map((post) => [post.id, post]));
    this.opened = await this.parts.texts.open([
      ...documents.flatMap(({ text, answer }) => (answer === null ? [text] : [text, answer])),
      ...threads.map(({ title }) => title),
      ...[...this.wallPosts.values()].map(({ content }) => content),
    ]);
  }

  private text(sealed: string): string {
    return this.opened.get(sealed)?.text ?? erased;
  }

  private subject({ kind, id }: ReportSubject): ReportSubjectRow {
    const unseen = { kind, id, path: null, title: null };
    if (kind === 'member') return { ...unseen, ...this.member(id) };
    if (kind === 'wallpost') {
      const post = this.wallPosts.get(id);
      const path = post && this.member(post.ownerId).path;
      return post && path ? { kind, id, path, title: this.opened.get(post.content)?.preview ?? erased } : unseen;
    }
    const thread = this.threads.get(kind === 'post' ? (this.threadOf.get(id) ?? 0) : id);
    if (!thread || !this.parts.policy.mayView(this.actor, thread)) return unseen;
    const path = `/forums/thread/${thread.id}${kind === 'post' ? `#post-${id}` : ''}`;
    return { kind, id, path, title: this.text(thread.title) };
  }

  /** Who is gone has no page. */
  private member(id: number): { path: string | null; title: string } {
    const { directory } = this.parts;
    const username = directory.nameOf(id);
    return { path: directory.isMember(id) ? `/profile/${username}` : null, title: username };
  }
}
