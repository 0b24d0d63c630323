import { firstPage } from '@guildhall/domain/wire/list-sizes.js';
import type { ThreadSummary } from '@guildhall/domain/wire/schemas/forum/threads.js';
import { get, type ApiResponse } from '../../shared/api/api.js';
import type { PlaceIds } from '../../shared/state/sections.js';
import type { ListQuery } from './list/use-list-query.js';

export type ListedPlace = PlaceIds & ListQuery;

/** Loads the first page of a place's threads, or at least `count` of them; `next` of the response is the next page. */
export function getThreads(
  { section_id, subsection_id, sort, prefixId, author }: ListedPlace,
  count: number,
): Promise<ApiResponse<ThreadSummary[]>> {
  const place = subsection_id === null ? '' : `&subsection_id=${subsection_id}`;
  const order = sort === 'latest' ? '' : `&sort=${sort}`;
  const prefix = prefixId === null ? '' : `&prefix=${prefixId}`;
  const by = author === '' ? '' : `&author=${author}`;
  const limit = Math.max(firstPage.threads, count);
  return get<ThreadSummary[]>(`/forums/threads?section_id=${section_id}${place}${order}${prefix}${by}&limit=${limit}`);
}
