import type { Position } from '@guildhall/event-store/port.js';
import { prunedToKey } from './page-fold.js';
import type { View } from '../view.js';
import type { ViewStore } from '../view-store.js';

/** How long changes are kept: a page that was offline for longer is reloaded. */
export const changesRetentionMs = 24 * 3600 * 1000; // ms

/**
 * Deletes from collections declared `pruned` what belongs to events before a position. From `prunedTo` on they stay
 * complete, even if this is interrupted: the mark is set first.
 */
export async function pruneChanges(store: ViewStore, views: readonly View[], below: Position): Promise<void> {
  await store.setMeta(prunedToKey, below);
  for (const { schema } of views) {
    for (const [collection, shape] of Object.entries(schema)) if (shape.pruned) await store.prune(collection, below);
  }
}

/** The position from which the pruned collections are complete; null when nothing was pruned yet. */
export function prunedToPosition(store: ViewStore): Promise<Position | null> {
  return store.getMeta<Position>(prunedToKey);
}
