import { afterEach, beforeEach, describe } from 'vitest';
import { appendContract } from './append-contract.js';
import { idempotencyContract } from './idempotency-contract.js';
import type { OpenedLog } from './opened-log.js';
import { readContract } from './read-contract.js';
import { subscriptionContract } from './subscription-contract.js';
import { writersContract } from './writers-contract.js';

/** Defines the tests that every adapter of the event log must pass. Each test calls `openLog`. */
export function eventLogContract(name: string, openLog: () => Promise<OpenedLog>): void {
  describe(`${name}: event log contract`, () => {
    let current: OpenedLog | undefined;
    const openedLog = (): OpenedLog => {
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

    appendContract(openedLog);
    idempotencyContract(openedLog);
    readContract(openedLog);
    writersContract(openedLog);
    subscriptionContract(openedLog);
  });
}
