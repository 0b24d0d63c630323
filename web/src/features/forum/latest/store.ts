import { firstPage } from '@guildhall/domain/wire/list-sizes.js';
import type { OwnThreadList } from '@guildhall/domain/wire/kinds.js';
import type { LiveRow } from '@guildhall/domain/wire/schemas/live/rows.js';
import type { ThreadSummary } from '@guildhall/domain/wire/schemas/forum/threads.js';
import { toRowPosition } from '../../../live/positions.js';
import { upsertRow } from '../../../live/row-set.js';
import type { ApiResponse } from '../../../shared/api/api.js';
import { isNewToReaderSince } from '../../../shared/reading/marks.js';
import { onUserChange } from '../../../shared/state/session.js';
import { followPlaces } from '../places/follow-places.js';
import { createThreadRows } from '../thread-rows.js';

const list = createThreadRows();

/**
 * Rows stay in the order in which they were loaded so that nothing moves under the reader. Only their counts are live.
 */
export const useLatest = list.useRows;
export const { loadMore } = list;

export type LatestTab = OwnThreadList | 'all';

const checkAfterMs = 3_000;

/** `isReturn` restores the list as the reader left it. @returns a function that stops the updates */
export function openLatest(tab: LatestTab, isReturn: boolean): () => void {
  const end = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOpened = isReturn;
  list.open(tab, isReturn);
  const applyResponse = (response: Response) => {
    if (!isOpened || useLatest.getState().status !== 'ready') showNewest(response);
    else {
      // Reading a thread removes it from the unread ones, but the reader may want to return to it.
      if (tab !== 'unread') dropMissing(response);
      applyListed(response);
    }
    isOpened = true;
  };
  const check = () => {
    timer = undefined;
    void read(tab, end.signal, applyListed);
  };
  const stop = followPlaces({
    load: (signal) => read(tab, signal, applyResponse),
    rows: (rows) => {
      if (tab === 'all') return applyRows(rows);
      applyRows(rows.filter(isListed));
      // Only the server knows which other threads belong to the list.
      if (rows.some((row) => row.kind === 'summary' && !isListed(row))) timer ??= setTimeout(check, checkAfterMs);
    },
  });
  return () => {
    clearTimeout(timer);
    end.abort();
    stop();
  };
}

type Response = ApiResponse<ThreadSummary[]>;

function read(tab: LatestTab, signal: AbortSignal, take: (response: Response) => void): Promise<string | null> {
  return list.readLatest(firstPage.latestThreads, signal, take, tab === 'all' ? null : tab);
}

export async function reloadLatest(tab: LatestTab): Promise<void> {
  const end = new AbortController();
  const stop = onUserChange(() => end.abort());
  await read(tab, end.signal, showNewest);
  stop();
}

function showNewest(response: Response): void {
  list.show(response, { isSorted: false, isResync: false });
}

function applyListed({ body }: Response): void {
  applyRows(body.map((row) => ({ kind: 'summary', ...row })));
}

/** Removes rows that belong on the loaded page but are missing from it because they were deleted or hidden. */
function dropMissing({ body, next, position }: Response): void {
  const loadedIds = new Set(body.map(({ id }) => id));
  const oldest = findOldest(body, next);
  const readAt = toRowPosition(position) ?? '';
  useLatest.setState((state) => {
    for (const { id, last_post_at: at, pos } of Object.values(state.byId)) {
      if (loadedIds.has(id) || at <= oldest || pos > readAt) continue;
      delete state.byId[id];
      delete state.waiting[id];
    }
  });
}

const isListed = (row: LiveRow): boolean =>
  row.kind !== 'summary' || 'removed' in row || (useLatest.getState().order?.includes(row.id) ?? false);

function applyRows(rows: LiveRow[]): void {
  useLatest.setState((state) => {
    for (const row of rows) {
      if (row.kind !== 'summary') continue;
      const shownRow = state.byId[row.id];
      // A moved thread leaves one topic and appears in another at the same position, in either order. Its row does not
      // move.
      if ('removed' in row) {
        if (shownRow && shownRow.pos < row.pos) delete state.byId[row.id];
        delete state.waiting[row.id];
        continue;
      }
      const isShown = state.order?.includes(row.id) ?? false;
      if (isNewToReaderSince(row, isShown ? state.openedAt : findOldest(Object.values(state.byId), state.next)))
        state.waiting[row.id] = true;
      else delete state.waiting[row.id];
      if (isShown) upsertRow(state, row);
    }
  });
}

/** Returns the time of the oldest row, or '' on the last page, because the list then includes all older threads. */
function findOldest(rows: readonly ThreadSummary[], next: string | null): string {
  if (next === null) return '';
  return rows.reduce((oldest, { last_post_at: at }) => (at < oldest ? at : oldest), '~');
}
