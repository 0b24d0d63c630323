import type { PostRow } from '@guildhall/domain/wire/rest.js';
import type { Gap } from './window.js';

/**
 * Which reply of `total` the one with this order is: counted from the first where it stands before the gap, from the
 * last where it stands after it. `rows` are the loaded ones in order.
 */
export function ordinalOf(order: string, rows: readonly PostRow[], gap: Gap | null, total: number): number {
  const index = rows.findIndex((row) => row.order === order);
  if (gap === null || order <= gap.after) return index + 1;
  return total - (rows.length - 1 - index);
}
