import assert from 'node:assert/strict';
import { Unavailable, beginning } from '../../port.js';
import type { EventLog } from '../../port.js';
import { eventually, shortDeadline } from './kit.js';
import type { GuardProof } from './kit.js';
import { newEvents, newStream, withTimeout, writeEvents } from '../sample-events.js';

export const readProofs: GuardProof[] = [
  {
    guard: 'readDeadline',
    fault: 'a frozen server leaves a read without an answer',
    harm: /Not in/,
    options: shortDeadline,
    scenario: async ({ peer, log }) => {
      peer.faults.freeze();
      const reads = [() => log.head(), () => log.readAll(beginning, 10), () => log.readStream(newStream())];
      for (const read of reads) {
        const error: unknown = await withTimeout<unknown>(4000, read()).catch((reason: unknown) => reason);
        if (!(error instanceof Unavailable)) throw error;
      }
    },
  },
  {
    guard: 'cancelReads',
    fault: 'a read that was given up keeps its call open',
    harm: /the call is over/,
    options: shortDeadline,
    scenario: async ({ peer, log }) => {
      peer.faults.freeze();
      await assert.rejects(log.head(), Unavailable);
      await eventually('the call is over', () => peer.counters.openCalls === 0, 1000);
    },
  },
  {
    guard: 'streamPages',
    fault: 'a read of a stream without a count brings everything at once',
    harm: /9007199254740991 events in one read/,
    scenario: async ({ peer, log }) => {
      const stored = await writeEvents(log, 1100);
      assert.equal((await log.readStream(stored[0]?.stream ?? '')).length, 1100);
      assert.ok(peer.counters.maxReadEvents <= 1000, `${peer.counters.maxReadEvents} events in one read`);
    },
  },
  {
    guard: 'logPages',
    fault: 'a read of all without a count brings everything at once',
    harm: /9007199254740991 events in one read/,
    scenario: async ({ peer, log }) => {
      await writeEvents(log, 100);
      assert.equal((await log.readAll(beginning, 3)).length, 3);
      assert.ok(peer.counters.maxReadEvents <= 1000, `${peer.counters.maxReadEvents} events in one read`);
    },
  },
  {
    guard: 'secondPage',
    fault: 'a stream is longer than a page after the revision asked for',
    harm: /deep-equal/,
    scenario: async ({ log }) => {
      const stored = await writeEvents(log, 1130);
      assert.deepEqual(await log.readStream(stored[0]?.stream ?? '', 100), stored.slice(100));
    },
  },
  {
    guard: 'systemFilter',
    fault: "the server's own events lie between ours",
    harm: /statsCollected among ours/,
    peer: { systemEvery: 2 },
    scenario: async ({ peer, log }) => {
      await refuseSystemEvents(log);
      assert.equal(await log.head(), beginning);
      const stored = await writeEvents(log, 40);
      assert.ok(peer.ledger.events.filter(({ type }) => type.startsWith('$')).length > 3);
      assert.equal(peer.ledger.events.at(-1)?.type, '$statsCollected');
      assert.deepEqual(
        (await log.readAll(beginning, 100)).map(({ type }) => type),
        stored.map(({ type }) => type),
      );
      assert.equal(await log.head(), stored[39]?.position);
    },
  },
  {
    guard: 'skipGiven',
    fault: 'a read of all begins with the event at the given position',
    harm: /deep-equal/,
    scenario: async ({ log }) => {
      const stored = await writeEvents(log, 5);
      assert.deepEqual(await log.readAll(stored[1]?.position ?? '', 2), stored.slice(2, 4));
    },
  },
  {
    guard: 'missingStream',
    fault: 'a stream without events is an error to the client',
    harm: /not found/,
    scenario: async ({ log }) => {
      await log.append(newStream(), newEvents(1), 'no-stream');
      assert.deepEqual(await log.readStream(newStream()), []);
    },
  },
];

async function refuseSystemEvents(log: EventLog): Promise<void> {
  const foreign = (await log.readAll(beginning, 10)).find(({ type }) => type.startsWith('$'));
  if (foreign) throw new Error(`${foreign.type} among ours`);
}
