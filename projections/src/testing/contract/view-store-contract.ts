import { describe } from 'vitest';
import type { CreateStoreFixture } from '../store-fixture.js';
import { useFixture } from './fixture.js';
import { crashTests } from './view-store-crashes.js';
import { generationTests } from './view-store-generations.js';
import { pageTests } from './view-store-pages.js';
import { queryTests } from './view-store-queries.js';

export function viewStoreContract(name: string, makePlace: CreateStoreFixture): void {
  describe(`${name} view store`, () => {
    const fixture = useFixture(makePlace);
    queryTests(fixture);
    pageTests(fixture);
    crashTests(fixture);
    generationTests(fixture);
  });
}
