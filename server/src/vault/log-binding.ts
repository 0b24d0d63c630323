import type { EventReference } from '@guildhall/event-store/event-reference.js';

/** Detects that log or secret was replaced. */
export interface LogBinding {
  logId: string;
  /** Account events up to this one are reflected in the vault. */
  event: EventReference | null;
  /** Does not reveal the secret. */
  secretHmac: string;
}

export interface LogBindingCalls {
  logBinding(): Promise<LogBinding | null>;
  bindToLog(binding: LogBinding): Promise<void>;
}
