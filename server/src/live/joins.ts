import type { Place } from '@guildhall/domain/structure/state.js';
import { parsePosition, parseTopic, topicLimit, type Topic } from '@guildhall/domain/wire/live.js';
import type { Position } from '@guildhall/event-store/port.js';
import type { ThreadDocument } from '@guildhall/projections/threads/project.js';
import { threadsByIds } from '@guildhall/projections/threads/queries.js';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { Parts } from '../parts.js';
import type { Audience } from './audience.js';
import type { Backlog, Joined } from './backlog.js';
import { keepTrying } from './keep-trying.js';
import type { LiveSocket } from './live-server.js';
import type { Resyncs } from './resyncs.js';

/** Topics that one connection may ask to join. */
const allowed = { points: 300, duration: 10 };
/** Messages of one connection that may wait for those before them; who sends more is cut. */
const mostWaiting = 50;
/** How long a thread that was just created is waited for. */
const creationWait = 2_000; // ms

export interface JoinParts {
  parts: Parts;
  audience: Audience;
  backlog: Backlog;
  resyncs: Resyncs;
  signal: AbortSignal;
}

type Answer = 'joined' | 'refused';
type Wanted = Joined & { kind: 'thread' | 'section' | 'subsection'; id: number };

/** Answers the joins and leaves of connections, one message of a connection after the other. Nonsense is refused. */
export class Joins {
  private readonly limiter = new RateLimiterMemory({ keyPrefix: 'join', ...allowed });

  constructor(private readonly given: JoinParts) {}

  serve(socket: LiveSocket): void {
    const inOrder = queueOf(socket);
    socket.on('join', (topics: unknown, answer: unknown) => {
      const reply = typeof answer === 'function' ? (results: Answer[]) => void answer(results) : () => undefined;
      if (!Array.isArray(topics) || topics.length === 0) return reply([]); // a browser that woke up asks so whether we are there
      inOrder(() => this.join(socket, topics.slice(0, topicLimit), reply));
    });
    socket.on('leave', (topics: unknown) => {
      if (!Array.isArray(topics)) return;
      inOrder(async () => {
        for (const topic of topics) if (parseTopic(topic)) this.given.audience.leave(socket, topic as Topic);
      });
    });
  }

  private async join(socket: LiveSocket, requests: unknown[], reply: (results: Answer[]) => void): Promise<void> {
    const { signal, parts, backlog } = this.given;
    const taken = await this.limiter.consume(socket.id, requests.length).then(
      () => true,
      () => false,
    );
    if (!taken) return reply(requests.map(() => 'refused'));
    const wanted = requests.map(wantedOf);
    const read = () => (socket.connected ? this.threadsOf(wanted) : Promise.resolve(new Map<number, ThreadDocument>()));
    const threads = await keepTrying(read, { signal, logger: parts.logger });
    if (!threads || !socket.connected) return;
    const results = wanted.map((want) => (want && this.enter(socket, want, threads) ? 'joined' : 'refused'));
    reply(results);
    await backlog.fill(
      socket,
      wanted.filter((want, n): want is Wanted => want !== null && results[n] === 'joined'),
    );
  }

  /** Checked and entered in one tick. */
  private enter(socket: LiveSocket, { topic, kind, id }: Wanted, threads: Map<number, ThreadDocument>): boolean {
    const { audience, resyncs } = this.given;
    const { data } = socket;
    const thread = kind === 'thread' ? threads.get(id) : undefined;
    const place: Place | null = kind === 'thread' ? (thread ?? null) : audience.placeOf(topic);
    if (thread?.deleted || !audience.mayView(data.roleId, place)) {
      audience.leave(socket, topic);
      return false;
    }
    if (data.topics.size >= topicLimit && !data.topics.has(topic)) return false;
    audience.enter(socket, topic);
    if (thread) audience.locate(topic, thread);
    resyncs.settle(socket, topic);
    return true;
  }

  /** The threads of the topics. One that was just created may not be in the views yet: it is waited for. */
  private async threadsOf(wanted: readonly (Wanted | null)[]): Promise<Map<number, ThreadDocument>> {
    const { parts } = this.given;
    const ofThreads = wanted.filter((want): want is Wanted => want?.kind === 'thread');
    const found = new Map<number, ThreadDocument>();
    const read = async (wants: Wanted[]) => {
      if (wants.length === 0) return;
      const documents = await threadsByIds(parts.views.store, [...new Set(wants.map(({ id }) => id))]);
      for (const document of documents) found.set(document.id, document);
    };
    await read(ofThreads);
    const missing = ofThreads.filter(({ id }) => !found.has(id));
    const newest = await this.newestOf(missing);
    if (newest !== null && (await parts.views.waitFor(newest, creationWait))) await read(missing);
    return found;
  }

  /** Positions that the log has not reached are made up, and not waited for. */
  private async newestOf(wants: readonly Wanted[]): Promise<Position | null> {
    const { log, logId } = this.given.parts;
    const positions = wants.filter((want) => want.log === logId).map(({ position }) => position);
    if (positions.length === 0) return null;
    const head = await log.head();
    return positions.filter((position) => position <= head).reduce<Position | null>((a, b) => (a && a > b ? a : b), null);
  }
}

function wantedOf(request: unknown): Wanted | null {
  if (typeof request !== 'object' || request === null) return null;
  const { topic, position } = request as Record<string, unknown>;
  const [parsed, from] = [parseTopic(topic), parsePosition(position)];
  return parsed && from ? { topic: topic as Topic, ...parsed, ...from } : null;
}

/** Runs what a socket asks for one after the other; a task must not throw. */
function queueOf(socket: LiveSocket): (task: () => Promise<void>) => void {
  let last: Promise<void> = Promise.resolve();
  let waiting = 0;
  return (task) => {
    if (++waiting > mostWaiting) return void socket.disconnect(true);
    last = last.then(task).finally(() => waiting--);
  };
}
