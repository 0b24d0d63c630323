import { limits } from '@guildhall/domain/limits.js';
import type { LiveKind, LiveRow } from '@guildhall/domain/wire/schemas/live-rows.js';
import type { PostRow } from '@guildhall/domain/wire/schemas/posts.js';
import type { PlaceCounts } from '@guildhall/domain/wire/schemas/sections.js';
import type { ThreadRow, ThreadSummary } from '@guildhall/domain/wire/schemas/threads.js';
import { parseTopic, type Topic } from '@guildhall/domain/wire/topics.js';
import { beginning, type Position } from '@guildhall/event-store/port.js';
import { placeIdOf } from '@guildhall/projections/views/places/project.js';
import type { PostDocument } from '@guildhall/projections/views/posts/document.js';
import { postsByIds } from '@guildhall/projections/views/posts/queries.js';
import type { NoticeDocument } from '@guildhall/projections/views/notices/document.js';
import { noticesByIds } from '@guildhall/projections/views/notices/queries.js';
import type { ThreadDocument } from '@guildhall/projections/views/threads/document.js';
import { threadsByIds } from '@guildhall/projections/views/threads/queries.js';
import { fillPage, jsonBytes } from '../../http/paging.js';
import type { Views } from '../../stores/views.js';
import type { Rows } from '../../read-models/rows.js';
import type { Policy } from '../../policy/policy.js';
import type { Texts } from '../../vault/texts.js';
import type { Directory } from '../../read-models/directory.js';
import { placeIn, placeNumbers } from '../../read-models/place-numbers.js';
import { ProfileRows } from './profile-rows.js';
import type { Line } from './ring.js';

interface Dependencies {
  views: Views;
  policy: Policy;
  directory: Directory;
  texts: Texts;
  rows: Rows;
}

/** Of the rows of one kind that are read at once, for all topics. */
const maxLoadedBytes = 4 * limits.listBytes;

interface LoadedThread {
  document: ThreadDocument;
  row?: ThreadRow | undefined;
  summary?: ThreadSummary | undefined;
}

interface LoadedPost {
  document: PostDocument;
  row: PostRow | undefined;
}

/** The rows that lines speak of, in their newest state, read with one query a kind. */
export class LoadedRows {
  private readonly asked = new Set<string>();
  private readonly posts = new Map<number, LoadedPost>();
  private readonly threads = new Map<number, LoadedThread>();
  private readonly notices = new Map<string, NoticeDocument>();
  private readonly profiles: ProfileRows;
  private readonly places = new Map<string, PlaceCounts>();
  /** Rows that were not made, because there was too much text before them. */
  private readonly leftOut = new Set<string>();
  /** Position of the newest document among them. */
  newest: Position = beginning;

  constructor(private readonly services: Dependencies) {
    this.profiles = new ProfileRows(services);
  }

  /** The lines whose rows have not been read. */
  missing(lines: readonly Line[]): Line[] {
    return lines.filter((line) => !this.asked.has(askedKeyOf(line)));
  }

  /** @throws StoreUnavailable, VaultUnavailable */
  async load(lines: readonly Line[]): Promise<void> {
    const ids = (...kinds: Line['kind'][]) => unique(lines.filter(({ kind }) => kinds.includes(kind)));
    const { store } = this.services.views;
    const posts = await readSome(ids('post'), (some) => postsByIds(store, some));
    // After the posts: what a post says was written while its thread stood where this reading finds it, or before.
    const told = lines.filter(({ kind }) => kind === 'told').map(noticeIdOf);
    const notices = await readSome(told, (some) => noticesByIds(store, some));
    for (const notice of notices) this.notices.set(notice.id, notice);
    const threadIds = new Set([
      ...ids('thread', 'summary'),
      ...posts.map((post) => post.threadId),
      ...notices.flatMap(({ threadId }) => threadId ?? []),
    ]);
    const threads = await readSome([...threadIds], (some) => threadsByIds(store, some));
    for (const document of threads) this.threads.set(document.id, { ...this.threads.get(document.id), document });
    const profiles = await this.profiles.load(lines);
    await this.services.directory.ensure(ids('member'));
    for (const pos of [...[...posts, ...threads].map((read) => read.pos), profiles])
      if (pos > this.newest) this.newest = pos;
    await this.loadPlaces(lines);
    await this.makePosts(posts);
    await this.makeThreads(threads, new Set(ids('thread')), new Set(ids('summary')));
    for (const line of lines) this.asked.add(askedKeyOf(line));
  }

  thread(id: number): ThreadDocument | undefined {
    return this.threads.get(id)?.document;
  }

  /**
   * What the lines of one topic come to for those who may hear it: each row once, in the order of the lines,
   * gone ones as removed. Rows that the views do not hold are left out. Null where they are more than one message
   * carries, as an answer: the page is to be loaded again.
   */
  rowsOf(topic: Topic, lines: readonly Line[]): LiveRow[] | null {
    if (lines.some((line) => this.leftOut.has(keyOf(line)) || this.profiles.leftOut.has(line.rowId))) return null;
    const rows = new Map<string, LiveRow>();
    for (const line of lines) {
      const row = this.rowOf(topic, line);
      if (row) rows.set(keyOf(line), row);
    }
    const last = lines.findLast(({ kind }) => kind === 'summary');
    const place = last && this.placeRow(topic, last.position);
    // A thread's own row says all that its summary says, and both carry the same `pos`: the fuller one must win.
    for (const { kind, id } of rows.values()) if (kind === 'thread') rows.delete(keyOf({ kind: 'summary', rowId: id }));
    const told = place ? [...rows.values(), place] : [...rows.values()];
    return jsonBytes(told) > limits.listBytes ? null : told;
  }

  private rowOf(topic: Topic, line: Line): LiveRow | null {
    const { kind, rowId, position } = line;
    switch (kind) {
      case 'told':
        return this.mayBeTold({ rowId, position }) ? { kind, id: rowId, pos: position } : null;
      case 'news':
        return { kind, id: rowId, pos: position };
      case 'member':
        return this.memberRow(rowId, position);
      case 'wallpost':
      case 'wallreply':
      case 'profile':
      case 'follows':
        return this.profiles.rowOf(line);
      case 'post': {
        const post = this.posts.get(rowId);
        if (!post) return null;
        return post.row ? { kind, ...post.row } : removed(kind, post.document);
      }
      default:
        return this.threadRow(topic, kind, rowId);
    }
  }

  /** What stands in a place changes with its threads, and is read after them. */
  private async loadPlaces(lines: readonly Line[]): Promise<void> {
    const topics = new Set(lines.filter(({ kind }) => kind === 'summary').map(({ topic }) => topic));
    const places = [...topics].flatMap((topic) => placeIn(this.services.policy.structure, topic) ?? []);
    if (places.length === 0) return;
    for (const [id, { readAt, ...counts }] of await placeNumbers(this.services, places)) {
      this.places.set(id, counts);
      if (readAt > this.newest) this.newest = readAt;
    }
  }

  private placeRow(topic: Topic, pos: Position): LiveRow | null {
    const counts = this.places.get(topic);
    return counts ? { kind: 'place', id: parseTopic(topic)?.id ?? 0, pos, ...counts } : null;
  }

  private memberRow(id: number, pos: Position): LiveRow {
    const { username, avatar_url, role } = this.services.directory.author(id);
    return { kind: 'member', id, pos, username, avatar_url, role };
  }

  private threadRow(topic: Topic, kind: 'thread' | 'summary', rowId: number): LiveRow | null {
    const thread = this.threads.get(rowId);
    if (!thread) return null;
    if (kind === 'thread') return thread.row ? { kind, ...thread.row } : removed(kind, thread.document);
    const belongs = parseTopic(topic)?.kind === 'thread' || placeIdOf(thread.document) === topic;
    return thread.summary && belongs ? { kind, ...thread.summary } : removed(kind, thread.document);
  }

  /** Nobody is told of what stands where he may not look; a choice of his own has no notice. */
  private mayBeTold(line: Pick<Line, 'rowId' | 'position'>): boolean {
    const threadId = this.notices.get(noticeIdOf(line))?.threadId ?? null;
    if (threadId === null) return true;
    const { policy } = this.services;
    const thread = this.thread(threadId);
    return thread !== undefined && policy.mayView(policy.actor(line.rowId), thread);
  }

  private async makePosts(documents: readonly PostDocument[]): Promise<void> {
    const standing = documents.filter((post) => !post.deleted && this.thread(post.threadId)?.deleted === false);
    const made = await this.fill('post', standing, (some) => this.services.rows.posts(some));
    const rows = new Map(made.map((row) => [row.id, row]));
    for (const document of documents) this.posts.set(document.id, { document, row: rows.get(document.id) });
  }

  private async makeThreads(documents: readonly ThreadDocument[], rows: Set<number>, summaries: Set<number>) {
    const standing = documents.filter((thread) => !thread.deleted);
    const whole = standing.filter(({ id }) => rows.has(id));
    const wholes = await this.fill('thread', whole, (some) => this.services.rows.threads(some));
    const shorts = await this.services.rows.summaries(standing.filter(({ id }) => summaries.has(id)));
    for (const row of wholes) this.make(row.id, { row });
    for (const summary of shorts) this.make(summary.id, { summary });
  }

  private async fill<Document extends { id: number }, Row>(
    kind: 'post' | 'thread',
    documents: readonly Document[],
    rowsOf: (some: readonly Document[]) => Promise<Row[]>,
  ): Promise<Row[]> {
    const { rows } = await fillPage(documents, documents.length, rowsOf, maxLoadedBytes);
    for (const { id } of documents.slice(rows.length)) this.leftOut.add(keyOf({ kind, rowId: id }));
    return rows;
  }

  private make(id: number, made: Partial<LoadedThread>): void {
    const thread = this.threads.get(id);
    if (thread) this.threads.set(id, { ...thread, ...made });
  }
}

export const removed = (kind: LiveKind, { id, pos }: { id: number; pos: Position }): LiveRow => ({
  kind,
  id,
  pos,
  removed: true,
});

const keyOf = ({ kind, rowId }: Pick<Line, 'kind' | 'rowId'>): string => `${kind}:${rowId}`;
/** Each `told` is of a notice of its own, as its `pos` tells; with a summary its place is read; each follows for himself. */
function askedKeyOf(line: Line): string {
  if (line.kind === 'told') return `told:${noticeIdOf(line)}`;
  return line.kind === 'summary' || line.kind === 'follows' ? `${line.topic} ${keyOf(line)}` : keyOf(line);
}
/** As the view of notices names them. */
const noticeIdOf = ({ rowId, position }: Pick<Line, 'rowId' | 'position'>): string => `${position}:${rowId}`;
const unique = (lines: readonly Line[]): number[] => [...new Set(lines.map(({ rowId }) => rowId))];

async function readSome<Id, T>(ids: readonly Id[], read: (ids: readonly Id[]) => Promise<T[]>): Promise<T[]> {
  return ids.length === 0 ? [] : read(ids);
}
