import type { EventReference } from '@guildhall/event-store/event-reference.js';

export interface LogBinding {
  logId: string;
  /** Account events up to this one are reflected in the vault. */
  event: EventReference | null;
  secretHmac: string;
}

export interface LogBindingCalls {
  logBinding(): Promise<LogBinding | null>;
  bindToLog(binding: LogBinding): Promise<void>;
}
