import { afterEach, beforeEach, describe } from 'vitest';
import type { EventLog } from '../../port.js';
import { appendContract } from './append-contract.js';
import { idempotencyContract } from './idempotency-contract.js';
import { readContract } from './read-contract.js';
import { subscriptionContract } from './subscription-contract.js';
import { writersContract } from './writers-contract.js';

/** A log under test. It may contain events of other tests, but no one else writes to it during the test. */
export interface OpenedLog {
  log: EventLog;
  /** Closes the log now in use and opens another on the same data. May be called more than once. */
  reopen(): Promise<EventLog>;
  /** Closes the log now in use, also when it is closed already, and removes what the test left. */
  close(): Promise<void>;
}

/** What every adapter of the event log must do. `open` is called for each test. */
export function eventLogContract(name: string, open: () => Promise<OpenedLog>): void {
  describe(`${name} fulfils the contract of the event log`, () => {
    let current: OpenedLog | undefined;
    const opened = (): OpenedLog => {
      if (!current) throw new Error('No log is open');
      return current;
    };

    beforeEach(async () => {
      current = await open();
    });

    afterEach(async () => {
      await current?.close();
      current = undefined;
    });

    appendContract(opened);
    idempotencyContract(opened);
    readContract(opened);
    writersContract(opened);
    subscriptionContract(opened);
  });
}
