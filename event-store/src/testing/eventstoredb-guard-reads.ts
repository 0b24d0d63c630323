import { expect } from 'vitest';
import { Unavailable, beginning } from '../port.js';
import type { EventLog } from '../port.js';
import { eventually } from './eventstoredb-guard-kit.js';
import type { GuardProof } from './eventstoredb-guard-kit.js';
import { newEvents, newStream, within, writeEvents } from './sample-events.js';

export const readProofs: GuardProof[] = [
  {
    guard: 'deadline',
    fault: 'a frozen server leaves a read without an answer',
    harm: /Not in/,
    scenario: async ({ peer, log }) => {
      peer.faults.freeze();
      const reads = [() => log.head(), () => log.readAll(beginning, 10), () => log.readStream(newStream())];
      for (const read of reads) {
        const error: unknown = await within<unknown>(2000, read()).catch((reason: unknown) => reason);
        if (!(error instanceof Unavailable)) throw error;
      }
    },
  },
  {
    guard: 'cancelReads',
    fault: 'a read that was given up keeps its call open',
    harm: /the call is over/,
    scenario: async ({ peer, log }) => {
      peer.faults.freeze();
      await expect(log.head()).rejects.toBeInstanceOf(Unavailable);
      await eventually('the call is over', () => peer.counters.openCalls === 0, 1000);
    },
  },
  {
    guard: 'maxCount',
    fault: 'a read without a count brings everything at once',
    harm: /expected 9007199254740991 to be less than or equal/,
    scenario: async ({ peer, log }) => {
      const stored = await writeEvents(log, 1100);
      expect(await log.readStream(stored[0]?.stream ?? '')).toHaveLength(1100);
      expect(await log.readAll(beginning, 3)).toHaveLength(3);
      expect(peer.counters.largestRead).toBeLessThanOrEqual(1000);
    },
  },
  {
    guard: 'systemFilter',
    fault: "the server's own events lie between ours",
    harm: /statsCollected among ours/,
    peer: { systemEvery: 2 },
    scenario: async ({ peer, log }) => {
      await refuseSystemEvents(log);
      expect(await log.head()).toBe(beginning);
      const stored = await writeEvents(log, 40);
      expect(peer.ledger.events.filter(({ type }) => type.startsWith('$')).length).toBeGreaterThan(3);
      expect(peer.ledger.events.at(-1)?.type).toBe('$statsCollected');
      expect((await log.readAll(beginning, 100)).map(({ type }) => type)).toEqual(stored.map(({ type }) => type));
      expect(await log.head()).toBe(stored[39]?.position);
    },
  },
  {
    guard: 'skipGiven',
    fault: 'a read of all begins with the event at the given position',
    harm: /to deeply equal/,
    scenario: async ({ log }) => {
      const stored = await writeEvents(log, 5);
      expect(await log.readAll(stored[1]?.position ?? '', 2)).toEqual(stored.slice(2, 4));
    },
  },
  {
    guard: 'missingStream',
    fault: 'a stream without events is an error to the client',
    harm: /not found/,
    scenario: async ({ log }) => {
      await log.append(newStream(), newEvents(1), 'no-stream');
      expect(await log.readStream(newStream())).toEqual([]);
    },
  },
];

async function refuseSystemEvents(log: EventLog): Promise<void> {
  const foreign = (await log.readAll(beginning, 10)).find(({ type }) => type.startsWith('$'));
  if (foreign) throw new Error(`${foreign.type} among ours`);
}
