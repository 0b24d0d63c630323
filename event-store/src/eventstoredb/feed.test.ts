import { afterEach, beforeEach, expect, it } from 'vitest';
import { EventStoreDbLog } from './log.js';
import { beginning } from '../port.js';
import { collectEvents, eventually, shortTimes } from '../testing/peer-log.js';
import type { Collected } from '../testing/peer-log.js';
import { startPeer } from '../testing/eventstoredb-peer/peer.js';
import type { EventStoreDbPeer } from '../testing/eventstoredb-peer/peer.js';
import { writeEvents } from '../testing/sample-events.js';

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

const idsInLog = () => peer.ledger.events.filter(({ type }) => !type.startsWith('$')).map(({ id }) => id);
const idsOf = ({ events }: Collected) => events.map(({ id }) => id);
const hasAll = (subscriber: Collected) => () => subscriber.events.length >= idsInLog().length;

it('keeps reading from its position while its node is behind the shared feed', async () => {
  const other = collectEvents(log, beginning);
  await eventually('connected', () => log.feed.connected);
  await writeEvents(log, 10);
  await eventually('the other one has all', hasAll(other));
  peer.faults.lagEvents = 5;
  const late = collectEvents(log, beginning);
  await eventually('it has read what that node has', () => late.events.length > 0);
  const { reads } = peer.counters;
  await eventually('it reads on', () => peer.counters.reads > reads + 2);
  peer.faults.lagEvents = 0;
  await writeEvents(log, 3);
  await eventually('it has all', hasAll(late));
  expect(idsOf(late)).toEqual(idsInLog());
});

it.each(['rights', 'credentials'] as const)(
  'reports an access refusal while catching up, and resumes afterwards: %s',
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
