import type { EventReference } from '@guildhall/event-store/event-reference.js';

export interface LogBinding {
  logId: string;
  /** The vault reflects all account events up to this one. */
  event: EventReference | null;
  secretHmac: string;
}

export interface LogBindingCalls {
  findLogBinding(): Promise<LogBinding | null>;
  bindToLog(binding: LogBinding): Promise<void>;
}
