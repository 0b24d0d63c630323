import { limits } from '@guildhall/domain/limits.js';
import type { LiveKind, LiveRow } from '@guildhall/domain/wire/schemas/live/rows.js';
import type { PostRow } from '@guildhall/domain/wire/schemas/forum/posts.js';
import type { PlaceCounts } from '@guildhall/domain/wire/schemas/forum/sections.js';
import type { ThreadRow, ThreadSummary } from '@guildhall/domain/wire/schemas/forum/threads.js';
import { parseTopic, type Topic } from '@guildhall/domain/wire/topics.js';
import { beginning, type Position } from '@guildhall/event-store/port.js';
import { placeIdOf } from '@guildhall/projections/views/places/project.js';
import type { PostDocument } from '@guildhall/projections/views/posts/document.js';
import { postsByIds } from '@guildhall/projections/views/posts/queries.js';
import type { NotificationDocument } from '@guildhall/projections/views/notifications/document.js';
import { notificationsByIds } from '@guildhall/projections/views/notifications/queries.js';
import type { ThreadDocument } from '@guildhall/projections/views/threads/document.js';
import { threadsByIds } from '@guildhall/projections/views/threads/queries.js';
import { fillPage, jsonBytes } from '../../http/paging.js';
import type { Views } from '../../stores/views.js';
import type { Rows } from '../../read-models/rows.js';
import type { Policy } from '../../policy/policy.js';
import type { Texts } from '../../vault/texts.js';
import type { Directory } from '../../read-models/members/directory.js';
import { placeIn, placeNumbers } from '../../read-models/place-numbers.js';
import { ProfileRows } from './profile-rows.js';
import type { RingChange } from './ring.js';

interface Dependencies {
  views: Views;
  policy: Policy;
  directory: Directory;
  texts: Texts;
  rows: Rows;
}

/** The limit for rows of one kind that are read together, for all topics. */
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

/** The rows of changes, in their newest state, read with one query per kind. */
export class TopicRows {
  private readonly requestedKeys = new Set<string>();
  private readonly posts = new Map<number, LoadedPost>();
  private readonly threads = new Map<number, LoadedThread>();
  private readonly notifications = new Map<string, NotificationDocument>();
  private readonly profiles: ProfileRows;
  private readonly places = new Map<string, PlaceCounts>();
  /** Rows that were not loaded, because there was too much text before them. */
  private readonly omittedKeys = new Set<string>();
  /** Position of the newest document among them. */
  newest: Position = beginning;

  constructor(private readonly services: Dependencies) {
    this.profiles = new ProfileRows(services);
  }

  /** The changes whose rows have not been read. */
  missing(changes: readonly RingChange[]): RingChange[] {
    return changes.filter((change) => !this.requestedKeys.has(requestKeyOf(change)));
  }

  /** @throws StoreUnavailable, VaultUnavailable */
  async load(changes: readonly RingChange[]): Promise<void> {
    const ids = (...kinds: RingChange['kind'][]) => unique(changes.filter(({ kind }) => kinds.includes(kind)));
    const { store } = this.services.views;
    const posts = await readExisting(ids('post'), (some) => postsByIds(store, some));
    // After the posts: a post was written while its thread was in the place that this read finds, or before.
    const notificationIds = changes.filter(({ kind }) => kind === 'told').map(notificationIdOf);
    const notifications = await readExisting(notificationIds, (some) => notificationsByIds(store, some));
    for (const notification of notifications) this.notifications.set(notification.id, notification);
    const threadIds = new Set([
      ...ids('thread', 'summary'),
      ...posts.map((post) => post.threadId),
      ...notifications.flatMap(({ threadId }) => threadId ?? []),
    ]);
    const threads = await readExisting([...threadIds], (some) => threadsByIds(store, some));
    for (const document of threads) this.threads.set(document.id, { ...this.threads.get(document.id), document });
    const profiles = await this.profiles.load(changes);
    await this.services.directory.ensure(ids('member'));
    for (const pos of [...[...posts, ...threads].map((read) => read.pos), profiles])
      if (pos > this.newest) this.newest = pos;
    await this.loadPlaces(changes);
    await this.makePosts(posts);
    await this.makeThreads(threads, new Set(ids('thread')), new Set(ids('summary')));
    for (const line of changes) this.requestedKeys.add(requestKeyOf(line));
  }

  thread(id: number): ThreadDocument | undefined {
    return this.threads.get(id)?.document;
  }

  /**
   * The rows of one topic's changes for its listeners: each row once, in the order of the changes, deleted ones as
   * removed. Rows that are not in the views are left out. Null where they exceed one message, like a response: the page
   * must be reloaded.
   */
  rowsOf(topic: Topic, changes: readonly RingChange[]): LiveRow[] | null {
    if (changes.some((change) => this.omittedKeys.has(keyOf(change)) || this.profiles.omittedIds.has(change.rowId)))
      return null;
    const rows = new Map<string, LiveRow>();
    for (const line of changes) {
      const row = this.rowOf(topic, line);
      if (row) rows.set(keyOf(line), row);
    }
    const last = changes.findLast(({ kind }) => kind === 'summary');
    const place = last && this.placeRow(topic, last.position);
    // A thread's own row contains everything of its summary, and both have the same `pos`: the fuller one must win.
    for (const { kind, id } of rows.values()) if (kind === 'thread') rows.delete(keyOf({ kind: 'summary', rowId: id }));
    const allRows = place ? [...rows.values(), place] : [...rows.values()];
    return jsonBytes(allRows) > limits.listBytes ? null : allRows;
  }

  private rowOf(topic: Topic, change: RingChange): LiveRow | null {
    const { kind, rowId, position } = change;
    switch (kind) {
      case 'told':
        return this.mayNotify({ rowId, position }) ? { kind, id: rowId, pos: position } : null;
      case 'news':
        return { kind, id: rowId, pos: position };
      case 'member':
        return this.memberRow(rowId, position);
      case 'wallpost':
      case 'wallreply':
      case 'profile':
      case 'follows':
        return this.profiles.rowOf(change);
      case 'post': {
        const post = this.posts.get(rowId);
        if (!post) return null;
        return post.row ? { kind, ...post.row } : removed(kind, post.document);
      }
      default:
        return this.threadRow(topic, kind, rowId);
    }
  }

  /** The counts of a place change with its threads, and are read after them. */
  private async loadPlaces(changes: readonly RingChange[]): Promise<void> {
    const topics = new Set(changes.filter(({ kind }) => kind === 'summary').map(({ topic }) => topic));
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

  /** No one is notified of what is in places that they may not view; a member's own choice has no notification. */
  private mayNotify(change: Pick<RingChange, 'rowId' | 'position'>): boolean {
    const threadId = this.notifications.get(notificationIdOf(change))?.threadId ?? null;
    if (threadId === null) return true;
    const { policy } = this.services;
    const thread = this.thread(threadId);
    return thread !== undefined && policy.mayView(policy.actor(change.rowId), thread);
  }

  private async makePosts(documents: readonly PostDocument[]): Promise<void> {
    const existing = documents.filter((post) => !post.deleted && this.thread(post.threadId)?.deleted === false);
    const made = await this.fill('post', existing, (some) => this.services.rows.posts(some));
    const rows = new Map(made.map((row) => [row.id, row]));
    for (const document of documents) this.posts.set(document.id, { document, row: rows.get(document.id) });
  }

  private async makeThreads(documents: readonly ThreadDocument[], rows: Set<number>, summaries: Set<number>) {
    const existing = documents.filter((thread) => !thread.deleted);
    const whole = existing.filter(({ id }) => rows.has(id));
    const wholes = await this.fill('thread', whole, (some) => this.services.rows.threads(some));
    const shorts = await this.services.rows.summaries(existing.filter(({ id }) => summaries.has(id)));
    for (const row of wholes) this.make(row.id, { row });
    for (const summary of shorts) this.make(summary.id, { summary });
  }

  private async fill<Document extends { id: number }, Row>(
    kind: 'post' | 'thread',
    documents: readonly Document[],
    rowsOf: (some: readonly Document[]) => Promise<Row[]>,
  ): Promise<Row[]> {
    const { rows } = await fillPage(documents, documents.length, rowsOf, maxLoadedBytes);
    for (const { id } of documents.slice(rows.length)) this.omittedKeys.add(keyOf({ kind, rowId: id }));
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

const keyOf = ({ kind, rowId }: Pick<RingChange, 'kind' | 'rowId'>): string => `${kind}:${rowId}`;
/**
 * Each `told` has a notification of its own, identified by its `pos`; a summary also reads its place; each follow is
 * read separately.
 */
function requestKeyOf(change: RingChange): string {
  if (change.kind === 'told') return `told:${notificationIdOf(change)}`;
  return change.kind === 'summary' || change.kind === 'follows' ? `${change.topic} ${keyOf(change)}` : keyOf(change);
}
/** The id that the view of notifications uses. */
const notificationIdOf = ({ rowId, position }: Pick<RingChange, 'rowId' | 'position'>): string =>
  `${position}:${rowId}`;
const unique = (changes: readonly RingChange[]): number[] => [...new Set(changes.map(({ rowId }) => rowId))];

async function readExisting<Id, T>(ids: readonly Id[], read: (ids: readonly Id[]) => Promise<T[]>): Promise<T[]> {
  return ids.length === 0 ? [] : read(ids);
}
