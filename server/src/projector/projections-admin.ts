import type { PoisonEvent } from '@guildhall/projections/runner/poison.js';
import type { RebuildProgress } from '@guildhall/projections/rebuild/rebuild.js';
import type { VerifyReport } from '@guildhall/projections/rebuild/verify.js';

export interface Outcome {
  at: string;
  ok: boolean;
  message: string;
  /** Differences found by a completed verification. */
  report?: VerifyReport;
}

export interface ProjectionsStatus {
  generation: number;
  checkpoint: string;
  /** null while the log is unavailable */
  head: string | null;
  /** State of the runner; 'away' if the projector's process has not reported for a while. */
  state: string;
  /** What the operator must correct before the projector can continue. */
  fault: string | null;
  poison: readonly PoisonEvent[];
  work: 'rebuild' | 'verify' | null;
  /** null unless a rebuild runs */
  progress: RebuildProgress | null;
  /** Last outcomes since the projector started. */
  lastRebuild: Outcome | null;
  lastVerify: Outcome | null;
}

/** Rebuilds, verifies and reports on the projections, in this process or through the projector's. */
export interface ProjectionsAdmin {
  status(): Promise<ProjectionsStatus>;
  /** Starts in the background. @throws Refusal conflict while a rebuild or a verification runs */
  startRebuild(): Promise<void>;
  startVerify(): Promise<void>;
}
