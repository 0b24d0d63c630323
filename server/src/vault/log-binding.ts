import type { EventReference } from '@guildhall/event-store/event-reference.js';

/** What the vault knows of the log and of the secret that it is used with, to notice when one of them was replaced. */
export interface LogBinding {
  logId: string;
  /** The newest event that a server had read: what the log says of accounts up to there is in the vault. */
  event: EventReference | null;
  /** An HMAC that differs for every secret, and does not reveal it. */
  secretHmac: string;
}

export interface LogBindingCalls {
  /** Null before the first server. */
  logBinding(): Promise<LogBinding | null>;
  bindToLog(binding: LogBinding): Promise<void>;
}
