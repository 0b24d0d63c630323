import { parsePosition } from '@guildhall/domain/wire/positions.js';

/** The position to join with when a page was read by several calls: overlap is harmless, a gap is not. */
export function olderPosition(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other;
  return isOlder(other, one) ? other : one;
}

/** False for positions of two different logs: they cannot be compared. */
export function isOlder(one: string, other: string): boolean {
  const [first, second] = [parsePosition(one), parsePosition(other)];
  return first !== null && second !== null && first.log === second.log && first.position < second.position;
}

/** The form in which rows carry it as `pos`: without the log. */
export function rowPosition(position: string | null): string | null {
  return parsePosition(position)?.position ?? null;
}

/** False where one of them is not a position. */
export function sameLog(one: string | null, other: string | null): boolean {
  const log = parsePosition(one)?.log;
  return log !== undefined && log === parsePosition(other)?.log;
}
