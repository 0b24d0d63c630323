import type { PoisonEvent } from '@guildhall/projections/runner/poison.js';
import type { RebuildProgress } from '@guildhall/projections/rebuild/rebuild.js';
import type { VerifyReport } from '@guildhall/projections/rebuild/verify.js';

/** How a rebuild or a verification ended. */
export interface Outcome {
  at: string;
  ok: boolean;
  message: string;
  /** Of a completed verification. */
  report?: VerifyReport;
}

export interface ProjectionsStatus {
  generation: number;
  checkpoint: string;
  /** Null while the log cannot be reached. */
  head: string | null;
  /** Of the runner; 'away' where the projector's process has not reported for a while. */
  state: string;
  /** What the operator must correct before the projector can continue. */
  fault: string | null;
  poison: readonly PoisonEvent[];
  /** The current work. */
  work: 'rebuild' | 'verify' | null;
  /** While a rebuild runs. */
  progress: RebuildProgress | null;
  /** Since the projector's start. */
  lastRebuild: Outcome | null;
  lastVerify: Outcome | null;
}

/** Rebuild, verify and status of the projections, in this process or requested from the projector. */
export interface ProjectionsAdmin {
  status(): Promise<ProjectionsStatus>;
  /** Starts in the background; refused with 'conflict' while a rebuild or a verification runs. */
  startRebuild(): Promise<void>;
  startVerify(): Promise<void>;
}
