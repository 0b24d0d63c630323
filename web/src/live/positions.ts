import { parsePosition } from '@guildhall/domain/wire/positions.js';

/**
 * Returns the older position. A page that several calls loaded joins there, because an overlap is harmless but a gap is
 * not.
 */
export function getOlderPosition(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other;
  return isOlder(other, one) ? other : one;
}

/** Returns false for positions of two different logs, which cannot be compared. */
export function isOlder(one: string, other: string): boolean {
  const [first, second] = [parsePosition(one), parsePosition(other)];
  return first !== null && second !== null && first.log === second.log && first.position < second.position;
}

/** Removes the log id so that the position can be compared with a row's `pos`. */
export function toRowPosition(position: string | null): string | null {
  return parsePosition(position)?.position ?? null;
}

export function isSameLog(one: string | null, other: string | null): boolean {
  const log = parsePosition(one)?.log;
  return log !== undefined && log === parsePosition(other)?.log;
}
