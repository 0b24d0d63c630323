import { changesRetentionMs, pruneChanges } from '@guildhall/projections/runner/prune-changes.js';
import { readOldestChanges } from '@guildhall/projections/views/changes/queries.js';
import type { ViewStore } from '@guildhall/projections/view-store.js';
import { views } from '@guildhall/projections/views/all-views.js';

const sliceSize = 500;

/** Each statement reads or deletes only a limited number of rows. */
export async function pruneOldChanges(store: ViewStore, now = Date.now()): Promise<void> {
  const since = new Date(now - changesRetentionMs).toISOString();
  for (;;) {
    const oldestDocuments = await readOldestChanges(store, sliceSize);
    const firstRetained = oldestDocuments.find(({ at }) => at >= since);
    // The newest change is retained because it marks where the changes become complete.
    const boundary = firstRetained ?? oldestDocuments.at(-1);
    if (!boundary || boundary.id === oldestDocuments[0]?.id) return;
    await pruneChanges(store, views, boundary.id);
    if (firstRetained) return;
  }
}
