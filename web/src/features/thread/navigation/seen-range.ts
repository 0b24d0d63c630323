import type { PostRow } from '@guildhall/domain/wire/schemas/forum/posts.js';
import type { Gap } from '../state/window.js';

/** What the reader has scrolled over without a jump, as the orders of its first and last replies. */
export interface SeenRange {
  from: string;
  to: string;
  /** The newest reply of it that was in view long enough; '' if there is none. */
  read: string;
}

/**
 * Joins what was seen with what is in view now. Starts over where replies between the two were never in view: not
 * loaded, or skipped in one step, as by the End key. `rows` are the loaded ones in order.
 */
export function extend(
  seen: SeenRange,
  inView: { from: string; to: string },
  rows: readonly PostRow[],
  gaps: readonly Gap[],
): SeenRange {
  const { from, to } = inView;
  if (hasRepliesBetween(rows, gaps, seen.to, from) || hasRepliesBetween(rows, gaps, to, seen.from))
    return { from, to, read: '' };
  return { from: from < seen.from ? from : seen.from, to: to > seen.to ? to : seen.to, read: seen.read };
}

/**
 * The mark of a reader who has seen a stretch: the newest reply read of it where it starts at the mark or before the
 * next reply, else the mark itself, because the replies in between were never in view. `rows` are the loaded ones in
 * order; '' is the mark before the first reply.
 */
export function markAfter(mark: string, { from, read }: SeenRange, rows: readonly PostRow[], gaps: readonly Gap[]) {
  return hasRepliesBetween(rows, gaps, mark, from) || read < mark ? mark : read;
}

/** Whether there are replies between two orders, loaded or not. */
function hasRepliesBetween(rows: readonly PostRow[], gaps: readonly Gap[], from: string, to: string): boolean {
  return rows.some(({ order }) => order > from && order < to) || isMissing(gaps, from, to);
}

/** Whether replies between two orders are not loaded. */
function isMissing(gaps: readonly Gap[], from: string, to: string): boolean {
  return gaps.some(({ after, before }) => (after > from ? after : from) < (before < to ? before : to));
}
