import type { PostRow } from '@guildhall/domain/wire/rest.js';
import { get } from '../../shared/api.js';
import { olderPosition } from '../../live/positions.js';
import { getFirstPosts, getLastPosts, getPostsBefore, pageSize } from './api.js';

/**
 * Of a long thread the page holds the first replies and the newest ones. The gap is what lies between: orders above
 * `after` and below `before`.
 */
export interface Gap {
  after: string;
  before: string;
}

/** Sorts after every order. */
export const endOfOrders = '\uffff';

/** Pages are larger where a window is read again that the reader has already opened wide. */
const rereadSize = 100;

export function isInGap(gap: Gap | null, order: string): boolean {
  return gap !== null && order > gap.after && order < gap.before;
}

/** What is left of a gap when a page has been added after its upper edge. */
export function gapAfterLater(gap: Gap, rows: readonly PostRow[], next: string | null): Gap | null {
  const last = rows.at(-1)?.order ?? gap.after;
  return next === null || last >= gap.before ? null : { ...gap, after: last };
}

/** What is left of a gap when a page has been added before its lower edge. */
export function gapAfterEarlier(gap: Gap, rows: readonly PostRow[]): Gap | null {
  const first = rows[0]?.order;
  return first === undefined || rows.length < pageSize || first <= gap.after ? null : { ...gap, before: first };
}

export interface Segment {
  rows: PostRow[];
  position: string | null;
  next: string | null;
}

/** Reads from the first reply on, at least as far as `until`. */
export async function readForward(threadId: number, until: string): Promise<Segment> {
  let page = await getFirstPosts(threadId, until === '' ? pageSize : rereadSize);
  const segment: Segment = { rows: [...page.body], position: page.position, next: page.next };
  while (segment.next !== null && (segment.rows.at(-1)?.order ?? '') < until) {
    page = await get<PostRow[]>(segment.next);
    segment.rows.push(...page.body);
    segment.position = olderPosition(segment.position, page.position);
    segment.next = page.next;
  }
  return segment;
}

/** Reads the newest replies, and before them at least down to `from`. */
export async function readBackward(threadId: number, from: string): Promise<Omit<Segment, 'next'>> {
  const size = from === endOfOrders ? pageSize : rereadSize;
  let page = await getLastPosts(threadId, size);
  const segment = { rows: [...page.body], position: page.position };
  while (page.body.length === size && segment.rows[0] && segment.rows[0].order > from) {
    page = await getPostsBefore(threadId, segment.rows[0].order, size);
    segment.rows.unshift(...page.body);
    segment.position = olderPosition(segment.position, page.position);
  }
  return segment;
}

/** The gap between two segments, null where they meet. */
export function gapBetween(first: Segment, tail: readonly PostRow[]): Gap | null {
  const [after, before] = [first.rows.at(-1)?.order, tail[0]?.order];
  return first.next === null || after === undefined || before === undefined || before <= after
    ? null
    : { after, before };
}
