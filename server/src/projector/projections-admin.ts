import type { PoisonEvent } from '@guildhall/projections/runner/poison.js';
import type { RebuildProgress } from '@guildhall/projections/rebuild/rebuild.js';
import type { VerifyReport } from '@guildhall/projections/rebuild/verify.js';

export interface Outcome {
  at: string;
  ok: boolean;
  message: string;
  report?: VerifyReport;
}

export interface ProjectionsStatus {
  generation: number;
  checkpoint: string;
  head: string | null;
  /** 'away' if the projector process has not reported for a while. */
  state: string;
  fault: string | null;
  poison: readonly PoisonEvent[];
  work: 'rebuild' | 'verify' | null;
  progress: RebuildProgress | null;
  lastRebuild: Outcome | null;
  lastVerify: Outcome | null;
}

export interface ProjectionsAdmin {
  getStatus(): Promise<ProjectionsStatus>;
  startRebuild(): Promise<void>;
  startVerify(): Promise<void>;
}
