import { firstPage } from '@guildhall/domain/wire/list-sizes.js';
import type { LiveRow } from '@guildhall/domain/wire/schemas/live/rows.js';
import type { ThreadSummary } from '@guildhall/domain/wire/schemas/forum/threads.js';
import { upsertRow } from '../../../live/row-set.js';
import type { MemberStat } from '../../../shared/state/members.js';
import { createPeopleList } from '../../../queries/pages.js';
import { followPlaces } from '../places/follow-places.js';
import { createThreadRows, type ThreadRows } from '../thread-rows.js';

export const maxRecent = firstPage.recentThreads;
const maxMatches = 15;

export const topAuthors = createPeopleList<MemberStat>(5, 5);
export const matches = createPeopleList<MemberStat>(maxMatches, maxMatches);

const list = createThreadRows();
export const useHome = list.useRows;

export function listRecentPosts(byId: Record<number, ThreadSummary>): ThreadSummary[] {
  return Object.values(byId)
    .sort((one, other) => other.last_post_at.localeCompare(one.last_post_at))
    .slice(0, maxRecent);
}

export function openHome(): () => void {
  return followPlaces({
    load: (signal) =>
      list.readLatest(maxRecent, signal, (response) => list.show(response, { isSorted: true, isResync: true })),
    rows: applyRows,
  });
}

function applyRows(rows: LiveRow[], reload: () => void): void {
  for (const row of rows) {
    if (row.kind !== 'summary') continue;
    const shownRow = useHome.getState().byId[row.id];
    if (!('removed' in row)) useHome.setState((state) => addRecent(state, row));
    // A moved thread leaves one topic and appears in another at the same position. The two messages may arrive in
    // either order.
    else if (!shownRow || shownRow.pos < row.pos) {
      useHome.setState((state) => {
        delete state.byId[row.id];
        // The new row of a moved thread has the same position and would otherwise be rejected.
        state.removed[row.id] = '';
      });
      if (shownRow) reload(); // Only the server can provide the thread that moves up.
    }
  }
}

function addRecent(state: ThreadRows, row: ThreadSummary): void {
  upsertRow(state, row);
  state.byId = Object.fromEntries(listRecentPosts(state.byId).map((thread) => [thread.id, thread]));
}
