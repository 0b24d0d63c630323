import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { EventStoreDbLog } from './log.js';
import { beginning } from '../port.js';
import { startPeer } from '../testing/eventstoredb-peer/peer.js';
import type { EventStoreDbPeer } from '../testing/eventstoredb-peer/peer.js';
import { readAfter, writeEvents } from '../testing/sample-events.js';

let peer: EventStoreDbPeer;
let log: EventStoreDbLog;

beforeEach(async () => {
  peer = await startPeer();
  log = new EventStoreDbLog(peer.address);
});

afterEach(async () => {
  await log.close();
  peer.stop();
});

function writeSystemEvents(count: number): void {
  const common = { type: '$statsCollected', contentType: 'application/json', metadata: Buffer.alloc(0) };
  const events = Array.from({ length: count }, () => ({ ...common, id: randomUUID(), data: Buffer.from('{}') }));
  peer.ledger.append(`$stats-${randomUUID()}`, events, 'no-stream');
}

it.each([1, 500])('a read continues past pages of system events, %i events at a time', async (size) => {
  const earlierEvents = await writeEvents(log, 3);
  writeSystemEvents(2_100);
  const laterEvents = await writeEvents(log, 3);
  expect(await readAfter(log, beginning, size)).toEqual([...earlierEvents, ...laterEvents]);
});
