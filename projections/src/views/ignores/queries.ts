import type { ViewStore } from '../../view-store.js';
import { findNewestBefore } from '../find-documents.js';
import type { IgnoreDocument } from './project.js';

export const findIgnoredMembersBefore = (store: ViewStore, userId: number, beforeOrder: string | null, limit: number) =>
  findNewestBefore<IgnoreDocument>(store, 'ignores', { userId, active: true }, beforeOrder, limit);

export const findMutedMembersBefore = (store: ViewStore, userId: number, beforeOrder: string | null, limit: number) =>
  findNewestBefore<IgnoreDocument>(store, 'ignores', { userId, muted: true }, beforeOrder, limit);
