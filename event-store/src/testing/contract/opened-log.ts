import type { EventLog } from '../../port.js';

/** A log under test. It may contain events of other tests, but nothing else writes to it during the test. */
export interface OpenedLog {
  log: EventLog;
  /** Closes the current log and opens another on the same data. May be called more than once. */
  reopen(): Promise<EventLog>;
  /** Closes the current log, even if it is already closed, and removes the test's data. */
  close(): Promise<void>;
}
