import { parsePosition } from '@guildhall/domain/wire/positions.js';
import type { Position } from '@guildhall/event-store/port.js';
import { joinRequest, topicName, type JoinResult } from '@guildhall/domain/wire/schemas/live/messages.js';
import { isStaffTopic, onlineTopic, parseTopic, maxTopics, type TopicKind } from '@guildhall/domain/wire/topics.js';
import type { ThreadDocument } from '@guildhall/projections/views/threads/document.js';
import { findThreadsByIds } from '@guildhall/projections/views/threads/queries.js';
import type { Logger } from 'pino';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { isProgram } from '../../request/request-context.js';
import type { Backlog, JoinedTopic } from './backlog.js';
import { liveLimits } from '../../request/live-limits.js';
import { retryUntilClosed, type LiveContext } from './live-context.js';
import type { LiveSocket } from '../sockets/live-server.js';
import { RequestBatcher } from '../sockets/request-batcher.js';
import type { WatchNotifier } from './watch-notifier.js';

const { perConnection: points, seconds: duration } = liveLimits.joins;
const refusedRequest = joinRequest.pick({ topic: true });
const creationTimeoutMs = 2_000;

type ParsedJoin = JoinedTopic & { kind: TopicKind; id: number };
type Threads = Map<number, ThreadDocument>;

export class JoinHandler {
  private readonly limiter = new RateLimiterMemory({ keyPrefix: 'join', points, duration });
  private readonly lookupBatcher: RequestBatcher<{ ids: number[]; threads: Threads }>;

  constructor(private readonly deps: LiveContext & { backlog: Backlog; watchNotifier: WatchNotifier }) {
    this.lookupBatcher = new RequestBatcher((lookups) =>
      retryUntilClosed(deps, async () => {
        const ids = new Set(lookups.flatMap((lookup) => lookup.ids));
        const documents = await findThreadsByIds(deps.services.views.store, [...ids]);
        for (const { threads } of lookups) for (const document of documents) threads.set(document.id, document);
      }),
    );
  }

  serve(socket: LiveSocket): void {
    const runInOrder = createQueue(socket, this.deps.services.logger);
    socket.on('join', (topics: unknown, acknowledge: unknown) => {
      const reply =
        typeof acknowledge === 'function' ? (acknowledge as (results: JoinResult[]) => void) : () => undefined;
      // After waking up, browsers send an empty join to check their connection.
      if (!Array.isArray(topics) || topics.length === 0) return reply([]);
      runInOrder(() => this.join(socket, topics.slice(0, maxTopics), reply));
    });
    socket.on('leave', (topics: unknown) => {
      if (!Array.isArray(topics)) return;
      runInOrder(async () => {
        for (const topic of topics) {
          const parsedTopic = topicName.safeParse(topic);
          if (parsedTopic.success) this.deps.audience.leave(socket, parsedTopic.data);
        }
      });
    });
  }

  private async join(socket: LiveSocket, requests: unknown[], reply: (results: JoinResult[]) => void): Promise<void> {
    const { signal, backlog } = this.deps;
    const withinLimits = await Promise.all([
      this.limiter.consume(socket.id, requests.length),
      this.deps.services.limits.take('join', socket.data.address, requests.length),
    ]).then(
      () => true,
      () => false,
    );
    const joins = withinLimits ? requests.map(parseJoin) : requests.map(() => null);
    for (const [n, join] of joins.entries()) if (!join) this.leaveRefused(socket, requests[n]);
    if (!withinLimits) return reply(requests.map(() => 'refused'));
    const threads = await this.findThreads(joins);
    if (signal.aborted || !socket.connected) return;
    const results = joins.map((want) => (want && this.enter(socket, want, threads) ? 'joined' : 'refused'));
    reply(results);
    await backlog.fill(
      socket,
      joins.filter((want, n): want is ParsedJoin => want !== null && results[n] === 'joined'),
    );
  }

  private leaveRefused(socket: LiveSocket, request: unknown): void {
    const { data } = refusedRequest.safeParse(request);
    if (data) this.deps.audience.leave(socket, data.topic);
  }

  private enter(socket: LiveSocket, { topic, kind, id, position }: ParsedJoin, threads: Threads): boolean {
    const { audience, resyncs } = this.deps;
    const { data } = socket;
    const thread = kind === 'thread' ? threads.get(id) : undefined;
    const receivedPositions =
      kind === 'thread' ? audience.mayView(data.roleId, thread ?? null) : audience.mayReceive(data.roleId, topic);
    const needsLogin = isStaffTopic(topic) || topic === onlineTopic;
    const isForeign = (kind === 'member' && data.identity?.userId !== id) || (needsLogin && !data.identity);
    // Calls for accounts and notifications also refuse keys.
    const isForPeople = (kind === 'member' || topic === 'users') && data.identity && isProgram(data.identity);
    if (thread?.deleted || !receivedPositions || isForeign || isForPeople) {
      audience.leave(socket, topic);
      return false;
    }
    if (data.topics.size >= maxTopics && !data.topics.has(topic)) return false;
    // Prevents a socket that is already in the topic from receiving an update twice.
    const isFirstJoin = kind === 'member' && !data.topics.has(topic);
    audience.enter(socket, topic);
    if (thread) audience.locate(topic, thread);
    resyncs.cancel(socket, topic);
    if (isFirstJoin) this.deps.watchNotifier.begin(id, position);
    return true;
  }

  private async findThreads(joins: readonly (ParsedJoin | null)[]): Promise<Threads> {
    const threadJoins = joins.filter((want): want is ParsedJoin => want?.kind === 'thread');
    const threads: Threads = new Map();
    if (threadJoins.length > 0) await this.lookupBatcher.add({ ids: threadJoins.map(({ id }) => id), threads });
    const missingThreads = threadJoins.filter(({ id }) => !threads.has(id));
    const newestPosition = await this.findNewest(missingThreads);
    if (newestPosition !== null && (await this.deps.services.views.waitFor(newestPosition, creationTimeoutMs))) {
      await this.lookupBatcher.add({ ids: missingThreads.map(({ id }) => id), threads });
    }
    return threads;
  }

  private async findNewest(joins: readonly ParsedJoin[]): Promise<Position | null> {
    const { log, historyId } = this.deps.services;
    const positions = joins.filter((want) => want.log === historyId).map(({ position }) => position);
    if (positions.length === 0) return null;
    const head = await log.readHead().catch(() => '');
    return positions
      .filter((position) => position <= head)
      .reduce<Position | null>((a, b) => (a && a > b ? a : b), null);
  }
}

function parseJoin(request: unknown): ParsedJoin | null {
  const { data } = joinRequest.safeParse(request);
  const parsedTopic = parseTopic(data?.topic);
  const from = parsePosition(data?.position);
  return data && parsedTopic && from ? { topic: data.topic, ...parsedTopic, ...from } : null;
}

function createQueue(socket: LiveSocket, logger: Logger): (task: () => Promise<void>) => void {
  let last: Promise<void> = Promise.resolve();
  let waiting = 0;
  return (task) => {
    if (++waiting > liveLimits.pendingRequests) return void socket.disconnect(true);
    last = last
      .then(task)
      .catch((error: unknown) => {
        logger.error({ err: error }, 'a live connection failed');
        socket.disconnect(true);
      })
      .finally(() => waiting--);
  };
}
