import { createHash } from 'node:crypto';
import { samples } from '@guildhall/domain/testing/samples.js';
import { toPosition } from '@guildhall/event-store/dense-position.js';
import type { StoredEvent } from '@guildhall/event-store/port.js';
import { expect, test } from 'vitest';
import { buildGeneration } from '../rebuild/build-generation.js';
import { readContents, createSqliteFixture } from '../testing/store-fixtures.js';
import { views, viewSchema, viewsVersion } from './all-views.js';

/**
 * After you change a view, raise `viewsVersion` so that the next start rebuilds the views, and update the hash. After
 * you add an event, update only the hash.
 */
const recordedVersion = { version: 36, comesTo: '46d3a38b0c5c447e' };

/** In source order, the samples form a history in which later ones change what earlier ones create. */
const events = Object.entries(samples).map(([type, data], n): StoredEvent => {
  const id = `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
  const metadata = { at: new Date(Date.UTC(2026, 0, 1, 12, n)).toISOString(), actorId: '103', commandId: id };
  return { id, stream: 'sample', revision: n, position: toPosition(n + 1), type, data, metadata };
});

test('views with different content have different versions', async () => {
  const place = await createSqliteFixture();
  const generations = await place.open(viewSchema);
  const store = await generations.open(1);
  const log = { readAll: async (after: string) => events.filter(({ position }) => position > after) };
  await buildGeneration({ log, store, views, epoch: 1 });
  const contents = await readContents(store, views);
  await generations.close();
  await place.remove();
  expect(Object.values(contents).filter((documents) => documents.length > 0).length).toBeGreaterThan(5);
  const hash = createHash('sha256').update(JSON.stringify([viewSchema, contents]));
  expect({ version: viewsVersion, comesTo: hash.digest('hex').slice(0, 16) }).toEqual(recordedVersion);
});
