import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { EventStoreDbLog } from './log.js';
import { EventStoreDbReader } from './read.js';
import { beginning } from '../port.js';
import { RetryDelays } from '../retry.js';
import { collectEvents, waitUntil, shortTimes } from '../testing/peer-log.js';
import type { CollectedEvents } from '../testing/peer-log.js';
import { startPeer } from '../testing/eventstoredb-peer/peer.js';
import type { EventStoreDbPeer } from '../testing/eventstoredb-peer/peer.js';
import { writeEvents } from '../testing/sample-events.js';

let peer: EventStoreDbPeer;
let log: EventStoreDbLog;
let reportedErrors: Error[];

beforeEach(async () => {
  peer = await startPeer();
  reportedErrors = [];
  log = new EventStoreDbLog(peer.address, { ...shortTimes, onUnavailable: (error) => reportedErrors.push(error) });
});

afterEach(async () => {
  await log.close();
  peer.stop();
});

const listIdsInLog = () => peer.ledger.events.filter(({ type }) => !type.startsWith('$')).map(({ id }) => id);
const getIds = ({ events }: CollectedEvents) => events.map(({ id }) => id);
const hasAll = (subscriber: CollectedEvents) => () => subscriber.events.length >= listIdsInLog().length;

it('a subscriber keeps reading from its position while its node lags behind the feed', async () => {
  const otherSubscriber = collectEvents(log, beginning);
  await waitUntil('connected', () => log.feed.connected);
  await writeEvents(log, 10);
  await waitUntil('the other one has all', hasAll(otherSubscriber));
  peer.faults.lagEvents = 5;
  const lateSubscriber = collectEvents(log, beginning);
  await waitUntil('it has read what that node has', () => lateSubscriber.events.length > 0);
  const { reads } = peer.counters;
  await waitUntil('it reads on', () => peer.counters.reads > reads + 2);
  peer.faults.lagEvents = 0;
  await writeEvents(log, 3);
  await waitUntil('it has all', hasAll(lateSubscriber));
  expect(getIds(lateSubscriber)).toEqual(listIdsInLog());
  expect(reportedErrors).toEqual([]);
});

it('reads the log once for each event that arrives alone', async () => {
  const subscriber = collectEvents(log, beginning);
  await waitUntil('connected', () => log.feed.connected);
  const readAll = vi.spyOn(EventStoreDbReader.prototype, 'readAll');
  for (let n = 1; n <= 3; n += 1) {
    await writeEvents(log, 1);
    await waitUntil('it has all', hasAll(subscriber));
  }
  await nextTurn();
  expect(readAll).toHaveBeenCalledTimes(3);
  readAll.mockRestore();
});

describe('the delay after a dropped subscription', () => {
  async function measureDelays(receive: () => Promise<void>): Promise<number[]> {
    const next = vi.spyOn(RetryDelays.prototype, 'next');
    for (let drops = 1; drops <= 3; drops += 1) {
      await waitUntil('connected', () => log.feed.connected);
      await receive();
      peer.dropSubscriptions('Connection dropped');
      await waitUntil('dropped', () => next.mock.calls.length === drops);
    }
    const delaysMs = next.mock.results.map(({ value }) => value as number);
    next.mockRestore();
    return delaysMs;
  }

  it('the delay after a dropped subscription is zero if the subscription had lasted', async () => {
    await log.close();
    log = new EventStoreDbLog(peer.address, { ...shortTimes, healthyMs: 0 });
    collectEvents(log, beginning);
    expect(await measureDelays(async () => {})).toEqual([0, 0, 0]);
  });

  it('the delay after a dropped subscription does not grow if the subscription delivered events', async () => {
    const subscriber = collectEvents(log, beginning);
    const [firstDelay, ...others] = await measureDelays(async () => {
      await writeEvents(log, 1);
      await waitUntil('it has all', hasAll(subscriber));
    });
    expect(firstDelay).toBe(0);
    for (const delayMs of others) expect(delayMs).toBeLessThan(1.25 * shortTimes.firstPauseMs);
  });
});

it.each(['rights', 'credentials'] as const)(
  'reports denied access while catching up, and resumes once it is granted: %s',
  async (kind) => {
    await writeEvents(log, 3);
    peer.faults.refusedAccess = kind;
    const follower = collectEvents(log, beginning);
    await waitUntil('it is reported', () => reportedErrors.length > 0);
    expect(reportedErrors[0]?.cause).toMatchObject({ type: 'access-denied', code: kind === 'rights' ? 7 : 16 });
    peer.faults.refusedAccess = null;
    await waitUntil('it has all', hasAll(follower));
  },
);
