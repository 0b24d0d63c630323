import type { EventReference } from '@guildhall/event-store/event-reference.js';

export interface LogBinding {
  logId: string;
  /** Until this time has passed, calls fail with the last error instead of each waiting for a connection attempt. */
  event: EventReference | null;
  secretHmac: string;
}

export interface LogBindingCalls {
  logBinding(): Promise<LogBinding | null>;
  bindToLog(binding: LogBinding): Promise<void>;
}
