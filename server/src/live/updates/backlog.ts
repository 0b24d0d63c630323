import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Topic } from '@guildhall/domain/wire/topics.js';
import type { Position, EventLog } from '@guildhall/event-store/port.js';
import type { LiveRow } from '@guildhall/domain/wire/schemas/live/rows.js';
import { prunedToPosition } from '@guildhall/projections/runner/prune-changes.js';
import type { Logger } from 'pino';
import type { Views } from '../../stores/views.js';
import type { Audience } from '../sockets/audience.js';
import type { FanOut } from './fan-out.js';
import { retryUntilClosed } from './retry-until-closed.js';
import { whenDrained, type GatewayStats, type LiveServer, type LiveSocket } from '../sockets/live-server.js';
import type { Resyncs } from '../sockets/resyncs.js';
import { changesByTopic, readPage } from './change-page.js';
import type { RingChange } from './ring.js';
import type { StalePages } from './stale-pages.js';
import { RequestBatcher } from '../sockets/request-batcher.js';
import { backlogFor } from './broadcast-topic.js';
import type { TopicRows } from './rows/topic-rows.js';

/** A page that missed more changes gets a resync. */
const maxChanges = 200;
/** Per socket and round. */
const maxTopicsPerJoin = 10;

export interface BacklogDependencies {
  io: LiveServer;
  services: {
    historyId: string;
    log: EventLog;
    views: Views;
    logger: Logger;
    newRows: () => TopicRows;
    siteRows: () => LiveRow[];
  };
  audience: Audience;
  resyncs: Resyncs;
  stale: StalePages;
  fanOut: FanOut;
  stats: GatewayStats;
  /**
   * Counts changes of all topics. If the ring does not reach back far enough, and there are more changes than this,
   * pages get a resync.
   */
  maxOlderChanges: number;
  signal: AbortSignal;
}

/** A topic that a socket has just joined, with its page's position. */
export interface Joined {
  topic: Topic;
  log: string;
  position: Position;
}

interface Joiner extends Joined {
  socket: LiveSocket;
}

interface Missed {
  topicChanges: RingChange[];
  source: 'ring' | 'changes';
}

/** Changes older than the ring; null if there are too many. */
type OlderChanges = ReadonlyMap<Topic, readonly RingChange[]> | null;

/** Sends joining sockets the changes that they missed. A round reads each row once for all of them. */
export class Backlog {
  private readonly batcher: RequestBatcher<Joiner>;

  constructor(private readonly deps: BacklogDependencies) {
    const { signal, services } = deps;
    this.batcher = new RequestBatcher((joiners) =>
      retryUntilClosed(() => this.runBatch(joiners), { signal, logger: services.logger }),
    );
  }

  /** Waits for the connection to drain between groups of topics. */
  async fill(socket: LiveSocket, topics: readonly Joined[]): Promise<void> {
    for (let from = 0; from < topics.length; from += maxTopicsPerJoin) {
      await whenDrained(socket);
      if (!socket.connected) return;
      const some = topics.slice(from, from + maxTopicsPerJoin);
      await Promise.all(some.map((joined) => this.batcher.add({ ...joined, socket })));
    }
  }

  private async runBatch(joiners: readonly Joiner[]): Promise<void> {
    const { fanOut, services } = this.deps;
    await fanOut.ready;
    const upTo = fanOut.last;
    const groups = [...groupsOf(joiners).values()];
    const missed: (Missed | null)[] = [];
    // Read once per round. If the log is unavailable, the position is assumed to exist.
    const isAhead = joiners.some(({ position }) => position > upTo);
    const head: Head = isAhead ? services.log.head().catch(() => end) : Promise.resolve(end);
    const remembered = groups.map(([{ topic, position }]) => fanOut.ring?.after(topic, position) ?? null);
    const older = await this.readOlder(
      groups.flatMap(([first], n) => (remembered[n] ? [] : [first])),
      upTo,
    );
    for (const [n, [first]] of groups.entries())
      missed.push(await this.missedSince(first, upTo, head, remembered[n] ?? null, older));
    const loaded = services.newRows();
    await fanOut.load(
      loaded,
      missed.flatMap((found) => found?.topicChanges ?? []),
    );
    groups.forEach((group, n) => this.send(group, missed[n] ?? null, loaded, upTo));
  }

  /** Reads from the earliest position on, once for all sockets. @throws StoreUnavailable */
  private async readOlder(joined: readonly Joined[], upTo: Position): Promise<OlderChanges> {
    const { historyId, views } = this.deps.services;
    const positions = joined.filter(({ log }) => log === historyId).map(({ position }) => position);
    const changes: RingChange[] = [];
    let [after = upTo] = positions.sort();
    while (after < upTo && !this.deps.signal.aborted) {
      const page = await readPage(views, after, upTo);
      changes.push(...page.changes);
      if (changes.length > this.deps.maxOlderChanges) return null;
      after = page.upTo;
      await nextTurn();
    }
    return changesByTopic(changes);
  }

  /** @returns null if the changes cannot be sent as rows */
  private async missedSince(
    { topic, log, position }: Joined,
    upTo: Position,
    head: Head,
    remembered: RingChange[] | null,
    older: OlderChanges,
  ): Promise<Missed | null> {
    const { services } = this.deps;
    if (log !== services.historyId) return null;
    // A page from another server may be ahead of this one, but not of the log.
    if (position > upTo) return (await head) < position ? null : { topicChanges: [], source: 'ring' };
    if (remembered) return remembered.length > maxChanges ? null : { topicChanges: remembered, source: 'ring' };
    const topicChanges = older?.get(topic)?.filter((change) => change.position > position) ?? [];
    // Must be read after the changes, because the mark is set before changes are pruned.
    const prunedTo = await prunedToPosition(services.views.store);
    const isPruned = prunedTo !== null && position < prunedTo;
    return !older || isPruned || topicChanges.length > maxChanges ? null : { topicChanges, source: 'changes' };
  }

  /** Synchronous, so that all checks use the current state. */
  private send(group: Group, missed: Missed | null, loaded: TopicRows, upTo: Position): void {
    const { resyncs } = this.deps;
    const [{ topic, position }] = group;
    const here = group.map(({ socket }) => socket).filter(({ connected, data }) => connected && data.topics.has(topic));
    if (!missed) return here.forEach((socket) => resyncs.now(socket, [topic]));
    const fresh = here.filter((socket) => this.isFresh(socket, topic, position));
    for (const roleId of new Set(fresh.map(({ data }) => data.roleId))) {
      this.sendTo(
        fresh.filter(({ data }) => data.roleId === roleId),
        roleId,
        topic,
        missed,
        loaded,
        upTo,
      );
    }
  }

  /** Returns whether rows can bring a page up to date; otherwise requests or schedules a resync. */
  private isFresh(socket: LiveSocket, topic: Topic, position: Position): boolean {
    const { fanOut, resyncs, stale } = this.deps;
    const userId = socket.data.identity?.userId ?? null;
    const [ofTopic, ofReader] = [stale.beforeIn(topic), stale.before(userId)];
    const staleBefore = ofTopic > ofReader ? ofTopic : ofReader;
    if (position >= staleBefore) return true;
    const isOwn = userId !== null && staleBefore !== ofTopic && staleBefore !== stale.before(null);
    if (fanOut.last >= staleBefore) resyncs.now(socket, [topic], isOwn);
    // A page that reloads now would still be stale: the resync is sent when the views have caught up.
    else if (isOwn) stale.of(userId, staleBefore);
    else stale.at(staleBefore);
    return false;
  }

  private sendTo(
    sockets: readonly LiveSocket[],
    roleId: number,
    topic: Topic,
    { topicChanges, source }: Missed,
    loaded: TopicRows,
    upTo: Position,
  ): void {
    const { io, audience, resyncs, stats } = this.deps;
    const rows = backlogFor(this.deps, roleId, topic, topicChanges, loaded, upTo);
    if (!rows) return sockets.forEach((socket) => resyncs.now(socket, [topic]));
    const { message, isLast } = rows;
    io.to(sockets.map(({ id }) => id)).emit('topic', message);
    if (isLast) for (const socket of sockets) audience.leave(socket, topic);
    if (topicChanges.length > 0) stats[source === 'ring' ? 'resumedFromRing' : 'resumedFromChanges'] += sockets.length;
  }
}

type Group = [Joiner, ...Joiner[]];
type Head = Promise<Position>;
/** Greater than every position. */
const end: Position = '9'.repeat(20);

function groupsOf(joiners: readonly Joiner[]): Map<string, Group> {
  const groups = new Map<string, Group>();
  for (const joiner of joiners) {
    const key = `${joiner.topic} ${joiner.log}.${joiner.position}`;
    const group = groups.get(key);
    if (group) group.push(joiner);
    else groups.set(key, [joiner]);
  }
  return groups;
}
