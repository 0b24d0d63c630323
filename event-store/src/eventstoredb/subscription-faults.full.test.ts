import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { NewEvent } from '../port.js';
import type { ProposedEvent } from '../testing/eventstoredb-peer/ledger.js';
import type { EventStoreDbPeer } from '../testing/eventstoredb-peer/peer.js';
import { collectEvents, waitUntil, shortDeadline, withPeer } from '../testing/peer-log.js';
import type { CollectedEvents, PeerAndLog } from '../testing/peer-log.js';
import { buildEvents, createStreamName, writeEvents } from '../testing/sample-events.js';

describe.concurrent('EventStoreDB subscription faults', () => {
  it(
    'delivers every event exactly once even if the first subscribe call is never confirmed',
    withPeer(async (peerAndLog) => {
      peerAndLog.peer.faults.silentSubscriptions = 1;
      await expectDelivery(peerAndLog, async () => {});
    }, shortDeadline),
  );

  it(
    'delivers every event exactly once after the server drops the subscription',
    withPeer((peerAndLog) =>
      expectDelivery(peerAndLog, async ({ peer }) => peer.dropSubscriptions('Connection dropped')),
    ),
  );

  it(
    'delivers every event exactly once after the server ends the subscription without an error',
    withPeer((peerAndLog) => expectDelivery(peerAndLog, async ({ peer }) => peer.endSubscriptions())),
  );

  it(
    'delivers every event exactly once if events are written during a disconnect',
    withPeer((peerAndLog) =>
      expectDelivery(peerAndLog, async ({ peer, log }) => {
        peer.stop();
        for (const event of buildEvents(5))
          peer.ledger.append(createStreamName(), [toProposedEvent(event)], 'no-stream');
        await peer.start();
        await waitUntil('connected again', () => log.feed.connected);
      }),
    ),
  );

  it(
    'delivers every event exactly once to a slow subscriber without dropping it',
    withPeer(async ({ peer, log }) => {
      const slowSubscriber = collectEvents(log, await log.readHead(), () => sleep(1500));
      await waitUntil('connected', () => log.feed.connected);
      for (let turn = 0; turn < 20; turn += 1) await log.append(createStreamName(), buildEvents(50), 'no-stream');
      expect(peer.counters.slowDrops).toBe(0);
      await waitUntil('all events come', () => slowSubscriber.events.length === 1000, 6000);
    }),
  );
});

describe.concurrent('EventStoreDB subscription in a separate process', () => {
  it(
    'waits between retries while the server refuses the subscription',
    withPeer(async ({ peer, log }) => {
      collectEvents(log, await log.readHead());
      await waitUntil('connected', () => log.feed.connected);
      peer.faults.notReady = true;
      peer.dropSubscriptions('Connection dropped');
      await sleep(1500);
      expect(peer.counters.subscriptions).toBeGreaterThan(2);
      expect(peer.counters.subscriptions).toBeLessThanOrEqual(12);
    }),
  );
});

/** Expects every event written before or after the fault to be delivered exactly once and in order. */
async function expectDelivery(peerAndLog: PeerAndLog, fault: (peerAndLog: PeerAndLog) => Promise<void>): Promise<void> {
  const { log, peer } = peerAndLog;
  const subscriber = collectEvents(log, await log.readHead());
  await waitUntil('subscribed', () => log.feed.connected || peer.faults.silentSubscriptions === 0);
  await writeEvents(log, 5);
  await fault(peerAndLog);
  await writeEvents(log, 5);
  await waitUntil('the events come', () => subscriber.events.length >= listIdsInLog(peer).length);
  await sleep(50);
  expect(getIds(subscriber)).toEqual(listIdsInLog(peer));
}

const getIds = ({ events }: CollectedEvents): string[] => events.map(({ id }) => id);
const listIdsInLog = ({ ledger }: EventStoreDbPeer): string[] =>
  ledger.events.filter(({ type }) => !type.startsWith('$')).map(({ id }) => id);

function toProposedEvent({ id, type, data, metadata }: NewEvent): ProposedEvent {
  const toBytes = (value: unknown): Uint8Array => Buffer.from(JSON.stringify(value));
  return { id, type, contentType: 'application/json', data: toBytes(data), metadata: toBytes(metadata) };
}
