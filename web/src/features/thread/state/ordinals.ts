import type { PostRow } from '@guildhall/domain/wire/schemas/forum/posts.js';
import { endOfOrders, type Gap } from './window.js';

/** Counts from 1 over all replies ever written, so the number never changes and deleted replies leave gaps. */
export function getDisplayedNumber({ number }: Pick<PostRow, 'number'>): number {
  return number + 1;
}

/** If the newest reply is not loaded, returns at least the number of visible replies. */
export function getLastNumber(rows: readonly PostRow[], gaps: readonly Gap[], total: number): number {
  const newest = rows.at(-1);
  const lastLoaded = newest ? getDisplayedNumber(newest) : 0;
  return gaps.some(({ before }) => before === endOfOrders) ? Math.max(lastLoaded, total) : lastLoaded;
}

/**
 * Returns the number of visible replies up to `order`, at least 1. It is exact if all replies before it or all after it
 * are loaded. Otherwise, it is the reply's own number, which counts deleted replies. `rows` must be in order.
 */
export function estimateOrdinal(order: string, rows: readonly PostRow[], gaps: readonly Gap[], total: number): number {
  const index = Math.max(
    0,
    rows.findIndex((row) => row.order === order),
  );
  if (gaps.every(({ after }) => after >= order)) return index + 1;
  if (gaps.every(({ before }) => before <= order)) return total - (rows.length - 1 - index);
  return Math.min((rows[index]?.number ?? 0) + 1, total);
}

export function countHidden(gap: Gap, rows: readonly PostRow[], total: number): number {
  const before = rows.filter(({ order }) => order <= gap.after).at(-1);
  const after = rows.find(({ order }) => order >= gap.before);
  return Math.max(0, (after?.number ?? total) - (before ? before.number + 1 : 0));
}
