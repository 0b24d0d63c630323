import { firstPage } from '@guildhall/domain/wire/list-sizes.js';
import type { ThreadFields, ThreadSummary } from '@guildhall/domain/wire/schemas/forum/threads.js';
import type { WriteResponse } from '@guildhall/domain/wire/schemas/write.js';
import { get, send, type ApiResponse } from '../../shared/api/api.js';

/** The place of a thread; the subsection is null for a thread directly in its section. */
export interface PlaceIds {
  sectionId: number;
  subsectionId: number | null;
}

/** A list of threads: all of a place, or those with one prefix. */
export interface ListedPlace extends PlaceIds {
  prefixId: number | null;
}
/** A place's first threads, a page of them or at least `count`; `next` of the response leads on. */
export function getThreads(
  { sectionId, subsectionId, prefixId }: ListedPlace,
  count: number,
): Promise<ApiResponse<ThreadSummary[]>> {
  const place = subsectionId === null ? '' : `&subsection_id=${subsectionId}`;
  const prefix = prefixId === null ? '' : `&prefix=${prefixId}`;
  return get<ThreadSummary[]>(
    `/forums/threads?section_id=${sectionId}${place}${prefix}&limit=${Math.max(firstPage.threads, count)}`,
  );
}

interface NewThread extends PlaceIds, ThreadFields {
  userId: number;
}

export async function createThread(thread: NewThread, key: string): Promise<void> {
  const { sectionId, subsectionId, userId, ...rest } = thread;
  const body = { section_id: sectionId, subsection_id: subsectionId, user_id: userId, ...rest };
  await send<WriteResponse>('POST', '/forums/threads', key, body);
}
