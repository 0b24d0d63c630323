import { afterEach, beforeEach, describe } from 'vitest';
import { testAppends } from './append-contract.js';
import { testIdempotency } from './idempotency-contract.js';
import type { OpenedLog } from './opened-log.js';
import { testReads } from './read-contract.js';
import { testSubscriptions } from './subscription-contract.js';
import { testWriters } from './writers-contract.js';

/** Defines the tests that every event log adapter must pass. Each test calls `openLog`. */
export function testEventLogContract(name: string, openLog: () => Promise<OpenedLog>): void {
  describe(`${name}: event log contract`, () => {
    let current: OpenedLog | undefined;
    const getOpenedLog = (): OpenedLog => {
      if (!current) throw new Error('No log is open');
      return current;
    };

    beforeEach(async () => {
      current = await openLog();
    });

    afterEach(async () => {
      await current?.close();
      current = undefined;
    });

    testAppends(getOpenedLog);
    testIdempotency(getOpenedLog);
    testReads(getOpenedLog);
    testWriters(getOpenedLog);
    testSubscriptions(getOpenedLog);
  });
}
