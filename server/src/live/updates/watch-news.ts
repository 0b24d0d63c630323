import { liftEvent } from '@guildhall/domain/events.js';
import { parseTopic, type Topic } from '@guildhall/domain/wire/topics.js';
import { beginning, type Position, type StoredEvent } from '@guildhall/event-store/port.js';
import type { ThreadDocument } from '@guildhall/projections/views/threads/document.js';
import { threadsByIds } from '@guildhall/projections/views/threads/queries.js';
import { watchesOfMany } from '@guildhall/projections/views/watches/queries.js';
import type { Logger } from 'pino';
import type { Views } from '../../stores/views.js';
import type { Policy } from '../../policy/policy.js';
import type { Audience } from '../sockets/audience.js';
import type { FanOut } from './fan-out.js';
import { retryUntilClosed } from './retry-until-closed.js';
import { KnownWatches } from './known-watches.js';
import { RecentWritings, type News, type Written } from './recent-writings.js';
import { Rounds } from '../sockets/request-batcher.js';

interface Dependencies {
  logger: Logger;
  historyId: string;
  views: Views;
  policy: Policy;
}

/** Of each member so many of a kind are known here, as the list of his notifications looks at. */
const mostWatches = 200;
/** So many threads are owed to a member one by one. */
const mostOwed = 200;

export interface WatchNewsDependencies {
  services: Dependencies;
  audience: Audience;
  signal: AbortSignal;
  fanOut: Pick<FanOut, 'ring'>;
  /** What is written in so many milliseconds is told of once, and over as many, so that not all ask in one moment. */
  everyMs: number;
}

/**
 * Tells members who are here that something was written in what they watch. What each of them watches is kept in
 * memory while he is connected, so that a reply costs one query, however many watch its thread.
 */
export class WatchNews {
  private readonly known = new KnownWatches();
  /** Of members whose watches are being read: since when they are to be told. */
  private readonly reading = new Map<number, Reading>();
  private readonly recent: RecentWritings;
  private owed = new Map<number, Owed>();
  private readonly timers = new Set<NodeJS.Timeout>();
  private paying = false;
  private readonly reads: Rounds<Reading>;

  /** `seen`: up to where the follower has brought the log. */
  constructor(
    private readonly given: WatchNewsDependencies,
    seen: Position,
  ) {
    const { signal, services } = given;
    this.recent = new RecentWritings(seen);
    this.reads = new Rounds((readings) =>
      retryUntilClosed(() => this.read(readings), { signal, logger: services.logger }),
    );
    given.audience.onLastLeft((topic) => {
      const parsed = parseTopic(topic);
      if (parsed?.kind === 'member') this.forget(parsed.id);
    });
  }

  /**
   * Somebody listens to his own topic from now on, until the last of his sockets leaves it, with a page that was read at
   * `since`: he is told of what was written after that, too.
   */
  begin(userId: number, since: Position): void {
    const reading = this.reading.get(userId);
    if (reading) reading.since = reading.since < since ? reading.since : since;
    else if (this.known.has(userId)) this.catchUp(userId, since);
    else {
      this.known.begin(userId);
      const begun: Reading = { userId, since };
      this.reading.set(userId, begun);
      void this.reads.ask(begun);
    }
  }

  follow(stored: StoredEvent): void {
    const event = liftEvent(stored.type, stored.data);
    switch (event?.type) {
      case 'WatchSet.v1':
        return this.known.setLevel(event.data.userId, event.data.id, event.data.level);
      case 'ThreadCreated.v1': {
        const { authorId, threadId, sectionId, subsectionId } = event.data;
        const targets = [sectionId, subsectionId ?? sectionId];
        return this.happened({ targets, authorId, threadId, position: stored.position });
      }
      case 'ReplyPosted.v1': {
        const { authorId, threadId } = event.data;
        return this.happened({ targets: [threadId], authorId, threadId, position: stored.position });
      }
      default:
        return;
    }
  }

  stop(): void {
    for (const timer of this.timers) clearTimeout(timer);
    this.timers.clear();
  }

  private happened(written: Written): void {
    this.known.setWrote(written.authorId, written.threadId);
    this.recent.add(written);
    for (const userId of this.known.toldOf(written.targets)) if (!this.reading.has(userId)) this.owe(userId, written);
  }

  /** A thousand who come back at once cost few reads. */
  private async read(readings: readonly Reading[]): Promise<void> {
    const still = () => readings.filter((reading) => this.reading.get(reading.userId) === reading);
    const userIds = still().map(({ userId }) => userId);
    const found = await watchesOfMany(this.given.services.views.store, userIds, mostWatches);
    for (const { userId, since } of still()) {
      this.reading.delete(userId);
      this.known.load(userId, found.get(userId) ?? []);
      this.catchUp(userId, since);
    }
  }

  private catchUp(userId: number, since: Position): void {
    const missed = this.recent.missedIn(this.known.targetsOf(userId), since, this.given.fanOut.ring);
    for (const one of missed ?? []) this.owe(userId, one);
    if (!missed) this.owedTo(userId).more = this.recent.newest;
  }

  /** Whoever has the thread open sees it anyway. */
  private owe(userId: number, { authorId, threadId, position }: News): void {
    if (userId === authorId || this.hears(userId, threadId)) return;
    const owed = this.owedTo(userId);
    if (owed.threads.has(threadId) || owed.threads.size < mostOwed) owed.threads.set(threadId, position);
    else owed.more = position;
  }

  private owedTo(userId: number): Owed {
    const owed = this.owed.get(userId) ?? { threads: new Map<number, Position>(), more: null };
    this.owed.set(userId, owed);
    this.payLater();
    return owed;
  }

  private hears(userId: number, threadId: number): boolean {
    const sockets = this.given.audience.socketsOf(userId).filter(({ data }) => data.topics.has(ownTopic(userId)));
    return sockets.length > 0 && sockets.every(({ data }) => data.topics.has(`thread:${threadId}`));
  }

  private payLater(): void {
    if (this.paying) return;
    this.paying = true;
    this.after(this.given.everyMs, () => void this.payAll());
  }

  private async payAll(): Promise<void> {
    const { owed, given } = this;
    this.owed = new Map();
    await retryUntilClosed(() => this.pay(owed), { signal: given.signal, logger: given.services.logger });
    this.paying = false;
    if (this.owed.size > 0 && !given.signal.aborted) this.payLater();
  }

  /** Where the threads stand now is asked once for all who are owed. */
  private async pay(owed: ReadonlyMap<number, Owed>): Promise<void> {
    const { views } = this.given.services;
    const positions = [...owed.values()].flatMap(({ threads, more }) => [...threads.values(), more ?? beginning]);
    await views.waitFor(positions.sort().at(-1) ?? beginning, Infinity);
    const ids = new Set([...owed.values()].flatMap(({ threads }) => [...threads.keys()]));
    const threads = new Map((await threadsByIds(views.store, [...ids])).map((thread) => [thread.id, thread]));
    if (this.given.signal.aborted) return;
    for (const [userId, one] of owed) {
      this.after(Math.random() * this.given.everyMs, () => this.tell(userId, one, threads));
    }
  }

  /** Of what he may not view (any more) he is told nothing. */
  private tell(userId: number, { threads: written, more }: Owed, threads: ReadonlyMap<number, ThreadDocument>): void {
    const { audience, services } = this.given;
    const actor = services.policy.actor(userId);
    const seen = [...written].filter(([id]) => {
      const thread = threads.get(id);
      return thread && !thread.deleted && services.policy.mayView(actor, thread);
    });
    const pos = [...seen.map(([, position]) => position), more ?? beginning].sort().at(-1);
    if (pos === undefined || pos === beginning) return;
    const topic = ownTopic(userId);
    // The position of no event: what the log tells this member is not passed over.
    const message = {
      topic,
      position: `${services.historyId}.${beginning}`,
      rows: [{ kind: 'told' as const, id: userId, pos }],
    };
    audience.tell(topic, audience.rolesIn(topic), message);
  }

  private after(ms: number, act: () => void): void {
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      act();
    }, ms);
    this.timers.add(timer);
  }

  private forget(userId: number): void {
    this.known.forget(userId);
    this.reading.delete(userId);
    this.owed.delete(userId);
  }
}

interface Reading {
  userId: number;
  since: Position;
}

/** The threads in which something was written, each with where; `more`: the newest that is not among them. */
interface Owed {
  threads: Map<number, Position>;
  more: Position | null;
}

const ownTopic = (userId: number): Topic => `member:${userId}`;
