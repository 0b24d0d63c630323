import { setTimeout as sleep } from 'node:timers/promises';
import { EventStoreDbLog } from '../eventstoredb/log.js';
import type { EventStoreDbOptions } from '../eventstoredb/settings.js';
import type { EventLog, Position, StoredEvent } from '../port.js';
import { startPeer } from './eventstoredb-peer/peer.js';
import type { EventStoreDbPeer, PeerOptions } from './eventstoredb-peer/peer.js';

export interface PeerAndLog {
  peer: EventStoreDbPeer;
  log: EventStoreDbLog;
  open(address: string, options?: EventStoreDbOptions): EventStoreDbLog;
}

/** For tests of faults that only a deadline can end. */
export const shortDeadline = { deadlineMs: 500, retryForMs: 3000 };

/** Short enough for tests, but long enough for two busy cores. */
export const shortTimes = { deadlineMs: 3000, retryForMs: 6000, firstPauseMs: 50, maxPauseMs: 400 };

export function withPeer(
  scenario: (peerAndLog: PeerAndLog) => Promise<void>,
  options: EventStoreDbOptions = {},
  peerOptions?: PeerOptions,
): () => Promise<void> {
  return async () => {
    const peer = await startPeer(peerOptions);
    const logs: EventStoreDbLog[] = [];
    const open = (address: string, extraOptions: EventStoreDbOptions = {}): EventStoreDbLog => {
      const log = new EventStoreDbLog(address, { ...shortTimes, ...options, ...extraOptions });
      logs.push(log);
      return log;
    };
    try {
      await scenario({ peer, log: open(peer.address), open });
    } finally {
      peer.faults.thaw();
      peer.stop();
      await Promise.race([Promise.allSettled(logs.map((log) => log.close())), sleep(200)]);
    }
  };
}

export interface CollectedEvents {
  events: StoredEvent[];
  stop: AbortController;
}

export function collectEvents(log: EventLog, after: Position, pace?: () => Promise<void>): CollectedEvents {
  const result: CollectedEvents = { events: [], stop: new AbortController() };
  const run = async (): Promise<void> => {
    for await (const batch of log.subscribeAll(after, result.stop.signal)) {
      result.events.push(...batch);
      await pace?.();
    }
  };
  void run();
  return result;
}

/** @throws Error with `message` if the condition is not met within `ms` */
export async function waitUntil(message: string, condition: () => boolean, ms = 30_000): Promise<void> {
  for (const end = performance.now() + ms; performance.now() < end; await sleep(10)) if (condition()) return;
  throw new Error(`${message}: not within ${ms} ms`);
}
