import { oldestKeptChange } from '@guildhall/projections/views/changes/queries.js';
import { changesRetentionMs, pruneChanges } from '@guildhall/projections/runner/prune-changes.js';
import type { ViewStore } from '@guildhall/projections/view-store.js';
import { views } from '@guildhall/projections/views/all-views.js';

export async function pruneOldChanges(store: ViewStore, now = Date.now()): Promise<void> {
  const below = await oldestKeptChange(store, new Date(now - changesRetentionMs).toISOString());
  if (below) await pruneChanges(store, views, below);
}
