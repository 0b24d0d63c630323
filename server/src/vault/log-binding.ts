import type { EventReference } from '@guildhall/event-store/event-reference.js';

/** The log and the secret with which the vault is used, to detect that one of them was replaced. */
export interface LogBinding {
  logId: string;
  /** The newest event that a server had read: account events up to there are reflected in the vault. */
  event: EventReference | null;
  /** Differs for every secret, and does not reveal it. */
  secretHmac: string;
}

export interface LogBindingCalls {
  /** Null before the first server. */
  logBinding(): Promise<LogBinding | null>;
  bindToLog(binding: LogBinding): Promise<void>;
}
