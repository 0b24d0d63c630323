import { changesRetentionMs, pruneChanges } from '@guildhall/projections/runner/prune-changes.js';
import { oldestChanges } from '@guildhall/projections/views/changes/queries.js';
import type { ViewStore } from '@guildhall/projections/view-store.js';
import { views } from '@guildhall/projections/views/all-views.js';

/** Of one slice; one event makes fewer changes. */
const sliceSize = 500;

/** Slice by slice, oldest first, so that no statement reads or deletes more than a few rows. */
export async function pruneOldChanges(store: ViewStore, now = Date.now()): Promise<void> {
  const since = new Date(now - changesRetentionMs).toISOString();
  for (;;) {
    const oldest = await oldestChanges(store, sliceSize);
    const kept = oldest.find(({ at }) => at >= since);
    // The last event of a full slice may have changes behind it: it is left to the next one.
    const below = kept ?? oldest.at(-1);
    if (!below || below.position === oldest[0]?.position) return;
    await pruneChanges(store, views, below.position);
    if (kept) return;
  }
}
