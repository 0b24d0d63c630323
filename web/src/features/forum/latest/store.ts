import { firstPage } from '@guildhall/domain/wire/list-sizes.js';
import type { LiveRow } from '@guildhall/domain/wire/schemas/live/rows.js';
import type { ThreadSummary } from '@guildhall/domain/wire/schemas/forum/threads.js';
import { upsertRow } from '../../../live/row-set.js';
import type { ApiResponse } from '../../../shared/api/api.js';
import { isNewerBy } from '../../../shared/reading/marks.js';
import { onUserChange } from '../../../shared/state/session.js';
import { followPlaces } from '../places/follow-places.js';
import { createThreadRows, type ThreadRows } from '../thread-rows.js';

const list = createThreadRows();

/** Rows keep the order in which they were loaded, so nothing moves under the reader; only their counts are live. */
export const useLatest = list.useRows;
export const { loadMore } = list;

/** `keep` restores the list as the reader left it. Returns a function that stops the updates. */
export function openLatest(keep: boolean): () => void {
  let isOpened = keep;
  const take = (response: ApiResponse<ThreadSummary[]>) => {
    if (!isOpened || useLatest.getState().status !== 'ready') showNewest(response);
    else applyRows(response.body.map((row) => ({ kind: 'summary', ...row })));
    isOpened = true;
  };
  return followPlaces({ load: (signal) => list.readLatest(firstPage.latestThreads, signal, take), rows: applyRows });
}

export async function reloadLatest(): Promise<void> {
  const end = new AbortController();
  const stop = onUserChange(() => end.abort());
  await list.readLatest(firstPage.latestThreads, end.signal, showNewest);
  stop();
}

function showNewest(response: ApiResponse<ThreadSummary[]>): void {
  list.show(response, { isSorted: false, isResync: false });
}

function applyRows(rows: LiveRow[]): void {
  useLatest.setState((state) => {
    for (const row of rows) {
      if (row.kind !== 'summary') continue;
      const shownRow = state.byId[row.id];
      // A moved thread leaves one topic and appears in another at the same position, in either order; its row does not
      // move.
      if ('removed' in row) {
        if (shownRow && shownRow.pos < row.pos) delete state.byId[row.id];
        delete state.waiting[row.id];
        continue;
      }
      const isShown = state.order?.includes(row.id) ?? false;
      if (isNewerBy(row, isShown ? state.openedAt : oldestShown(state))) state.waiting[row.id] = true;
      else delete state.waiting[row.id];
      if (isShown) upsertRow(state, row);
    }
  });
}

function oldestShown({ next, byId }: ThreadRows): string {
  if (next === null) return '';
  return Object.values(byId).reduce((oldest, { last_post_at: at }) => (at < oldest ? at : oldest), '~');
}
