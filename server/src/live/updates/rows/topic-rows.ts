import type { Place } from '@guildhall/domain/structure/state.js';
import { limits } from '@guildhall/domain/limits.js';
import type { LiveKind, LiveRow } from '@guildhall/domain/wire/schemas/live/rows.js';
import type { ThreadRow, ThreadSummary } from '@guildhall/domain/wire/schemas/forum/threads.js';
import { parseTopic, type Topic } from '@guildhall/domain/wire/topics.js';
import { beginning, type Position } from '@guildhall/event-store/port.js';
import { toPlaceId } from '@guildhall/projections/views/places/project.js';
import type { PostDocument } from '@guildhall/projections/views/posts/document.js';
import { findReportsByIds } from '@guildhall/projections/views/reports/queries.js';
import { findPostsByIds } from '@guildhall/projections/views/posts/queries.js';
import type { ThreadDocument } from '@guildhall/projections/views/threads/document.js';
import { findThreadsByIds } from '@guildhall/projections/views/threads/queries.js';
import { fillPage, countJsonBytes } from '../../../request/paging.js';
import { getNotificationId, NotificationChecks } from './notification-checks.js';
import { PlaceCountRows } from './place-counts.js';
import { ProfileRows } from './profile-rows.js';
import type { RingChange } from '../ring.js';
import { findPlacesOfReports } from '../../../staff/visible-reports.js';
import type { Services } from '../../../services.js';

const maxLoadedBytes = 4 * limits.listBytes;

interface LoadedThread {
  document: ThreadDocument;
  row?: ThreadRow | undefined;
  summary?: ThreadSummary | undefined;
}

export class TopicRows {
  private readonly requestedKeys = new Set<string>();
  private readonly posts = new Map<number, LiveRow>();
  private readonly threads = new Map<number, LoadedThread>();
  private readonly notifications: NotificationChecks;
  private readonly profiles: ProfileRows;
  private readonly places: PlaceCountRows;
  private readonly reportPlaces = new Map<number, Place | null>();
  private readonly omittedKeys = new Set<string>();
  newest: Position = beginning;

  constructor(private readonly services: Services) {
    this.notifications = new NotificationChecks(services);
    this.profiles = new ProfileRows(services);
    this.places = new PlaceCountRows(services);
  }

  listMissing(changes: readonly RingChange[]): RingChange[] {
    return changes.filter((change) => !this.requestedKeys.has(getRequestKey(change)));
  }

  async load(changes: readonly RingChange[]): Promise<void> {
    const listRowIds = (...kinds: RingChange['kind'][]) =>
      removeDuplicates(changes.filter(({ kind }) => kinds.includes(kind)));
    const { store } = this.services.views;
    const posts = await readExisting(listRowIds('post'), (some) => findPostsByIds(store, some));
    // Must be read after the posts because access to a post depends on its thread's place.
    const threadIds = new Set([
      ...listRowIds('thread', 'summary', 'reload'),
      ...posts.map((post) => post.threadId),
      ...(await this.notifications.load(changes)),
    ]);
    const threads = await readExisting([...threadIds], (some) => findThreadsByIds(store, some));
    for (const document of threads) this.threads.set(document.id, { ...this.threads.get(document.id), document });
    const profiles = await this.profiles.load(changes);
    await this.services.directory.ensure(listRowIds('member'));
    const places = await this.places.load(changes);
    await this.loadReports(changes);
    for (const pos of [...[...posts, ...threads].map((read) => read.pos), profiles, places])
      if (pos > this.newest) this.newest = pos;
    await this.makePosts(posts);
    await this.makeThreads(threads, new Set(listRowIds('thread')), new Set(listRowIds('summary')));
    for (const change of changes) this.requestedKeys.add(getRequestKey(change));
  }

  private async loadReports(changes: readonly RingChange[]): Promise<void> {
    const ids = removeDuplicates(changes.filter(({ topic }) => topic === 'reports'));
    if (ids.length === 0) return;
    const reports = await findReportsByIds(this.services.views.store, ids);
    for (const [id, place] of await findPlacesOfReports(this.services.views, reports)) this.reportPlaces.set(id, place);
  }

  findReportPlace(id: number): Place | null {
    return this.reportPlaces.get(id) ?? null;
  }

  findThread(id: number): ThreadDocument | undefined {
    return this.threads.get(id)?.document;
  }

  /** Returns each row once and in order, with deleted rows as removals. @returns null if the page must reload */
  buildRows(topic: Topic, changes: readonly RingChange[]): LiveRow[] | null {
    const isOmitted = (change: RingChange) =>
      change.kind === 'reload' || this.omittedKeys.has(getKey(change)) || this.profiles.omittedIds.has(change.rowId);
    if (changes.some(isOmitted)) return null;
    const rows = new Map<string, LiveRow>();
    for (const change of changes) {
      const row = this.buildTopicRow(topic, change);
      if (row) rows.set(getKey(change), row);
    }
    const last = changes.findLast(({ kind }) => kind === 'summary');
    const place = last && this.places.buildCountsRow(topic, last.position);
    // A thread row and its summary have the same `pos`. The thread row wins because it includes the summary.
    for (const { kind, id } of rows.values())
      if (kind === 'thread') rows.delete(getKey({ kind: 'summary', rowId: id }));
    const allRows = place ? [...rows.values(), place] : [...rows.values()];
    return countJsonBytes(allRows) > limits.listBytes ? null : allRows;
  }

  private buildTopicRow(topic: Topic, change: RingChange): LiveRow | null {
    const { kind, rowId, position } = change;
    switch (kind) {
      case 'reload':
        return null;
      case 'notified':
        return this.notifications.mayNotify(change, (id) => this.findThread(id))
          ? { kind, id: rowId, pos: position }
          : null;
      case 'preferences':
      case 'list':
      case 'recount':
        return { kind, id: rowId, pos: position };
      case 'member': {
        if (this.services.directory.findAccount(rowId)?.verified === false) return null;
        const { username, avatar_url, role } = this.services.directory.getAuthor(rowId);
        return { kind, id: rowId, pos: position, username, avatar_url, role };
      }
      case 'wallpost':
      case 'wallreply':
      case 'profile':
      case 'follows':
        return this.profiles.buildProfileRow(change);
      case 'post':
        return this.posts.get(rowId) ?? null;
      default:
        return this.buildThreadRow(topic, kind, rowId);
    }
  }

  private buildThreadRow(topic: Topic, kind: 'thread' | 'summary', rowId: number): LiveRow | null {
    const thread = this.threads.get(rowId);
    if (!thread) return null;
    if (kind === 'thread') return thread.row ? { kind, ...thread.row } : toRemovalRow(kind, thread.document);
    const isInTopic = parseTopic(topic)?.kind === 'thread' || toPlaceId(thread.document) === topic;
    return thread.summary && isInTopic ? { kind, ...thread.summary } : toRemovalRow(kind, thread.document);
  }

  private async makePosts(documents: readonly PostDocument[]): Promise<void> {
    const existing = documents.filter((post) => !post.deleted && this.findThread(post.threadId)?.deleted === false);
    const filledPosts = await this.fill('post', existing, (some) => this.services.rows.buildPosts(some));
    const rows = new Map(filledPosts.map((row) => [row.id, row]));
    for (const document of documents) {
      const row = rows.get(document.id);
      this.posts.set(document.id, row ? { kind: 'post', ...row } : toRemovalRow('post', document));
    }
  }

  private async makeThreads(documents: readonly ThreadDocument[], rows: Set<number>, summaries: Set<number>) {
    const existing = documents.filter((thread) => !thread.deleted);
    const fullThreads = existing.filter(({ id }) => rows.has(id));
    const fullRows = await this.fill('thread', fullThreads, (some) => this.services.rows.buildThreads(some));
    const summaryRows = await this.services.rows.buildSummaries(existing.filter(({ id }) => summaries.has(id)));
    for (const row of fullRows) this.make(row.id, { row });
    for (const summary of summaryRows) this.make(summary.id, { summary });
  }

  private async fill<Document extends { id: number }, Row>(
    kind: 'post' | 'thread',
    documents: readonly Document[],
    rowsOf: (some: readonly Document[]) => Promise<Row[]>,
  ): Promise<Row[]> {
    const { rows } = await fillPage(documents, documents.length, rowsOf, maxLoadedBytes);
    for (const { id } of documents.slice(rows.length)) this.omittedKeys.add(getKey({ kind, rowId: id }));
    return rows;
  }

  private make(id: number, changes: Partial<LoadedThread>): void {
    const thread = this.threads.get(id);
    if (thread) this.threads.set(id, { ...thread, ...changes });
  }
}

export const toRemovalRow = (kind: LiveKind, { id, pos }: { id: number; pos: Position }): LiveRow => ({
  kind,
  id,
  pos,
  removed: true,
});

const getKey = ({ kind, rowId }: Pick<RingChange, 'kind' | 'rowId'>): string => `${kind}:${rowId}`;
function getRequestKey(change: RingChange): string {
  if (change.kind === 'notified') return `notified:${getNotificationId(change)}`;
  return change.kind === 'summary' || change.kind === 'follows' ? `${change.topic} ${getKey(change)}` : getKey(change);
}
const removeDuplicates = (changes: readonly RingChange[]): number[] => [...new Set(changes.map(({ rowId }) => rowId))];

async function readExisting<Id, T>(ids: readonly Id[], read: (ids: readonly Id[]) => Promise<T[]>): Promise<T[]> {
  return ids.length === 0 ? [] : read(ids);
}
