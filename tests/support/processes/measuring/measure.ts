import { setTimeout as sleep } from 'node:timers/promises';
import type { ServerProcess } from '../server-process.js';

/** An option for `NODE_OPTIONS`. */
export const measuredImport = `--import ${new URL('./measured.mjs', import.meta.url).href}`;

export interface Measurement {
  /** The delay between two iterations of the event loop. */
  delayMs: number;
  /** The CPU time between two iterations of the event loop. */
  heldCpuMs: number;
  /** The peak since the process started. */
  peakMb: number;
  rssMb: number;
  heapMb: number;
  externalMb: number;
}

/** Measures the process over the time since the last call. */
export async function measure({ child, output }: Pick<ServerProcess, 'child' | 'output'>): Promise<Measurement> {
  const listMeasurements = () => [...output().matchAll(/^measured (.*)$/gm)];
  const countBefore = listMeasurements().length;
  child.kill('SIGUSR2');
  while (listMeasurements().length === countBefore) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`The server exited:\n${output().slice(-5_000)}`);
    await sleep(5);
  }
  return JSON.parse(listMeasurements().at(-1)?.[1] ?? '') as Measurement;
}

/**
 * Returns how long a process was blocked, minus the same figure for an idle process. On a busy machine, the
 * thread's CPU time counts instead.
 */
export const computeHeldMs = (busy: Measurement, idle: Measurement): number =>
  Math.min(Math.max(0, busy.delayMs - idle.delayMs), busy.heldCpuMs);
