import type { EventLog } from '../../port.js';

/** A log under test. It may contain events of other tests, but no one else writes to it during the test. */
export interface OpenedLog {
  log: EventLog;
  /** Closes the log now in use and opens another on the same data. May be called more than once. */
  reopen(): Promise<EventLog>;
  /** Closes the log now in use, also when it is closed already, and removes what the test left. */
  close(): Promise<void>;
}
