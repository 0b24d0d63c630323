import { afterEach, beforeEach } from 'vitest';
import type { ViewGenerations, ViewSchema, ViewStore } from '../../view-store.js';
import { schema as testSchema, type CreateStoreFixture, type StoreFixture } from '../store-fixture.js';

/** What a test of the contract works with; created for each test. */
export interface Fixture {
  place: StoreFixture;
  generations: ViewGenerations;
  /** Generation 1, recovered at epoch 1. */
  store: ViewStore;
  /** Closes what is open and opens the place again, as a new process does. The store is not recovered. */
  reopen(options?: { schema?: ViewSchema; afterWrite?: (written: number) => void }): Promise<void>;
}

export function useFixture(makePlace: CreateStoreFixture): Fixture {
  const fixture = {} as Fixture; // filled before each test
  const open: Fixture['reopen'] = async ({ schema = testSchema, ...options } = {}) => {
    fixture.generations = await fixture.place.open(schema, options);
    fixture.store = await fixture.generations.open(1);
  };
  fixture.reopen = async (options) => {
    await fixture.generations.close();
    await open(options);
  };
  beforeEach(async () => {
    fixture.place = await makePlace();
    await open();
    await fixture.store.recover(1);
  });
  afterEach(async () => {
    await fixture.generations.close();
    await fixture.place.remove();
  });
  return fixture;
}
