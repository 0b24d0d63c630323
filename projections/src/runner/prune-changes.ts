import type { Position } from '@guildhall/event-store/port.js';
import { prunedToKey } from './page-fold.js';
import type { View } from '../view.js';
import type { ViewStore } from '../view-store.js';

/** A page that was offline for longer must reload. */
export const changesRetentionMs = 24 * 3600 * 1000;

/** Sets the mark first, so `prunedTo` is accurate even if the deletion is interrupted. */
export async function pruneChanges(store: ViewStore, views: readonly View[], beforePosition: Position): Promise<void> {
  await store.setMeta(prunedToKey, beforePosition);
  for (const { schema } of views) {
    for (const [collection, shape] of Object.entries(schema))
      if (shape.pruned) await store.prune(collection, beforePosition);
  }
}

export function readPrunedTo(store: ViewStore): Promise<Position | null> {
  return store.getMeta<Position>(prunedToKey);
}
