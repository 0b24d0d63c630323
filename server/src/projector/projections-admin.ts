import type { PoisonEvent } from '@guildhall/projections/runner/poison.js';
import type { RebuildProgress } from '@guildhall/projections/rebuild/rebuild.js';
import type { VerifyReport } from '@guildhall/projections/rebuild/verify.js';

export interface Outcome {
  at: string;
  ok: boolean;
  message: string;
  /** Set after a completed verification. */
  report?: VerifyReport;
}

export interface ProjectionsStatus {
  generation: number;
  checkpoint: string;
  /** Null while the log is unavailable. */
  head: string | null;
  /** State of the runner; 'away' if the projector's process has not reported for a while. */
  state: string;
  /** What the operator must correct before the projector can continue. */
  fault: string | null;
  poison: readonly PoisonEvent[];
  work: 'rebuild' | 'verify' | null;
  /** Null unless a rebuild is running. */
  progress: RebuildProgress | null;
  /** Since the projector started. */
  lastRebuild: Outcome | null;
  lastVerify: Outcome | null;
}

export interface ProjectionsAdmin {
  status(): Promise<ProjectionsStatus>;
  /** Runs in the background. @throws Refusal conflict while a rebuild or a verification runs */
  startRebuild(): Promise<void>;
  startVerify(): Promise<void>;
}
