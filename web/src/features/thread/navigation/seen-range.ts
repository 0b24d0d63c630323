import type { PostRow } from '@guildhall/domain/wire/schemas/forum/posts.js';
import type { Gap } from '../state/window.js';

/** A range of replies that the reader scrolled over without a jump. Both ends are orders of replies. */
export interface SeenRange {
  from: string;
  to: string;
  read: string;
}

/**
 * Returns the later range alone if replies between the two ranges were never in view: they were not loaded, or were
 * skipped in one step, for example with the End key. `rows` must be in order.
 */
export function extend(
  seenRange: SeenRange,
  inView: { from: string; to: string },
  rows: readonly PostRow[],
  gaps: readonly Gap[],
): SeenRange {
  const { from, to } = inView;
  if (hasRepliesBetween(rows, gaps, seenRange.to, from) || hasRepliesBetween(rows, gaps, to, seenRange.from))
    return { from, to, read: '' };
  return {
    from: from < seenRange.from ? from : seenRange.from,
    to: to > seenRange.to ? to : seenRange.to,
    read: seenRange.read,
  };
}

/**
 * Moves the mark only if the range starts at or right after it. Otherwise, the replies in between were never in view.
 * `rows` must be in order. The mark '' is before the first reply.
 */
export function markAfter(mark: string, { from, read }: SeenRange, rows: readonly PostRow[], gaps: readonly Gap[]) {
  return hasRepliesBetween(rows, gaps, mark, from) || read < mark ? mark : read;
}

function hasRepliesBetween(rows: readonly PostRow[], gaps: readonly Gap[], from: string, to: string): boolean {
  return rows.some(({ order }) => order > from && order < to) || isMissing(gaps, from, to);
}

function isMissing(gaps: readonly Gap[], from: string, to: string): boolean {
  return gaps.some(({ after, before }) => (after > from ? after : from) < (before < to ? before : to));
}
