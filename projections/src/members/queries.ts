import type { ViewStore } from '../view-store.js';
import type { MemberDocument } from './project.js';

/** Members that lists show, most posts first. */
export async function membersByPosts(store: ViewStore, limit: number): Promise<MemberDocument[]> {
  return store.find<MemberDocument>('members', { listed: true }, { sort: [['posts', -1]], limit });
}

export async function memberById(store: ViewStore, id: number): Promise<MemberDocument | null> {
  const [member] = await store.getMany<MemberDocument>('members', [id]);
  return member ?? null;
}
