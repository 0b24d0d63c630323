import type { PostRow } from '@guildhall/domain/wire/schemas/forum/posts.js';
import type { Gap } from '../state/window.js';

/** The replies that the reader has scrolled over without a jump, by their first and last orders. */
export interface SeenRange {
  from: string;
  to: string;
  /** The newest reply of the range that was in view long enough; '' if there is none. */
  read: string;
}

/**
 * Joins the seen range with what is in view now. Starts over if replies between the two were never in view: not loaded,
 * or skipped in one step, for example with the End key. `rows` are the loaded ones in order.
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
 * Returns the read mark after a range was seen: its newest read reply if the range starts at or right after the mark,
 * or else the mark itself, because the replies in between were never in view. `rows` are the loaded ones in order; ''
 * is the mark before the first reply.
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
