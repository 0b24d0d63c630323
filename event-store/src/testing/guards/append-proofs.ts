import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { TooLarge, Unavailable, VersionConflict, appendLimits } from '../../port.js';
import type { EventLog } from '../../port.js';
import type { AppendFault } from '../eventstoredb-peer/faults.js';
import { eventually, shortDeadline } from './kit.js';
import type { GuardKit, GuardProof } from './kit.js';
import { newEvents, newStream, withTimeout } from '../sample-events.js';

/** Two members of a cluster that does not exist. */
const nobody = 'esdb://127.0.0.1:1,127.0.0.1:2?tls=false';

export const appendProofs: GuardProof[] = [
  {
    guard: 'appendDeadline',
    fault: 'a frozen server leaves an append without an answer',
    harm: /Not in/,
    options: { ...shortDeadline, repeatForMs: 300 },
    scenario: async ({ peer, log }) => {
      peer.faults.freeze();
      await expectUnavailable(withTimeout(4000, log.append(newStream(), newEvents(1), 'no-stream')));
    },
  },
  {
    guard: 'appendDeadline',
    fault: 'a frozen server leaves the features call of the batch path without an answer',
    harm: /Not in/,
    without: ['classicAppend'],
    options: { ...shortDeadline, repeatForMs: 300 },
    scenario: async ({ peer, log }) => {
      peer.faults.freeze();
      await expectUnavailable(withTimeout(4000, log.append(newStream(), newEvents(1), 'no-stream')));
      assert.ok(peer.counters.featureCalls > 0);
    },
  },
  {
    guard: 'appendDeadline',
    fault: 'an answer that says nothing never settles the append',
    harm: /Not in/,
    options: shortDeadline,
    scenario: async ({ peer, log }) => withTimeout(4000, appendWithFault({ peer, log }, { kind: 'empty-answer' })),
  },
  {
    guard: 'appendDeadline',
    fault: 'a server that writes and hangs keeps the answer',
    harm: /Not in/,
    options: shortDeadline,
    scenario: async ({ peer, log }) => withTimeout(4000, appendWithFault({ peer, log }, { kind: 'write-then-hang' })),
  },
  {
    guard: 'appendDeadline',
    fault: 'an answer comes long after its time',
    harm: /Not in/,
    options: shortDeadline,
    scenario: async ({ peer, log }) => withTimeout(4000, appendWithFault({ peer, log }, { kind: 'late', ms: 6000 })),
  },
  {
    guard: 'repeat',
    fault: 'the connection is cut between the write and its answer',
    harm: /EventStoreDB, append/,
    scenario: async ({ peer, log }) => appendWithFault({ peer, log }, { kind: 'write-then-cut' }),
  },
  {
    guard: 'repeat',
    fault: 'the server is not ready yet',
    harm: /Server Is Not Ready/,
    scenario: async ({ peer, log }) => {
      peer.faults.notReady = true;
      const becomeReady = async (): Promise<void> => {
        await eventually('the append is repeated', () => peer.counters.appends > 1);
        peer.faults.notReady = false;
      };
      await appendDuring(log, becomeReady);
    },
  },
  {
    guard: 'repeat',
    fault: 'the server refuses connections while it restarts',
    harm: /EventStoreDB, append/,
    scenario: async ({ peer, log }) => {
      peer.stop();
      await appendDuring(log, async () => {
        await expectUnavailable(log.head()); // the append before it was refused, too
        await peer.start();
      });
    },
  },
  {
    guard: 'exactRevision',
    fault: 'a server that restarted writes a repeat with "any" again',
    harm: /written twice/,
    scenario: async ({ peer, log }) => appendWithFault({ peer, log }, { kind: 'write-then-cut' }),
  },
  {
    guard: 'cap',
    fault: 'hundreds of calls at once on one connection',
    harm: /[0-9]{3} at once/,
    peer: { appendMs: 30 },
    scenario: async ({ peer, log }) => {
      await Promise.all(Array.from({ length: 300 }, () => log.append(newStream(), newEvents(1), 'no-stream')));
      const { maxConcurrentAppends } = peer.counters;
      if (maxConcurrentAppends > 64) throw new Error(`${maxConcurrentAppends} at once`);
      assert.equal(maxConcurrentAppends, 64);
    },
  },
  {
    guard: 'successFlag',
    fault: 'a connection string turns conflicts into successes',
    harm: /gave no position/,
    scenario: async ({ peer, open }) => {
      const log = open(`${peer.address}&throwOnAppendFailure=false`);
      const [stream, missing] = [newStream(), newStream()];
      await log.append(stream, newEvents(3), 'no-stream');
      await assert.rejects(log.append(stream, newEvents(1), 0), new VersionConflict(stream, 0, 2));
      await assert.rejects(log.append(missing, newEvents(1), 4), new VersionConflict(missing, 4, 'no-stream'));
    },
  },
  {
    guard: 'limits',
    fault: 'the server takes appends that other adapters refuse',
    harm: /Missing expected rejection/,
    scenario: async ({ log }) => {
      const events = newEvents(appendLimits.events + 1);
      await assert.rejects(log.append(newStream(), events, 'no-stream'), TooLarge);
    },
  },
  {
    guard: 'errorsByCode',
    fault: 'a cluster that cannot be found is an error of no class and no code',
    harm: /Failed to discover/,
    scenario: async ({ open }) => {
      const log = open(`${nobody}&maxDiscoverAttempts=1`);
      await expectUnavailable(log.append(newStream(), newEvents(1), 'no-stream'));
      await expectUnavailable(log.head());
    },
  },
];

/** The fault hits the first append. It succeeds all the same, and its events are stored once. */
async function appendWithFault({ peer, log }: Pick<GuardKit, 'peer' | 'log'>, fault: AppendFault): Promise<void> {
  const [stream, events] = [newStream(), newEvents(2)];
  await log.head(); // the connection is open
  peer.faults.appends.push(fault);
  const appended = await log.append(stream, events, 'no-stream');
  await sleep(50);
  const stored = await log.readStream(stream);
  if (stored.length > events.length) throw new Error(`written twice: ${stored.length} events`);
  assert.deepEqual(
    stored.map(({ id }) => id),
    events.map(({ id }) => id),
  );
  assert.deepEqual(appended, { revision: 1, position: stored[1]?.position });
}

async function appendDuring(log: EventLog, recovery: () => Promise<void>): Promise<void> {
  const [{ revision }] = await Promise.all([log.append(newStream(), newEvents(2), 'no-stream'), recovery()]);
  assert.equal(revision, 1);
}

async function expectUnavailable(work: Promise<unknown>): Promise<void> {
  const error: unknown = await work.then(
    () => new Error('It succeeded'),
    (reason: unknown) => reason,
  );
  if (!(error instanceof Unavailable)) throw error;
}
