import type { DocumentId, Filter, ViewDocument, ViewStore } from '../view-store.js';

export async function findNewestBefore<T extends ViewDocument>(
  store: ViewStore,
  collection: string,
  filter: Filter,
  beforeOrder: string | null | undefined,
  limit: number,
  orderField = 'order',
): Promise<T[]> {
  const olderFilter: Filter = typeof beforeOrder === 'string' ? { [orderField]: { $lt: beforeOrder } } : {};
  return store.find<T>(collection, { ...filter, ...olderFilter }, { sort: [[orderField, -1]], limit });
}

export async function findOldestAfter<T extends ViewDocument>(
  store: ViewStore,
  collection: string,
  filter: Filter,
  after: string,
  limit: number,
  orderField = 'order',
): Promise<T[]> {
  return store.find<T>(collection, { ...filter, [orderField]: { $gt: after } }, { sort: [[orderField, 1]], limit });
}

export async function findById<T extends ViewDocument>(store: ViewStore, collection: string, id: DocumentId) {
  const [document] = await store.getMany<T>(collection, [id]);
  return document ?? null;
}

export function selectNewest<F extends string, T extends Record<F, string>>(
  lists: readonly (readonly T[])[],
  orderField: F,
  limit: number,
): T[] {
  return lists
    .flat()
    .sort((a, b) => (a[orderField] < b[orderField] ? 1 : -1))
    .slice(0, limit);
}
