import type { Position } from '@guildhall/event-store/port.js';
import type { ViewStore } from '../../view-store.js';
import type { MemberDocument } from './project.js';

/** Members whose documents were written after a position, in no order. */
export async function changedMembers(store: ViewStore, after: Position): Promise<MemberDocument[]> {
  return store.find<MemberDocument>('members', { pos: { $gt: after } });
}

/** The existing members of these ids, in no order. */
export async function membersByIds(store: ViewStore, ids: readonly number[]): Promise<MemberDocument[]> {
  return store.getMany<MemberDocument>('members', ids);
}

export async function memberById(store: ViewStore, id: number): Promise<MemberDocument | null> {
  const [member] = await store.getMany<MemberDocument>('members', [id]);
  return member ?? null;
}
