import { describe } from 'vitest';
import type { CreateStoreFixture } from '../store-fixture.js';
import { useFixture } from './fixture.js';
import { testCrashes } from './view-store-crashes.js';
import { testGenerations } from './view-store-generations.js';
import { testPages } from './view-store-pages.js';
import { testQueries } from './view-store-queries.js';

export function testViewStore(name: string, makePlace: CreateStoreFixture): void {
  describe(`${name} view store`, () => {
    const fixture = useFixture(makePlace);
    testQueries(fixture);
    testPages(fixture);
    testCrashes(fixture);
    testGenerations(fixture);
  });
}
