import type { PostRow } from '@guildhall/domain/wire/schemas/forum/posts.js';
import { endOfOrders, type Gap } from './window.js';

/**
 * Position of a reply among all replies ever written in the thread, from 1. It never changes; deleted replies leave
 * gaps.
 */
export function numberOf({ number }: Pick<PostRow, 'number'>): number {
  return number + 1;
}

/** Returns the number of the newest reply; if that is not loaded, at least the count of the visible ones. */
export function lastNumber(rows: readonly PostRow[], gaps: readonly Gap[], total: number): number {
  const newest = rows.at(-1);
  const known = newest ? numberOf(newest) : 0;
  return gaps.some(({ before }) => before === endOfOrders) ? Math.max(known, total) : known;
}

/**
 * How many of the `total` visible replies lie up to this one: counted from the first where all before it are loaded,
 * from the last where all after it are; between two gaps its own number, which counts deleted ones too. 1 for anything
 * before the first reply. `rows` are the loaded ones in order.
 */
export function ordinalOf(order: string, rows: readonly PostRow[], gaps: readonly Gap[], total: number): number {
  const index = Math.max(
    0,
    rows.findIndex((row) => row.order === order),
  );
  if (gaps.every(({ after }) => after >= order)) return index + 1;
  if (gaps.every(({ before }) => before <= order)) return total - (rows.length - 1 - index);
  return Math.min((rows[index]?.number ?? 0) + 1, total);
}

/** Counts the replies hidden in a gap, including deleted ones. */
export function hiddenIn(gap: Gap, rows: readonly PostRow[], total: number): number {
  const before = rows.findLast(({ order }) => order <= gap.after);
  const after = rows.find(({ order }) => order >= gap.before);
  return Math.max(0, (after?.number ?? total) - (before ? before.number + 1 : 0));
}
