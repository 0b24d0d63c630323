import { setTimeout as sleep } from 'node:timers/promises';
import type { ServerProcess } from '../server-process.js';

/** For `NODE_OPTIONS` of a process that is measured. */
export const measuredImport = `--import ${new URL('./measured.mjs', import.meta.url).href}`;

export interface Measured {
  /** The longest time for which the event loop did not go round. */
  delayMs: number;
  /** The most that its thread computed between two of its rounds. */
  heldCpuMs: number;
  /** Since the start. */
  peakMb: number;
  rssMb: number;
  heapMb: number;
  externalMb: number;
}

/** Since the last call. */
export async function measure({ child, output }: Pick<ServerProcess, 'child' | 'output'>): Promise<Measured> {
  const found = () => [...output().matchAll(/^measured (.*)$/gm)];
  const before = found().length;
  child.kill('SIGUSR2');
  while (found().length === before) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`The server ended:\n${output().slice(-5_000)}`);
    await sleep(5);
  }
  return JSON.parse(found().at(-1)?.[1] ?? '') as Measured;
}

/**
 * How long a process was held, in ms, less what an idle one shows. Where the machine is busy, what its thread computed
 * meanwhile counts.
 */
export const heldMs = (busy: Measured, idle: Measured): number =>
  Math.min(Math.max(0, busy.delayMs - idle.delayMs), busy.heldCpuMs);
