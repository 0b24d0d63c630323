import type { ViewStore } from '../../view-store.js';
import { findNewestBefore } from '../find-documents.js';
import type { ReactionDocument } from './project.js';

export const findReactionsTo = (store: ViewStore, targetId: number, beforeOrder: string | null, limit: number) =>
  findNewestBefore<ReactionDocument>(store, 'reactions', { targetId, active: true }, beforeOrder, limit);

export function findReactionsInThread(
  store: ViewStore,
  userId: number,
  threadId: number,
  beforeOrder: string | null,
  limit: number,
) {
  return findNewestBefore<ReactionDocument>(store, 'reactions', { userId, threadId, active: true }, beforeOrder, limit);
}

export const findReactions = (store: ViewStore, userId: number, beforeOrder: string | null, limit: number) =>
  findNewestBefore<ReactionDocument>(store, 'reactions', { userId, active: true }, beforeOrder, limit);
