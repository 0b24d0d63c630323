import { firstPage } from '@guildhall/domain/wire/list-sizes.js';
import type { ThreadSort } from '@guildhall/domain/wire/kinds.js';
import type { ThreadFields, ThreadSummary } from '@guildhall/domain/wire/schemas/forum/threads.js';
import type { WriteResponse } from '@guildhall/domain/wire/schemas/write.js';
import { get, send, type ApiResponse } from '../../shared/api/api.js';

/** `subsection` is null for a thread directly in its section. */
export interface PlaceIds {
  sectionId: number;
  subsectionId: number | null;
}

/** A list of threads in one place: its order and optional filters. */
export interface ListedPlace extends PlaceIds {
  sort: ThreadSort;
  prefixId: number | null;
  /** A username; '' means all authors. */
  author: string;
}

/** Loads the first page of a place's threads, or at least `count` of them; `next` of the response is the next page. */
export function getThreads(
  { sectionId, subsectionId, sort, prefixId, author }: ListedPlace,
  count: number,
): Promise<ApiResponse<ThreadSummary[]>> {
  const place = subsectionId === null ? '' : `&subsection_id=${subsectionId}`;
  const order = sort === 'latest' ? '' : `&sort=${sort}`;
  const prefix = prefixId === null ? '' : `&prefix=${prefixId}`;
  const by = author === '' ? '' : `&author=${author}`;
  const limit = Math.max(firstPage.threads, count);
  return get<ThreadSummary[]>(`/forums/threads?section_id=${sectionId}${place}${order}${prefix}${by}&limit=${limit}`);
}

interface NewThread extends PlaceIds, ThreadFields {
  userId: number;
}

/** @returns the id of the thread */
export async function createThread(thread: NewThread, key: string): Promise<number | undefined> {
  const { sectionId, subsectionId, userId, ...rest } = thread;
  const body = { section_id: sectionId, subsection_id: subsectionId, user_id: userId, ...rest };
  return (await send<WriteResponse>('POST', '/forums/threads', key, body)).body.id;
}
