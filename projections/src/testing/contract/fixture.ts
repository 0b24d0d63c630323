import { afterEach, beforeEach } from 'vitest';
import type { ViewGenerations, ViewSchema, ViewStore } from '../../view-store.js';
import { schema as testSchema, type CreateStoreFixture, type StoreFixture } from '../store-fixture.js';

export interface Fixture {
  place: StoreFixture;
  generations: ViewGenerations;
  store: ViewStore;
  reopen(options?: { schema?: ViewSchema; afterWrite?: (written: number) => void }): Promise<void>;
}

export function useFixture(makePlace: CreateStoreFixture): Fixture {
  const fixture = {} as Fixture;
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
