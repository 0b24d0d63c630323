import type { PostRow } from '@guildhall/domain/wire/schemas/forum/posts.js';
import type { Gap } from '../state/window.js';

/** A range that was scrolled over without a jump; the ends are orders. */
export interface SeenRange {
  from: string;
  to: string;
  /** The newest reply that was in view long enough; '' if there is none. */
  read: string;
}

/**
 * Starts over if some replies between the two were never in view: not loaded, or skipped in one step, for example with
 * the End key. `rows` are in order.
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
 * The mark moves only if the range starts at or right after it, because replies in between were never in view. `rows`
 * are in order; '' is the mark before the first reply.
 */
export function markAfter(mark: string, { from, read }: SeenRange, rows: readonly PostRow[], gaps: readonly Gap[]) {
  return hasRepliesBetween(rows, gaps, mark, from) || read < mark ? mark : read;
}

/** Includes replies that are not loaded. */
function hasRepliesBetween(rows: readonly PostRow[], gaps: readonly Gap[], from: string, to: string): boolean {
  return rows.some(({ order }) => order > from && order < to) || isMissing(gaps, from, to);
}

function isMissing(gaps: readonly Gap[], from: string, to: string): boolean {
  return gaps.some(({ after, before }) => (after > from ? after : from) < (before < to ? before : to));
}
