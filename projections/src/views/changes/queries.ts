import type { Position } from '@guildhall/event-store/port.js';
import type { ViewStore } from '../../view-store.js';
import { findNewestBefore } from '../find-documents.js';
import type { ChangesDocument } from './document.js';

export const findChangesBetween = (store: ViewStore, after: Position, upTo: Position, limit: number) =>
  store.find<ChangesDocument>('changes', { id: { $gt: after, $lte: upTo } }, { sort: [['id', 1]], limit });

export async function readNewestChanges(store: ViewStore, limit: number): Promise<ChangesDocument[]> {
  return (await findNewestBefore<ChangesDocument>(store, 'changes', {}, null, limit, 'id')).reverse();
}

export const readOldestChanges = (store: ViewStore, limit: number) =>
  store.find<ChangesDocument>('changes', {}, { sort: [['id', 1]], limit });
