import type { PostRow } from '@guildhall/domain/wire/schemas/forum/posts.js';
import type { Gap } from './window.js';

/**
 * The number of this reply among `total`: counted from the first where all before it are loaded, from the last where
 * all after it are; between two gaps its own number, which counts deleted ones too. 1 for anything before the first
 * reply. `rows` are the loaded ones in order.
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

/** How many replies a gap hides, deleted ones among them. */
export function hiddenIn(gap: Gap, rows: readonly PostRow[], total: number): number {
  const before = rows.findLast(({ order }) => order <= gap.after);
  const after = rows.find(({ order }) => order >= gap.before);
  return Math.max(0, (after?.number ?? total) - (before ? before.number + 1 : 0));
}
