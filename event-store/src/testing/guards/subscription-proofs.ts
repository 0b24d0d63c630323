import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { NewEvent } from '../../port.js';
import { collectEvents, eventually, shortDeadline } from './kit.js';
import type { GuardKit, GuardProof } from './kit.js';
import type { ProposedEvent } from '../eventstoredb-peer/ledger.js';
import { newEvents, newStream, writeEvents } from '../sample-events.js';

export const subscriptionProofs: GuardProof[] = [
  {
    guard: 'confirmationDeadline',
    fault: 'a subscription is accepted and never confirmed',
    harm: /the event comes/,
    options: shortDeadline,
    scenario: async (kit) => {
      kit.peer.faults.silentSubscriptions = 1;
      await expectDelivery(kit, async () => {});
    },
  },
  {
    guard: 'resubscribe',
    fault: 'the server drops a subscription in mid-stream with an error',
    harm: /the event comes/,
    scenario: async (kit) => expectDelivery(kit, async ({ peer }) => peer.dropSubscriptions('Connection dropped')),
  },
  {
    guard: 'resubscribe',
    fault: 'the server finds the consumer too slow',
    harm: /the event comes/,
    peer: { slowConsumerLimit: 0 },
    scenario: async (kit) =>
      expectDelivery(kit, async ({ peer, log }) => {
        await log.append(newStream(), newEvents(100), 'no-stream');
        assert.ok(peer.counters.slowDrops > 0);
      }),
  },
  {
    guard: 'resubscribe',
    fault: 'the server is killed and started again',
    harm: /the event comes/,
    scenario: async (kit) => expectDelivery(kit, ({ peer }) => peer.restart()),
  },
  {
    guard: 'cleanEnd',
    fault: 'the server ends a subscription in good order',
    harm: /the event comes/,
    scenario: async (kit) => expectDelivery(kit, async ({ peer }) => peer.endSubscriptions()),
  },
  {
    guard: 'resumeFromLast',
    fault: 'events are written while the subscription is down',
    harm: /the event comes/,
    scenario: async (kit) =>
      expectDelivery(kit, async ({ peer, log }) => {
        peer.stop();
        for (const event of newEvents(5)) peer.ledger.append(newStream(), [proposed(event)], 'no-stream');
        await peer.start();
        await eventually('connected again', () => log.status().connected);
      }),
  },
  {
    guard: 'retryDelays',
    fault: 'a server that refuses is asked again and again',
    harm: /subscriptions in a second and a half/,
    scenario: async ({ peer, log }) => {
      collectEvents(log, await log.head());
      await eventually('connected', () => log.status().connected);
      peer.faults.notReady = true;
      peer.dropSubscriptions('Connection dropped');
      await sleep(1500);
      const { subscriptions } = peer.counters;
      if (subscriptions > 12) throw new Error(`${subscriptions} subscriptions in a second and a half`);
      assert.ok(subscriptions > 2);
    },
  },
  {
    guard: 'oneSubscription',
    fault: 'a hundred subscribers take a hundred long calls',
    harm: /120 subscriptions at once/,
    scenario: async ({ peer, log }) => {
      const head = await log.head();
      const all = Array.from({ length: 120 }, () => collectEvents(log, head));
      await eventually('connected', () => peer.counters.openSubscriptions > 0);
      await sleep(500);
      const [event] = newEvents(1);
      await log.append(newStream(), event ? [event] : [], 'no-stream');
      await eventually('all have the event', () => all.every(({ events }) => events[0]?.id === event?.id));
      const most = peer.counters.maxConcurrentSubscriptions;
      if (most > 1) throw new Error(`${most} subscriptions at once`);
    },
  },
  {
    guard: 'ownQueue',
    fault: 'a subscriber that works slowly makes the server drop the subscription',
    harm: /dropped [1-9]/,
    scenario: async ({ peer, log }) => {
      const slow = collectEvents(log, await log.head(), () => sleep(1500));
      await eventually('connected', () => log.status().connected);
      for (let turn = 0; turn < 20; turn += 1) await log.append(newStream(), newEvents(50), 'no-stream');
      if (peer.counters.slowDrops > 0) throw new Error(`dropped ${peer.counters.slowDrops} times`);
      await eventually('all events come', () => slow.events.length === 1000, 6000);
    },
  },
  {
    guard: 'boundedQueue',
    fault: 'a subscriber that stands still fills the memory',
    harm: /events wait/,
    scenario: async ({ peer, log }) => {
      let goOn: () => void = () => undefined;
      const still = new Promise<void>((resolve) => (goOn = resolve));
      const stuck = collectEvents(log, await log.head(), () => still);
      await eventually('connected', () => log.status().connected);
      for (let turn = 0; turn < 30; turn += 1) {
        await log.append(newStream(), newEvents(100), 'no-stream');
        if (log.status().queued > 1000) throw new Error(`${log.status().queued} events wait`);
      }
      goOn();
      await eventually('all events come', () => stuck.events.length >= 3000, 6000);
      const ours = peer.ledger.events.filter(({ type }) => !type.startsWith('$'));
      assert.deepEqual(
        stuck.events.map(({ id }) => id),
        ours.map(({ id }) => id),
      );
    },
  },
];

/** What is written around the fault is delivered: everything, once, in order. */
async function expectDelivery(kit: GuardKit, fault: (kit: GuardKit) => Promise<void>): Promise<void> {
  const { log, peer } = kit;
  const collected = collectEvents(log, await log.head());
  await eventually('subscribed', () => log.status().connected || peer.faults.silentSubscriptions === 0);
  await writeEvents(log, 5);
  await fault(kit);
  await writeEvents(log, 5);
  const ours = () => peer.ledger.events.filter(({ type }) => !type.startsWith('$'));
  await eventually('the event comes', () => collected.events.length >= ours().length);
  await sleep(50);
  assert.deepEqual(
    collected.events.map(({ id }) => id),
    ours().map(({ id }) => id),
  );
}

function proposed({ id, type, data, metadata }: NewEvent): ProposedEvent {
  const bytes = (value: unknown): Uint8Array => Buffer.from(JSON.stringify(value));
  return { id, type, contentType: 'application/json', data: bytes(data), metadata: bytes(metadata) };
}
