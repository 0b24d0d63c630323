import type { PostRow } from '@guildhall/domain/wire/schemas/forum/posts.js';

/** A range of replies that are not loaded, with orders above `after` and below `before`. */
export interface Gap {
  after: string;
  before: string;
}

export const startOfOrders = '';
export const endOfOrders = '\uffff';

export const wholeGap: readonly Gap[] = [{ after: startOfOrders, before: endOfOrders }];

const maxLoadedRows = 200;
const endRows = 20;

export function isInGap(gaps: readonly Gap[], order: string): boolean {
  return gaps.some((gap) => order > gap.after && order < gap.before);
}

export function splitGap(gaps: readonly Gap[], from: string, to: string): Gap[] {
  return gaps.flatMap((gap) => {
    if (to <= gap.after || from >= gap.before) return [gap];
    const gapBefore = from > gap.after ? [{ after: gap.after, before: from }] : [];
    const gapAfter = to < gap.before ? [{ after: to, before: gap.before }] : [];
    return [...gapBefore, ...gapAfter];
  });
}

export function listLoadedRanges(gaps: readonly Gap[]): { from: string; to: string }[] {
  const starts = [startOfOrders, ...gaps.map(({ before }) => before)];
  const stops = [...gaps.map(({ after }) => after), endOfOrders];
  return starts.flatMap((from, n) => {
    const to = stops[n] ?? endOfOrders;
    const empty = (to === startOfOrders && n === 0 && gaps.length > 0) || from === endOfOrders;
    return empty ? [] : [{ from, to }];
  });
}

/** Retains both ends of the thread and the rows around one order. */
export function trimRows(
  rows: readonly PostRow[],
  gaps: readonly Gap[],
  around: string,
): { droppedIds: number[]; gaps: Gap[] } {
  if (rows.length <= maxLoadedRows) return { droppedIds: [], gaps: [...gaps] };
  const room = maxLoadedRows - 2 * endRows;
  const at = Math.max(
    rows.findIndex(({ order }) => order >= around),
    0,
  );
  const from = Math.max(0, Math.min(at - room / 2, rows.length - room));
  const isRetained = (n: number) => n < endRows || n >= rows.length - endRows || (n >= from && n < from + room);
  const remainingRows = rows.filter((_, n) => isRetained(n));
  const droppedRows = rows.filter((_, n) => !isRetained(n));
  const remainingGaps = gaps.filter(
    (gap) => !droppedRows.some(({ order }) => order === gap.after || order === gap.before),
  );
  const addedGaps = remainingRows.flatMap((row, n): Gap[] => {
    const next = remainingRows[n + 1];
    const hasHole = next && droppedRows.some(({ order }) => order > row.order && order < next.order);
    return hasHole ? [{ after: row.order, before: next.order }] : [];
  });
  const gapsInside = remainingGaps.filter(
    (gap) => !addedGaps.some(({ after, before }) => gap.after >= after && gap.before <= before),
  );
  const all = [...gapsInside, ...addedGaps].sort((one, other) => (one.after < other.after ? -1 : 1));
  return { droppedIds: droppedRows.map(({ id }) => id), gaps: all };
}
