import type { Position } from '@guildhall/event-store/port.js';
import type { ViewStore } from '../../view-store.js';
import type { ChangesDocument } from './document.js';

/** The changes of the events after a position up to and including another, in order; `limit` counts events, so below. */
export async function changesBetween(
  store: ViewStore,
  after: Position,
  upTo: Position,
  limit: number,
): Promise<ChangesDocument[]> {
  return store.find<ChangesDocument>('changes', { id: { $gt: after, $lte: upTo } }, { sort: [['id', 1]], limit });
}

/** The newest changes, in order: a starting server fills its ring with them. */
export async function newestChanges(store: ViewStore, limit: number): Promise<ChangesDocument[]> {
  return (await store.find<ChangesDocument>('changes', {}, { sort: [['id', -1]], limit })).reverse();
}

/** The oldest changes, in order. */
export async function oldestChanges(store: ViewStore, limit: number): Promise<ChangesDocument[]> {
  return store.find<ChangesDocument>('changes', {}, { sort: [['id', 1]], limit });
}
