import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { Unavailable } from '../port.js';
import type { EventLog } from '../port.js';
import type { AppendFault } from '../testing/eventstoredb-peer/faults.js';
import { waitUntil, shortDeadline, withPeer } from '../testing/peer-log.js';
import type { PeerAndLog } from '../testing/peer-log.js';
import { buildEvents, createStreamName, withTimeout } from '../testing/sample-events.js';

describe.concurrent('EventStoreDB append', () => {
  it.each<[string, AppendFault]>([
    ['sends a response without a result', { kind: 'empty-answer' }],
    ['writes and then hangs', { kind: 'write-then-hang' }],
    ['responds long after the deadline', { kind: 'late', ms: 6000 }],
  ])('stores appended events only once if the server %s', (_, fault) =>
    withPeer((peerAndLog) => withTimeout(4000, appendWithFault(peerAndLog, fault)), shortDeadline)(),
  );

  it(
    'stores appended events only once if the connection is cut before the response',
    withPeer((peerAndLog) => appendWithFault(peerAndLog, { kind: 'write-then-cut' })),
  );

  it(
    'retries an append until the server is ready',
    withPeer(async ({ peer, log }) => {
      peer.faults.notReady = true;
      await appendDuringRecovery(log, async () => {
        await waitUntil('the append is retried', () => peer.counters.appends > 1);
        peer.faults.notReady = false;
      });
    }),
  );

  it(
    'retries an append while the server restarts and refuses connections',
    withPeer(async ({ peer, log }) => {
      peer.stop();
      await appendDuringRecovery(log, async () => {
        await expectUnavailable(log.readHead());
        await peer.start();
      });
    }),
  );

  it(
    'sends at most 64 appends at a time',
    withPeer(
      async ({ peer, log }) => {
        await Promise.all(
          Array.from({ length: 300 }, () => log.append(createStreamName(), buildEvents(1), 'no-stream')),
        );
        expect(peer.counters.maxConcurrentAppends).toBe(64);
      },
      {},
      { appendMs: 30 },
    ),
  );

  it(
    'never uses the batch append, because a late response would end the process',
    withPeer(async ({ peer, log }) => {
      await log.append(createStreamName(), buildEvents(1), 'no-stream');
      expect(peer.counters.featureCalls).toBe(0);
    }),
  );

  it(
    'reports a cluster that cannot be discovered as unavailable',
    withPeer(async ({ open }) => {
      const log = open('esdb://127.0.0.1:1,127.0.0.1:2?tls=false&maxDiscoverAttempts=1');
      await expectUnavailable(log.append(createStreamName(), buildEvents(1), 'no-stream'));
      await expectUnavailable(log.readHead());
    }),
  );
});

async function appendWithFault({ peer, log }: Pick<PeerAndLog, 'peer' | 'log'>, fault: AppendFault): Promise<void> {
  const [stream, events] = [createStreamName(), buildEvents(2)];
  await log.readHead();
  peer.faults.appends.push(fault);
  const result = await log.append(stream, events, 'no-stream');
  await sleep(50); // This leaves enough time for a second write.
  const stored = await log.readStream(stream);
  expect(stored.map(({ id }) => id)).toEqual(events.map(({ id }) => id));
  expect(result).toEqual({ revision: 1, position: stored[1]?.position });
}

async function appendDuringRecovery(log: EventLog, recovery: () => Promise<void>): Promise<void> {
  const [{ revision }] = await Promise.all([log.append(createStreamName(), buildEvents(2), 'no-stream'), recovery()]);
  expect(revision).toBe(1);
}

async function expectUnavailable(work: Promise<unknown>): Promise<void> {
  await expect(work).rejects.toBeInstanceOf(Unavailable);
}
