import { setTimeout as sleep } from 'node:timers/promises';
import { Unavailable } from '../port.js';
import type { EventLog, ExpectedRevision, NewEvent } from '../port.js';
import type { PeerLedger } from './eventstoredb-peer/ledger.js';
import { buildEvents, createStreamName } from './sample-events.js';

export interface WriteLoad {
  readonly acknowledged: string[];
  readonly failures: number;
  maxSilenceMs: number;
  waitForCount(count: number): Promise<void>;
  stop(): Promise<void>;
}

/** Gives the server and the subscribers in the same process time to run. */
const pauseMs = 20;

export function keepWriting(log: EventLog, count: number): WriteLoad {
  const stopController = new AbortController();
  const load = { acknowledged: [] as string[], failures: 0, maxSilenceMs: 0 };
  let lastAcknowledgedAt = performance.now();
  const write = async (stream: string, events: NewEvent[], expectedRevision: ExpectedRevision) => {
    for (;;) {
      try {
        return (await log.append(stream, events, expectedRevision)).revision;
      } catch (error) {
        if (!(error instanceof Unavailable) || stopController.signal.aborted) throw error;
        load.failures += 1;
        await sleep(10);
      }
    }
  };
  const run = async () => {
    const stream = createStreamName();
    for (let expectedRevision: ExpectedRevision = 'no-stream'; !stopController.signal.aborted;) {
      const events = buildEvents(2);
      expectedRevision = await write(stream, events, expectedRevision);
      load.maxSilenceMs = Math.max(load.maxSilenceMs, performance.now() - lastAcknowledgedAt);
      lastAcknowledgedAt = performance.now();
      load.acknowledged.push(...events.map(({ id }) => id));
      await sleep(pauseMs);
    }
  };
  const writers = Promise.all(Array.from({ length: count }, run));
  return Object.assign(load, {
    waitForCount: async (targetCount: number) => {
      while (load.acknowledged.length < targetCount) await Promise.race([sleep(10), writers]);
    },
    stop: async () => {
      stopController.abort();
      await writers;
    },
  });
}

export function listApplicationIds(ledger: PeerLedger): string[] {
  return ledger.events.filter(({ type }) => !type.startsWith('$')).map(({ id }) => id);
}
