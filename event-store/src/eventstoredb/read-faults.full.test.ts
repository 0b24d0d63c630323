import { describe, expect, it } from 'vitest';
import { Unavailable, beginning } from '../port.js';
import { waitUntil, shortDeadline, withPeer } from '../testing/peer-log.js';
import { createStreamName, withTimeout, writeEvents } from '../testing/sample-events.js';

describe.concurrent('EventStoreDB read', () => {
  it(
    'a read fails at its deadline if the server is frozen',
    withPeer(async ({ peer, log }) => {
      peer.faults.freeze();
      const reads: (() => Promise<unknown>)[] = [
        () => log.readHead(),
        () => log.readAll(beginning, 10),
        () => log.readStream(createStreamName()),
      ];
      for (const read of reads) await expect(withTimeout(4000, read())).rejects.toBeInstanceOf(Unavailable);
    }, shortDeadline),
  );

  it(
    'a read cancels its server call when it times out',
    withPeer(async ({ peer, log }) => {
      // The first call connects, which can take longer than the deadline on a busy machine.
      await expect.poll(() => log.readHead().catch(() => null)).not.toBeNull();
      peer.faults.freeze();
      const failed = expect(log.readHead()).rejects.toBeInstanceOf(Unavailable);
      await waitUntil('the call is open', () => peer.counters.openCalls === 1);
      await failed;
      await waitUntil('the call is over', () => peer.counters.openCalls === 0);
    }, shortDeadline),
  );

  it(
    'paginates reads of a stream and of the log',
    withPeer(async ({ peer, log }) => {
      const stored = await writeEvents(log, 1100);
      expect(await log.readStream(stored[0]?.stream ?? '')).toHaveLength(1100);
      expect(await log.readAll(beginning, 1100)).toHaveLength(1100);
      expect(peer.counters.maxReadEvents).toBeLessThanOrEqual(1000);
    }),
  );

  it(
    "a read skips the server's system events",
    withPeer(
      async ({ peer, log }) => {
        expect(await log.readHead()).toBe(beginning);
        const stored = await writeEvents(log, 40);
        expect(peer.ledger.events.filter(({ type }) => type.startsWith('$')).length).toBeGreaterThan(3);
        expect(peer.ledger.events.at(-1)?.type).toBe('$statsCollected');
        const types = (await log.readAll(beginning, 100)).map(({ type }) => type);
        expect(types).toEqual(stored.map(({ type }) => type));
        expect(await log.readHead()).toBe(stored[39]?.position);
      },
      {},
      { systemEvery: 2 },
    ),
  );
});
