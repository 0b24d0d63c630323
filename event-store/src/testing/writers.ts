import { setTimeout as sleep } from 'node:timers/promises';
import { Unavailable } from '../port.js';
import type { EventLog, ExpectedRevision, NewEvent } from '../port.js';
import type { PeerLedger } from './eventstoredb-peer/ledger.js';
import { newEvents, newStream } from './sample-events.js';

export interface Writing {
  readonly acknowledged: string[];
  readonly failures: number;
  maxSilenceMs: number;
  until(count: number): Promise<void>;
  stop(): Promise<void>;
}

/** Gives the server and the subscribers in the same process time to run. */
const pauseMs = 20;

export function keepWriting(log: EventLog, count: number): Writing {
  const stopping = new AbortController();
  const writing = { acknowledged: [] as string[], failures: 0, maxSilenceMs: 0 };
  let last = performance.now();
  const write = async (stream: string, events: NewEvent[], expected: ExpectedRevision) => {
    for (;;) {
      try {
        return (await log.append(stream, events, expected)).revision;
      } catch (error) {
        if (!(error instanceof Unavailable) || stopping.signal.aborted) throw error;
        writing.failures += 1;
        await sleep(10);
      }
    }
  };
  const run = async () => {
    const stream = newStream();
    for (let expected: ExpectedRevision = 'no-stream'; !stopping.signal.aborted;) {
      const events = newEvents(2);
      expected = await write(stream, events, expected);
      writing.maxSilenceMs = Math.max(writing.maxSilenceMs, performance.now() - last);
      last = performance.now();
      writing.acknowledged.push(...events.map(({ id }) => id));
      await sleep(pauseMs);
    }
  };
  const writers = Promise.all(Array.from({ length: count }, run));
  return Object.assign(writing, {
    until: async (wanted: number) => {
      while (writing.acknowledged.length < wanted) await Promise.race([sleep(10), writers]);
    },
    stop: async () => {
      stopping.abort();
      await writers;
    },
  });
}

export function applicationIds(ledger: PeerLedger): string[] {
  return ledger.events.filter(({ type }) => !type.startsWith('$')).map(({ id }) => id);
}
