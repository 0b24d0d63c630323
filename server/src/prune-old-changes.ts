import { oldestKept } from '@guildhall/projections/changes/queries.js';
import { pruneChanges } from '@guildhall/projections/prune-changes.js';
import type { ViewStore } from '@guildhall/projections/view-store.js';
import { views } from '@guildhall/projections/views.js';

/** How long the lines of the changes are kept: whoever was away for longer loads his page again. */
const kept = 24 * 3600 * 1000; // ms

export async function pruneOldChanges(store: ViewStore, now = Date.now()): Promise<void> {
  const below = await oldestKept(store, new Date(now - kept).toISOString());
  if (below) await pruneChanges(store, views, below);
}
