import type { EventLog } from '../../port.js';

export interface OpenedLog {
  log: EventLog;
  reopen(): Promise<EventLog>;
  close(): Promise<void>;
}
