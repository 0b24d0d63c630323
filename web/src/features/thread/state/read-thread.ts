import type { ThreadRow } from '@guildhall/domain/wire/schemas/forum/threads.js';
import type { ApiResponse } from '../../../shared/api/api.js';
import { loadMarks, useMarks } from '../../../shared/reading/marks.js';
import { useSession } from '../../../shared/state/session.js';
import { getThread, pageSize, readBackward, readForward, readPage, type RowRange } from './api.js';
import { readAround } from './load-more.js';
import { loadActions } from './staff-rows.js';
import { useThread } from './store.js';
import { endOfOrders, startOfOrders, listLoadedRanges, type Gap } from './window.js';

export interface Target {
  kind: 'around' | 'number';
  value: number;
}

export interface Visit {
  id: number;
  target: () => Target | null;
}

type Top = Promise<[ApiResponse<ThreadRow>, RowRange, ...unknown[]]>;

export async function readFirst(
  { id, target: targetOf }: Visit,
  signal: AbortSignal,
): Promise<[ApiResponse<ThreadRow>, RowRange[]]> {
  const top: Top = Promise.all([
    getThread(id),
    readForward(id, startOfOrders, startOfOrders),
    loadActions(id), // Requested before the replies so that the actions appear with them.
  ]);
  const target = targetOf();
  const targetRange = target ? readTarget(id, target) : readUnread(id, top, signal);
  const [[thread, firstRange], other] = await Promise.all([top, targetRange.catch(() => null)]);
  return [thread, other ? [firstRange, other] : [firstRange]];
}

function readTarget(id: number, { kind, value }: Target): Promise<RowRange | null> {
  return value === id ? Promise.resolve(null) : readAround(id, kind, String(value));
}

/**
 * Starts at the first unread reply, or at the last one if all are read. The session may be unknown until the first
 * responses arrive. Returns null if the first page is enough.
 */
async function readUnread(id: number, top: Top, signal: AbortSignal): Promise<RowRange | null> {
  if (useSession.getState().user === undefined) await top;
  const me = useSession.getState().user?.id;
  if (me === undefined) return null;
  await loadMarks([id]);
  const mark = useMarks.getState().byThread[id];
  if (mark?.order && !mark.unread) return readLast(id, mark.order, top, signal);
  const range =
    mark?.unread && mark.order ? await readPage(id, `from=${mark.order}&limit=${pageSize}`, mark.order) : null;
  const rows = range?.rows ?? [];
  const index = rows.findIndex((row) => row.order > (mark?.order ?? '') && row.user_id !== me);
  // A read mark for the whole section also covers threads that were never opened.
  const wasRead = mark?.seen !== null || (rows[0]?.number ?? 0) > 0;
  const firstUnread = wasRead ? rows[index] : undefined;
  const newAfter = firstUnread ? (rows[index - 1]?.order ?? mark?.order ?? null) : null;
  if (!signal.aborted) useThread.setState({ marked: true, newAfter, start: firstUnread?.id ?? null });
  return firstUnread ? range : null;
}

/** The mark may be the section's or a deleted reply's, so its order may match no reply. */
async function readLast(id: number, order: string, top: Top, signal: AbortSignal): Promise<RowRange | null> {
  const [, firstRange] = await top;
  const range = firstRange.to === endOfOrders ? firstRange : await readBackward(id, endOfOrders);
  const last = range.rows.find((row) => row.order === order);
  if (!signal.aborted) useThread.setState({ marked: true, start: last?.id ?? null });
  return range === firstRange ? null : range;
}

export async function readAgain(id: number, gaps: readonly Gap[]): Promise<[ApiResponse<ThreadRow>, RowRange[]]> {
  void loadActions(id);
  return Promise.all([
    getThread(id),
    Promise.all(
      listLoadedRanges(gaps).map(({ from, to }) =>
        to === endOfOrders && from !== startOfOrders ? readBackward(id, from) : readForward(id, from, to),
      ),
    ),
  ]);
}
