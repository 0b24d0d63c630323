import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { EventStoreDbFeed } from './feed.js';
import { follow } from './follower.js';
import { EventStoreDbLog } from './log.js';
import type { EventStoreDbReader } from './read.js';
import { settingsOf } from './settings.js';
import { toPosition } from '../dense-position.js';
import { beginning, maxBatchEvents, Unavailable, type Position, type StoredEvent } from '../port.js';
import { RetryDelays } from '../retry.js';
import { collectEvents, eventually, shortTimes } from '../testing/peer-log.js';
import type { Collected } from '../testing/peer-log.js';
import { startPeer } from '../testing/eventstoredb-peer/peer.js';
import type { EventStoreDbPeer } from '../testing/eventstoredb-peer/peer.js';
import { newEvents, newStream, writeEvents } from '../testing/sample-events.js';

let peer: EventStoreDbPeer;
let log: EventStoreDbLog;

beforeEach(async () => {
  peer = await startPeer();
  log = new EventStoreDbLog(peer.address, shortTimes);
});

afterEach(async () => {
  await log.close();
  peer.stop();
});

function stepwise(): { subscriber: Collected; next: () => void } {
  let permits = 0;
  let wake = () => {};
  const pace = async () => {
    while (permits === 0) await new Promise<void>((resolve) => (wake = resolve));
    permits -= 1;
  };
  const next = () => {
    permits += 1;
    wake();
  };
  return { subscriber: collectEvents(log, beginning, pace), next };
}

const idsInLog = () => peer.ledger.events.filter(({ type }) => !type.startsWith('$')).map(({ id }) => id);
const idsOf = ({ events }: Collected) => events.map(({ id }) => id);
const hasAll = (subscriber: Collected) => () => subscriber.events.length >= idsInLog().length;

async function write(count: number, quick: Collected): Promise<void> {
  for (let left = count; left > 0; left -= 100) {
    await log.append(newStream(), newEvents(Math.min(100, left)), 'no-stream');
    await eventually('the quick subscriber has all', hasAll(quick), 8000);
  }
}

it('gives a subscriber the events that the shared feed delivered to others while it caught up', async () => {
  const quick = collectEvents(log, beginning);
  await eventually('connected', () => log.feed.connected);
  await write(10, quick);
  const { subscriber: late, next } = stepwise();
  await eventually('it has read to the end of the log', hasAll(late));
  await write(5, quick);
  for (let n = 0; n < 5; n += 1) next();
  await eventually('the late subscriber has all', hasAll(late));
  await write(3, quick);
  await eventually('the late subscriber has the newest', hasAll(late));
  expect(idsOf(late)).toEqual(idsInLog());
  expect(idsOf(quick)).toEqual(idsInLog());
});

it('gives a subscriber whose queue was full no later event before those that did not fit', async () => {
  const quick = collectEvents(log, beginning);
  await writeEvents(log, 1);
  const { subscriber: slow, next } = stepwise();
  await eventually('both have the first', () => [quick, slow].every((one) => hasAll(one)()));
  next();
  await write(1, quick);
  await eventually('it has joined the feed', hasAll(slow));
  await write(maxBatchEvents + 200, quick); // more than may wait for one subscriber
  next();
  await eventually('it has taken what waited', () => slow.events.length > 2);
  await write(50, quick); // its queue has room again
  for (let n = 0; n < 20; n += 1) next();
  await eventually('the slow subscriber has all', hasAll(slow));
  expect(idsOf(slow)).toEqual(idsInLog());
  expect(idsOf(quick)).toEqual(idsInLog());
});

it('reads on from its position when the node that it reads from is behind the shared feed', async () => {
  const quick = collectEvents(log, beginning);
  await eventually('connected', () => log.feed.connected);
  await write(10, quick);
  peer.faults.lagEvents = 5;
  const late = collectEvents(log, beginning);
  await eventually('it has read what that node has', () => late.events.length > 0);
  const { reads } = peer.counters;
  await eventually('it reads on', () => peer.counters.reads > reads + 2);
  peer.faults.lagEvents = 0;
  await write(3, quick);
  await eventually('it has all', hasAll(late));
  expect(idsOf(late)).toEqual(idsInLog());
});

it.each(['rights', 'credentials'] as const)(
  'reports a refusal while it catches up, and goes on after it: %s',
  async (kind) => {
    await writeEvents(log, 3);
    peer.faults.refuses = kind;
    const reported: Error[] = [];
    const other = new EventStoreDbLog(peer.address, { ...shortTimes, onUnavailable: (error) => reported.push(error) });
    const follower = collectEvents(other, beginning);
    await eventually('it is reported', () => reported.length > 0);
    expect(reported[0]?.cause).toMatchObject({ type: 'access-denied', code: kind === 'rights' ? 7 : 16 });
    peer.faults.refuses = null;
    await eventually('it has all', hasAll(follower));
    await other.close();
  },
);

it('retries immediately after each outage while it catches up, when it read a page in between', async () => {
  const pageEvents = 500;
  const pages = 4;
  let calls = 0;
  const reader: Pick<EventStoreDbReader, 'readAll'> = {
    readAll: async (after: Position) => {
      if (++calls % 2 === 1) throw new Unavailable('away', false);
      const count = calls === 2 * pages ? 1 : pageEvents;
      return Array.from({ length: count }, (_, n) => {
        return { position: toPosition(Number(after) + n + 1) } as StoredEvent; // `follow` uses only this field
      });
    },
  };
  const feed = { join: (_: unknown, from: Position) => from, leave: () => undefined };
  const stop = new AbortController();
  const next = vi.spyOn(RetryDelays.prototype, 'next');
  const settings = settingsOf({ firstPauseMs: 5, maxPauseMs: 50 }, stop.signal);
  const events = follow(
    reader as EventStoreDbReader,
    feed as unknown as EventStoreDbFeed,
    beginning,
    settings,
    stop.signal,
  );
  for (let page = 1; page <= pages; page++) await events.next();
  stop.abort();
  expect(next.mock.results.map(({ value }) => value as number)).toEqual(Array.from({ length: pages }, () => 0));
  next.mockRestore();
});
