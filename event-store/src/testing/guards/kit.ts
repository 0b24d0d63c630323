import { setTimeout as sleep } from 'node:timers/promises';
import type { EventStoreDbLog } from '../../eventstoredb/log.js';
import type { EventStoreDbOptions } from '../../eventstoredb/settings.js';
import type { EventLog, Position, StoredEvent } from '../../port.js';
import { startPeer } from '../eventstoredb-peer/peer.js';
import type { EventStoreDbPeer, PeerOptions } from '../eventstoredb-peer/peer.js';
import type { LogClass } from './mutant.js';
import type { Guard } from './mutations.js';

/** What a scenario works with. */
export interface GuardKit {
  peer: EventStoreDbPeer;
  log: EventStoreDbLog;
  /** Another log of the same adapter; the kit closes it. */
  open(address: string, options?: EventStoreDbOptions): EventStoreDbLog;
}

/** A fault and what it would do without its guard. The scenario throws when the fault causes harm. */
export interface GuardProof {
  guard: Guard;
  /** Guards that are out of the source with the guard and without. */
  without?: Guard[];
  fault: string;
  /** The message with which the scenario fails when the guard is out of the source. */
  harm: RegExp;
  peer?: PeerOptions;
  options?: EventStoreDbOptions;
  scenario(kit: GuardKit): Promise<void>;
}

/** For faults that only a deadline ends. */
export const shortDeadline = { deadlineMs: 500, repeatForMs: 3000 };

/** Short enough for a test, long enough for two busy cores. */
export const shortTimes = { deadlineMs: 3000, repeatForMs: 6000, firstPauseMs: 50, maxPauseMs: 400 };

/** Runs a proof's scenario on an adapter; rejects with the harm that was done. */
export async function runScenario(proof: GuardProof, Log: LogClass): Promise<void> {
  const peer = await startPeer(proof.peer);
  const logs: EventStoreDbLog[] = [];
  const open = (address: string, options: EventStoreDbOptions = {}): EventStoreDbLog => {
    const log = new Log(address, { ...shortTimes, ...proof.options, ...options });
    logs.push(log);
    return log;
  };
  try {
    await proof.scenario({ peer, log: open(peer.address), open });
  } finally {
    peer.faults.thaw();
    peer.stop();
    await Promise.race([Promise.allSettled(logs.map((log) => log.close())), sleep(200)]);
  }
}

/** The events that a subscription has delivered so far. */
export interface Collected {
  events: StoredEvent[];
  stop: AbortController;
}

/** Subscribes and collects the events; `pace` is awaited after each batch. */
export function collectEvents(log: EventLog, after: Position, pace?: () => Promise<void>): Collected {
  const collected: Collected = { events: [], stop: new AbortController() };
  const run = async (): Promise<void> => {
    for await (const batch of log.subscribeAll(after, collected.stop.signal)) {
      collected.events.push(...batch);
      await pace?.();
    }
  };
  void run();
  return collected;
}

/** @throws Error with `message` when the condition does not hold within `ms`. */
export async function eventually(message: string, condition: () => boolean, ms = 4000): Promise<void> {
  for (const end = performance.now() + ms; performance.now() < end; await sleep(10)) if (condition()) return;
  throw new Error(`${message}: not within ${ms} ms`);
}
