import { afterEach, beforeEach, describe } from 'vitest';
import { appendContract } from './append-contract.js';
import { idempotencyContract } from './idempotency-contract.js';
import type { OpenedLog } from './opened-log.js';
import { readContract } from './read-contract.js';
import { subscriptionContract } from './subscription-contract.js';
import { writersContract } from './writers-contract.js';

/** Defines the tests that every adapter of the event log must pass. `open` is called for each test. */
export function eventLogContract(name: string, open: () => Promise<OpenedLog>): void {
  describe(`${name}: event log contract`, () => {
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
