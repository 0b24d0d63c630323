import type { ViewStore } from '../../view-store.js';
import { findNewestBefore } from '../find-documents.js';
import type { ReactionDocument } from './project.js';

export const findReactionsTo = (store: ViewStore, targetId: number, before: string | null, limit: number) =>
  findNewestBefore<ReactionDocument>(store, 'reactions', { targetId, active: true }, before, limit);

export function findReactionsInThread(
  store: ViewStore,
  userId: number,
  threadId: number,
  before: string | null,
  limit: number,
) {
  return findNewestBefore<ReactionDocument>(store, 'reactions', { userId, threadId, active: true }, before, limit);
}

export const findReactions = (store: ViewStore, userId: number, before: string | null, limit: number) =>
  findNewestBefore<ReactionDocument>(store, 'reactions', { userId, active: true }, before, limit);
