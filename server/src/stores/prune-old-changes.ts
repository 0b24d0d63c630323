import { oldestKept } from '@guildhall/projections/views/changes/queries.js';
import { changesKeptFor, pruneChanges } from '@guildhall/projections/runner/prune-changes.js';
import type { ViewStore } from '@guildhall/projections/view-store.js';
import { views } from '@guildhall/projections/views/all-views.js';

export async function pruneOldChanges(store: ViewStore, now = Date.now()): Promise<void> {
  const below = await oldestKept(store, new Date(now - changesKeptFor).toISOString());
  if (below) await pruneChanges(store, views, below);
}
