import type { LiveRow, MemberNames } from '@guildhall/domain/wire/schemas/live/rows.js';
import type { ThreadSummary } from '@guildhall/domain/wire/schemas/forum/threads.js';
import type { Topic } from '@guildhall/domain/wire/topics.js';
import { create } from 'zustand';
import { immer } from 'zustand/middleware/immer';
import { listen } from '../../live/connection.js';
import { scheduleReload } from '../../live/schedule-reload.js';
import { removeRow, upsertRow, type RowSet } from '../../live/row-set.js';
import { get } from '../../shared/api/api.js';
import { nameInThread, namesSince, onMemberUpdate } from '../../shared/state/member-names.js';
import { resetOnUserChange, onUserChange } from '../../shared/state/session.js';
import { getThreads, type ListedPlace } from './api.js';

/** The thread list of the place that is open, or was last. */
interface ListState extends RowSet<ThreadSummary> {
  place: ListedPlace | null;
  status: 'loading' | 'ready' | 'failed';
  /** Address of the page after the loaded ones. */
  next: string | null;
  loadingMore: boolean;
  /** Threads with new replies since the list was opened. */
  fresh: Record<number, true>;
}

const empty: ListState = {
  place: null,
  status: 'loading',
  next: null,
  loadingMore: false,
  byId: {},
  removed: {},
  fresh: {},
};

export const useThreadList = create<ListState>()(immer(() => empty));
onUserChange(() => useThreadList.setState(empty));
onMemberUpdate(nameMember);

/** Pinned threads first, then by newest activity. */
export function inListOrder(one: ThreadSummary, other: ThreadSummary): number {
  if (one.sticky !== other.sticky) return one.sticky ? -1 : 1;
  return other.last_post_at.localeCompare(one.last_post_at) || other.id - one.id;
}

/** Loads a place's list and keeps it live. What was shown of the same place before stays until then. */
export function openPlace(place: ListedPlace): () => void {
  return resetOnUserChange(() => beginPlace(place));
}

function beginPlace(place: ListedPlace): () => void {
  const { place: shown } = useThreadList.getState();
  const same =
    shown?.sectionId === place.sectionId &&
    shown.subsectionId === place.subsectionId &&
    shown.prefixId === place.prefixId;
  useThreadList.setState(same ? { fresh: {} } : { ...empty, place });
  const topic: Topic = place.subsectionId === null ? `section:${place.sectionId}` : `subsection:${place.subsectionId}`;
  let closed = false;
  let stopListening = () => {};
  let stopWaiting = () => {};
  let failures = 0;

  async function load(): Promise<void> {
    try {
      const { body, position, next } = await getThreads(place, Object.keys(useThreadList.getState().byId).length);
      if (closed) return;
      failures = 0;
      const byId = Object.fromEntries(body.map((row) => [row.id, row]));
      useThreadList.setState({ byId, removed: {}, next, status: 'ready', loadingMore: false });
      for (const member of namesSince(position)) nameMember(member);
      stopListening();
      stopListening = listen(topic, position, { rows: (rows) => applyRows(place, rows), resync }).stop;
    } catch {
      if (closed) return;
      failures += 1;
      // What is shown stays, but it is not live until it has been reread.
      if (useThreadList.getState().status === 'ready') resync();
      else useThreadList.setState({ status: 'failed' });
    }
  }
  function resync(): void {
    stopWaiting();
    stopWaiting = scheduleReload(() => void load(), failures);
  }

  void load();
  return () => {
    closed = true;
    stopListening();
    stopWaiting();
  };
}

/** Adds the next page. */
export async function loadMore(): Promise<void> {
  const { next, loadingMore, place } = useThreadList.getState();
  if (next === null || loadingMore) return;
  useThreadList.setState({ loadingMore: true });
  const page = await get<ThreadSummary[]>(next).catch(() => null);
  if (useThreadList.getState().place !== place) return;
  useThreadList.setState((state) => {
    if (state.next !== next) return;
    state.loadingMore = false;
    if (!page) return;
    for (const row of page.body) upsertRow(state, row);
    state.next = page.next;
  });
}

/** The only way in for updates of the list from the live connection. */
export function applyRows(place: ListedPlace, rows: LiveRow[]): void {
  useThreadList.setState((state) => {
    for (const row of rows) {
      if (row.kind !== 'summary') continue;
      if ('removed' in row || !isListedIn(row, place)) removeRow(state, row.id, row.pos);
      else if (isInWindow(state, row)) {
        const before = state.byId[row.id]?.last_post_at;
        if (upsertRow(state, row) !== 'kept' && before !== row.last_post_at) state.fresh[row.id] = true;
      }
    }
  });
}

function isListedIn(row: ThreadSummary, place: ListedPlace): boolean {
  const { sectionId, subsectionId, prefixId } = place;
  const isThere = row.section_id === sectionId && row.subsection_id === subsectionId;
  return isThere && (prefixId === null || row.prefix?.id === prefixId);
}

/** A row below the last loaded one belongs to a page that is not loaded yet. */
function isInWindow(state: ListState, row: ThreadSummary): boolean {
  if (state.next === null || state.byId[row.id]) return true;
  return Object.values(state.byId).some((shown) => inListOrder(row, shown) < 0);
}

/** A member has a new name or avatar from now on. */
function nameMember(member: MemberNames): void {
  useThreadList.setState(({ byId }) => {
    for (const row of Object.values(byId)) nameInThread(row, member);
  });
}
