import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Topic } from '@guildhall/domain/wire/topics.js';
import { pickLaterPosition, type Position } from '@guildhall/event-store/port.js';
import { readPrunedTo } from '@guildhall/projections/runner/prune-changes.js';
import type { FanOut } from './fan-out.js';
import { liveLimits } from '../../request/live-limits.js';
import { retryUntilClosed, type LiveContext } from './live-context.js';
import { waitUntilDrained, type LiveServer, type LiveSocket } from '../sockets/live-server.js';
import { groupChangesByTopic, readChangePage } from './change-page.js';
import type { RingChange } from './ring.js';
import type { StalePages } from './stale-pages.js';
import { RequestBatcher } from '../sockets/request-batcher.js';
import { readBacklogFor } from './broadcast-topic.js';
import type { TopicRows } from './rows/topic-rows.js';
import { groupBy } from './group-by.js';

const maxTopicsPerJoin = 10;

interface BacklogDependencies extends LiveContext {
  io: LiveServer;
  stale: StalePages;
  fanOut: FanOut;
  /**
   * A page that is older than the ring gets a resync if more changes than this, across all topics, have been made
   * since.
   */
  maxOlderChanges: number;
}

export interface JoinedTopic {
  topic: Topic;
  log: string;
  position: Position;
}

interface JoiningSocket extends JoinedTopic {
  socket: LiveSocket;
}

interface MissedChanges {
  topicChanges: RingChange[];
  counter: 'resumedFromRing' | 'resumedFromChanges';
}

type OlderChanges = ReadonlyMap<Topic, readonly RingChange[]> | null;

export class Backlog {
  private readonly batcher: RequestBatcher<JoiningSocket>;

  constructor(private readonly deps: BacklogDependencies) {
    this.batcher = new RequestBatcher((joiners) => retryUntilClosed(deps, () => this.runBatch(joiners)));
  }

  async fill(socket: LiveSocket, topics: readonly JoinedTopic[]): Promise<void> {
    for (let from = 0; from < topics.length; from += maxTopicsPerJoin) {
      await waitUntilDrained(socket);
      if (!socket.connected) return;
      const part = topics.slice(from, from + maxTopicsPerJoin);
      await Promise.all(part.map((joinedTopic) => this.batcher.add({ ...joinedTopic, socket })));
    }
  }

  private async runBatch(joiners: readonly JoiningSocket[]): Promise<void> {
    const { fanOut, services, newRows } = this.deps;
    await fanOut.ready;
    const upTo = fanOut.last;
    const groups = [...groupBy(joiners, ({ topic, log, position }) => `${topic} ${log}.${position}`).values()];
    const missedChanges: (MissedChanges | null)[] = [];
    // If the log is unavailable, assume that the position exists.
    const isAhead = joiners.some(({ position }) => position > upTo);
    const head: LogHead = isAhead ? services.log.readHead().catch(() => end) : Promise.resolve(end);
    const ringChanges = groups.map(([{ topic, position }]) => fanOut.ring?.listChangesAfter(topic, position) ?? null);
    const olderChanges = await this.readOlder(
      groups.flatMap(([firstJoiner], n) => (ringChanges[n] ? [] : [firstJoiner])),
      upTo,
    );
    for (const [n, [firstJoiner]] of groups.entries())
      missedChanges.push(await this.loadMissedRows(firstJoiner, upTo, head, ringChanges[n] ?? null, olderChanges));
    const topicRows = newRows();
    await fanOut.load(
      topicRows,
      missedChanges.flatMap((missedChange) => missedChange?.topicChanges ?? []),
    );
    groups.forEach((group, n) => this.send(group, missedChanges[n] ?? null, topicRows, upTo));
  }

  private async readOlder(joinedTopics: readonly JoinedTopic[], upTo: Position): Promise<OlderChanges> {
    const { historyId, views } = this.deps.services;
    const positions = joinedTopics.filter(({ log }) => log === historyId).map(({ position }) => position);
    const changes: RingChange[] = [];
    let [after = upTo] = positions.sort();
    while (after < upTo && !this.deps.signal.aborted) {
      const page = await readChangePage(views, after, upTo);
      changes.push(...page.changes);
      if (changes.length > this.deps.maxOlderChanges) return null;
      after = page.upTo;
      await nextTurn();
    }
    return groupChangesByTopic(changes);
  }

  private async loadMissedRows(
    { topic, log, position }: JoinedTopic,
    upTo: Position,
    head: LogHead,
    ringChanges: RingChange[] | null,
    olderChanges: OlderChanges,
  ): Promise<MissedChanges | null> {
    const { services } = this.deps;
    if (log !== services.historyId) return null;
    if (position > upTo) return (await head) < position ? null : { topicChanges: [], counter: 'resumedFromRing' };
    if (ringChanges)
      return ringChanges.length > liveLimits.missedChanges
        ? null
        : { topicChanges: ringChanges, counter: 'resumedFromRing' };
    const topicChanges = olderChanges?.get(topic)?.filter((change) => change.position > position) ?? [];
    // Must be read after the changes because the mark is set before changes are pruned.
    const prunedTo = await readPrunedTo(services.views.store);
    const isPruned = prunedTo !== null && position < prunedTo;
    return !olderChanges || isPruned || topicChanges.length > liveLimits.missedChanges
      ? null
      : { topicChanges, counter: 'resumedFromChanges' };
  }

  /** This is synchronous so that all checks see the current state. */
  private send(group: JoinGroup, missedChanges: MissedChanges | null, topicRows: TopicRows, upTo: Position): void {
    const { io, audience, resyncs, stats } = this.deps;
    const [{ topic, position }] = group;
    const joinedSockets = group
      .map(({ socket }) => socket)
      .filter(({ connected, data }) => connected && data.topics.has(topic));
    if (!missedChanges) return joinedSockets.forEach((socket) => resyncs.resyncNow(socket, [topic]));
    const { topicChanges, counter } = missedChanges;
    const freshSockets: LiveSocket[] = [];
    for (const socket of joinedSockets) {
      if (position >= this.findStaleBefore(socket, topic)) freshSockets.push(socket);
      else this.resyncStale(socket, topic);
    }
    for (const [roleId, sockets] of groupBy(freshSockets, ({ data }) => data.roleId)) {
      const rows = readBacklogFor(this.deps, roleId, topic, topicChanges, topicRows, upTo);
      if (!rows) {
        for (const socket of sockets) resyncs.resyncNow(socket, [topic]);
        continue;
      }
      io.to(sockets.map(({ id }) => id)).emit('topic', rows.message);
      if (rows.isLast) for (const socket of sockets) audience.leave(socket, topic);
      if (topicChanges.length > 0) stats[counter] += sockets.length;
    }
  }

  private findStaleBefore(socket: LiveSocket, topic: Topic): Position {
    const { stale } = this.deps;
    return pickLaterPosition(stale.getTopicStaleBefore(topic), stale.getMemberStaleBefore(getMemberId(socket)));
  }

  private resyncStale(socket: LiveSocket, topic: Topic): void {
    const { fanOut, resyncs, stale } = this.deps;
    const userId = getMemberId(socket);
    const staleBefore = this.findStaleBefore(socket, topic);
    const isOwn =
      userId !== null &&
      staleBefore !== stale.getTopicStaleBefore(topic) &&
      staleBefore !== stale.getMemberStaleBefore(null);
    if (fanOut.last >= staleBefore) resyncs.resyncNow(socket, [topic], isOwn);
    // If the page reloaded now, it would still be outdated.
    else if (isOwn) stale.markMember(userId, staleBefore);
    else stale.markAll(staleBefore);
  }
}

const getMemberId = (socket: LiveSocket): number | null => socket.data.identity?.userId ?? null;

type JoinGroup = [JoiningSocket, ...JoiningSocket[]];
type LogHead = Promise<Position>;
const end: Position = '9'.repeat(20);
