import type { Position } from '@guildhall/event-store/port.js';
import type { ViewStore } from '../../view-store.js';
import type { ChangeDocument } from './document.js';

/** The changes of all topics after a position up to and including another, in order. */
export async function changesBetween(
  store: ViewStore,
  after: Position,
  upTo: Position,
  limit: number,
): Promise<ChangeDocument[]> {
  return inOrder(
    await store.find<ChangeDocument>(
      'changes',
      { id: { $gt: endOf(after), $lt: endOf(upTo) } },
      { sort: [['id', 1]], limit },
    ),
  );
}

/** The newest changes of all topics, in order: a starting server fills its ring with them. */
export async function newestChanges(store: ViewStore, limit: number): Promise<ChangeDocument[]> {
  const newestFirst = await store.find<ChangeDocument>('changes', {}, { sort: [['id', -1]], limit });
  return inOrder(newestFirst);
}

/** The oldest changes, in order. */
export async function oldestChanges(store: ViewStore, limit: number): Promise<ChangeDocument[]> {
  return store.find<ChangeDocument>('changes', {}, { sort: [['id', 1]], limit });
}

/** Ids of changes begin with their position and a colon: this is after all of that position, and before any later one. */
const endOf = (position: Position): string => `${position};`;

/** Changes of one event share a position; their ids end in their number. */
const inOrder = (lines: ChangeDocument[]): ChangeDocument[] => lines.sort((a, b) => (a.id < b.id ? -1 : 1));
