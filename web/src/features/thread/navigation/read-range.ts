import type { PostRow } from '@guildhall/domain/wire/schemas/forum/posts.js';
import { olderPosition } from '../../../live/positions.js';
import { get, type ApiResponse } from '../../../shared/api/api.js';
import { getFirstPosts, getLastPosts, getPostsAround, getPostsBefore, getPostsFrom, pageSize } from '../state/api.js';
import { endOfOrders, startOfOrders } from '../state/window.js';

/** All replies between two orders, both included, without a gap. */
export interface RowRange {
  rows: PostRow[];
  from: string;
  to: string;
  position: string | null;
}

/** Rereads use larger pages, because the reader may have opened a wide range. */
const rereadSize = 100;

/** Reads forward from an order, at least up to `until`; '' starts with the first reply. */
export async function readForward(threadId: number, from: string, until: string): Promise<RowRange> {
  const size = until === startOfOrders ? pageSize : rereadSize;
  let page = await (from === startOfOrders ? getFirstPosts(threadId, size) : getPostsFrom(threadId, from, size));
  const rows = [...page.body];
  let { position } = page;
  while (page.next !== null && (rows.at(-1)?.order ?? '') < until) {
    page = await get<PostRow[]>(page.next);
    rows.push(...page.body);
    position = olderPosition(position, page.position);
  }
  return { rows, from, to: endOf(page), position };
}

/** Reads the newest replies, and older ones at least down to `from`. */
export async function readBackward(threadId: number, from: string): Promise<RowRange> {
  const size = from === endOfOrders ? pageSize : rereadSize;
  let page = await getLastPosts(threadId, size);
  const rows = [...page.body];
  let { position } = page;
  while (page.previous !== null && rows[0] && rows[0].order > from) {
    page = await getPostsBefore(threadId, rows[0].order, size);
    rows.unshift(...page.body);
    position = olderPosition(position, page.position);
  }
  return {
    rows,
    from: page.previous === null ? startOfOrders : (rows[0]?.order ?? startOfOrders),
    to: endOfOrders,
    position,
  };
}

/** Reads the neighbours of a reply, a number or a time. */
export async function readAround(threadId: number, what: 'around' | 'number' | 'at', value: string): Promise<RowRange> {
  const page = await getPostsAround(threadId, what, value);
  return { rows: page.body, from: page.body[0]?.order ?? endOfOrders, to: endOf(page), position: page.position };
}

/** Without a next page, the range reaches the end of the thread. */
export function endOf({ body, next }: Pick<ApiResponse<PostRow[]>, 'body' | 'next'>): string {
  return next === null ? endOfOrders : (body.at(-1)?.order ?? endOfOrders);
}
