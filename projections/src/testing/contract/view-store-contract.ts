import { afterEach, beforeEach, describe } from 'vitest';
import type { ViewGenerations, ViewSchema, ViewStore } from '../../view-store.js';
import { crashTests } from './view-store-crashes.js';
import { generationTests } from './view-store-generations.js';
import { pageTests } from './view-store-pages.js';
import { queryTests } from './view-store-queries.js';
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

/** The one suite that every adapter of the view store passes. */
export function viewStoreContract(name: string, makePlace: CreateStoreFixture): void {
  describe(`The view store on ${name}`, () => {
    const fixture = useFixture(makePlace);
    queryTests(fixture);
    pageTests(fixture);
    crashTests(fixture);
    generationTests(fixture);
  });
}

function useFixture(makePlace: CreateStoreFixture): Fixture {
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
