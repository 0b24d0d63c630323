import type { Position } from '@guildhall/event-store/port.js';
import type { ViewStore } from '../../view-store.js';
import { findById } from '../find-documents.js';
import type { MemberDocument } from './project.js';

export const findChangedMembers = (store: ViewStore, after: Position) =>
  store.find<MemberDocument>('members', { pos: { $gt: after } });

export const findMembersByIds = (store: ViewStore, ids: readonly number[]) =>
  store.getMany<MemberDocument>('members', ids);

export const findMemberById = (store: ViewStore, id: number) => findById<MemberDocument>(store, 'members', id);
