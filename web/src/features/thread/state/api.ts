import { firstPage } from '@guildhall/domain/wire/list-sizes.js';
import type { PostRow } from '@guildhall/domain/wire/schemas/forum/posts.js';
import type { ThreadRow } from '@guildhall/domain/wire/schemas/forum/threads.js';
import { getOlderPosition } from '../../../live/positions.js';
import { get, type ApiResponse } from '../../../shared/api/api.js';
import { endOfOrders, startOfOrders } from './window.js';

/** The number of replies per page, and of newest replies shown for a long thread. */
export const pageSize = firstPage.posts;

/** Reads larger pages again because the reader may have loaded a wide range. */
export const rereadSize = 100;

export type PostsPage = ApiResponse<PostRow[]>;

export interface RowRange {
  rows: PostRow[];
  from: string;
  to: string;
  position: string | null;
}

export function getThread(id: number): Promise<ApiResponse<ThreadRow>> {
  return get<ThreadRow>(`/forums/threads/${id}`);
}

export function getPosts(threadId: number, query: string): Promise<PostsPage> {
  return get<PostRow[]>(`/forums/posts/${threadId}?${query}`);
}

export async function readForward(threadId: number, from: string, until: string): Promise<RowRange> {
  const limit = `limit=${until === startOfOrders ? pageSize : rereadSize}`;
  let page = await getPosts(threadId, from === startOfOrders ? limit : `from=${from}&${limit}`);
  const rows = [...page.body];
  let { position } = page;
  while (page.next !== null && (rows.at(-1)?.order ?? '') < until) {
    page = await get<PostRow[]>(page.next);
    rows.push(...page.body);
    position = getOlderPosition(position, page.position);
  }
  return { rows, from, to: getPageEnd(page), position };
}

export async function readBackward(threadId: number, from: string): Promise<RowRange> {
  const size = from === endOfOrders ? pageSize : rereadSize;
  let page = await getPosts(threadId, `last=${size}`);
  const rows = [...page.body];
  let { position } = page;
  while (page.previous !== null && rows[0] && rows[0].order > from) {
    page = await getPosts(threadId, `before=${rows[0].order}&limit=${size}`);
    rows.unshift(...page.body);
    position = getOlderPosition(position, page.position);
  }
  return { rows, from: getPageStart(page), to: endOfOrders, position };
}

export async function readPage(threadId: number, query: string, from?: string): Promise<RowRange> {
  const page = await getPosts(threadId, query);
  const { body: rows, position } = page;
  return { rows, from: from ?? rows[0]?.order ?? endOfOrders, to: getPageEnd(page), position };
}

export function getPageStart({ body, previous }: PostsPage): string {
  return previous === null ? startOfOrders : (body[0]?.order ?? startOfOrders);
}

export function getPageEnd({ body, next }: PostsPage): string {
  return next === null ? endOfOrders : (body.at(-1)?.order ?? endOfOrders);
}
