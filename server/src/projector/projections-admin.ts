import type { PoisonEvent } from '@guildhall/projections/runner/poison.js';
import type { RebuildProgress } from '@guildhall/projections/rebuild/rebuild.js';
import type { VerifyReport } from '@guildhall/projections/rebuild/verify.js';

/** The result of a rebuild or a verification. */
export interface Outcome {
  at: string;
  ok: boolean;
  message: string;
  /** The differences found by a completed verification. */
  report?: VerifyReport;
}

export interface ProjectionsStatus {
  generation: number;
  checkpoint: string;
  /** Null while the log cannot be reached. */
  head: string | null;
  /** The state of the runner; 'away' if the projector's process has not reported for a while. */
  state: string;
  /** What the operator must correct before the projector can continue. */
  fault: string | null;
  poison: readonly PoisonEvent[];
  work: 'rebuild' | 'verify' | null;
  /** While a rebuild runs. */
  progress: RebuildProgress | null;
  /** The last outcomes since the projector started. */
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
