import type { Server as HttpServer } from 'node:http';
import { streams } from '@guildhall/domain/events.js';
import type { TopicMessage } from '@guildhall/domain/wire/schemas/live/messages.js';
import { siteTopic } from '@guildhall/domain/wire/topics.js';
import type { Position, StoredEvent } from '@guildhall/event-store/port.js';
import type { Follower } from '../log/follower.js';
import type { Services } from '../services.js';
import type { Presence } from '../read-models/members/presence.js';
import { findMemberErasedWithTexts, findChangedRights } from '../policy/policy.js';
import { Audience } from './sockets/audience.js';
import { Backlog } from './updates/backlog.js';
import { BookmarkNotifier } from './bookmark-notifier.js';
import { liveLimits } from '../request/live-limits.js';
import { ErasedRows } from './updates/erased-rows.js';
import { FanOut } from './updates/fan-out.js';
import { JoinHandler } from './updates/joins.js';
import { createStats, openServer } from './sockets/open-server.js';
import type { GatewayStats, LiveServer } from './sockets/live-server.js';
import { Resyncs } from './sockets/resyncs.js';
import { SessionWatch } from './sockets/session-watch.js';
import { PresenceNotifier } from './updates/presence-notifier.js';
import { ReadNotifier } from './updates/read-notifier.js';
import { buildPlayersMessage, buildSiteMessage } from './updates/site-messages.js';
import { SlowSockets } from './sockets/slow-sockets.js';
import { StalePages } from './updates/stale-pages.js';
import { TopicRows } from './updates/rows/topic-rows.js';
import { WatchNotifier } from './updates/watch-notifier.js';

export interface Gateway {
  readonly stats: GatewayStats;
  /** The log position that pages have caught up with. */
  readonly position: Position;
  close(): Promise<void>;
}

export interface GatewayOptions {
  resyncSpreadMs?: number;
  ringCapacity?: number;
  /**
   * A page that missed more changes than the ring contains catches up from the views. If it is more than this many
   * changes behind, it gets a resync instead.
   */
  maxOlderChanges?: number;
  sessionCheckMs?: number;
  /** A connection with more unsent packets than this is suspended until it has drained, and then gets a resync. */
  maxPendingPackets?: number;
  watchIntervalMs?: number;
  presenceIntervalMs?: number;
  readIntervalMs?: number;
  reminderIntervalMs?: number;
  maxSocketsPerAddress?: number;
}

const defaults: Required<GatewayOptions> = {
  resyncSpreadMs: 2_000,
  ringCapacity: 10_000,
  // Reading this many changes takes about 50 ms.
  maxOlderChanges: 20_000,
  sessionCheckMs: 30_000,
  maxPendingPackets: 256,
  watchIntervalMs: 2_000,
  presenceIntervalMs: 1_000,
  readIntervalMs: 1_000,
  reminderIntervalMs: 15_000,
  maxSocketsPerAddress: liveLimits.socketsPerAddress,
};

export function createGateway(
  http: HttpServer,
  services: Services,
  follower: Follower,
  options: GatewayOptions = {},
): Gateway {
  const settings = { ...defaults, ...options };
  const closeController = new AbortController();
  const { signal } = closeController;
  const io = openServer(http, services, signal, settings.maxSocketsPerAddress);
  const stats = createStats(io);
  const audience = new Audience(io, services.policy);
  const resyncs = new Resyncs(audience, stats, settings.resyncSpreadMs);
  const context = { services, audience, resyncs, stats, newRows: () => new TopicRows(services), signal };
  const erasedRows = new ErasedRows(context, services.policy.lastErasure);
  const stale = new StalePages(services.policy, audience, resyncs, erasedRows);
  const { ringCapacity, maxOlderChanges, watchIntervalMs } = settings;
  const fanOut = new FanOut({ ...context, stale, ringCapacity }, follower.position);
  const backlog = new Backlog({ ...context, io, stale, fanOut, maxOlderChanges });
  const watchNotifier = new WatchNotifier({ ...context, fanOut, everyMs: watchIntervalMs });
  const joins = new JoinHandler({ ...context, backlog, watchNotifier });
  const sessions = new SessionWatch(io, services, settings.sessionCheckMs);
  const slowSockets = new SlowSockets(audience, resyncs, settings.maxPendingPackets);
  const presenceNotifier = new PresenceNotifier(context, settings.presenceIntervalMs);
  const bookmarkNotifier = new BookmarkNotifier(audience, services, settings.reminderIntervalMs);
  const readNotifier = new ReadNotifier(audience, settings.readIntervalMs);

  const parts = { io, audience, joins, resyncs, slowSockets, sessions, stale, erasedRows, fanOut, presenceNotifier };
  serveSockets(parts, services.presence);
  follower.onEvents((events) => {
    if (signal.aborted) return;
    try {
      if (events.some(isOfSite)) broadcastSite({ audience, stats }, buildSiteMessage(services));
      followEvents(events, parts);
    } catch (error) {
      // An error here must not stop the follower.
      services.logger.error({ err: error }, 'the live gateway failed to process events');
    }
  });
  services.status.onChange(() => signal.aborted || broadcastSite({ audience, stats }, buildPlayersMessage(services)));
  services.readMarks.onMoved((userId, mark) => signal.aborted || readNotifier.recordMove(userId, mark));
  services.views.onSwitch(() => fanOut.restartOnSwitch());
  fanOut.start();

  return {
    stats,
    get position() {
      return fanOut.last;
    },
    async close() {
      closeController.abort();
      for (const part of [sessions, slowSockets, presenceNotifier, bookmarkNotifier, readNotifier, watchNotifier])
        part.stop();
      io.disconnectSockets(true);
      io.engine.close();
      await fanOut.waitUntilEnded();
      await erasedRows.waitUntilIdle();
    },
  };
}

interface GatewayParts {
  io: LiveServer;
  audience: Audience;
  joins: JoinHandler;
  resyncs: Resyncs;
  slowSockets: SlowSockets;
  sessions: SessionWatch;
  stale: StalePages;
  erasedRows: ErasedRows;
  fanOut: FanOut;
  presenceNotifier: PresenceNotifier;
}

function serveSockets(parts: GatewayParts, presence: Presence): void {
  const { io, audience, joins, resyncs, slowSockets, sessions, presenceNotifier } = parts;
  io.on('connection', (socket) => {
    const userId = socket.data.identity?.userId;
    audience.begin(socket);
    joins.serve(socket);
    presenceNotifier.serve(socket);
    socket.on('disconnect', () => {
      audience.end(socket);
      if (userId !== undefined && audience.listSocketsOfMember(userId).length === 0)
        // While the vault is unavailable, the stored time remains outdated.
        void presence.record(userId).catch(() => undefined);
      resyncs.forget(socket);
      slowSockets.forget(socket);
    });
    sessions.reportEndedSession(socket);
  });
}

function broadcastSite({ audience, stats }: { audience: Audience; stats: GatewayStats }, message: TopicMessage): void {
  const roleIds = audience.listRoles(siteTopic);
  if (roleIds.length > 0) stats.emitted += 1;
  audience.broadcast(siteTopic, roleIds, message);
}

const isOfSite = ({ stream }: StoredEvent): boolean => stream === streams.theme || stream === streams.settings;

/**
 * This is synchronous so that nothing is sent between applying the events and checking who may still receive messages.
 */
function followEvents(events: readonly StoredEvent[], parts: GatewayParts): void {
  const { sessions, audience, resyncs, stale, erasedRows, fanOut } = parts;
  const affectedMembers = new Set<number | 'all'>();
  for (const event of events) {
    sessions.follow(event);
    const erasedMember = findMemberErasedWithTexts(event);
    if (erasedMember !== null) erasedRows.follow(erasedMember, event.position);
    const affectedMember = findChangedRights(event);
    if (affectedMember === null) continue;
    affectedMembers.add(affectedMember);
    if (affectedMember === 'all') stale.markAll(event.position);
    else stale.markMember(affectedMember, event.position);
  }
  for (const [socket, lostTopics] of audience.review(affectedMembers)) {
    if (affectedMembers.has('all')) resyncs.schedule(socket, lostTopics);
    else resyncs.resyncNow(socket, lostTopics, true);
  }
  const last = events.at(-1);
  if (last) fanOut.follow(last.position);
}
