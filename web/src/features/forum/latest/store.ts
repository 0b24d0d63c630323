import { firstPage } from '@guildhall/domain/wire/list-sizes.js';
import type { LiveRow, MemberNames } from '@guildhall/domain/wire/schemas/live/rows.js';
import type { ThreadSummary } from '@guildhall/domain/wire/schemas/forum/threads.js';
import { create } from 'zustand';
import { immer } from 'zustand/middleware/immer';
import { upsertRow, type RowSet } from '../../../live/row-set.js';
import { get } from '../../../shared/api/api.js';
import { nameInThread, namesSince, onMemberUpdate } from '../../../shared/state/member-names.js';
import { onUserChange } from '../../../shared/state/session.js';
import { texts } from '../../../shared/texts.js';
import { showError } from '../../../shared/toast.js';
import { followPlaces } from '../places/follow-places.js';
import { isNewerBy } from '../../../shared/reading/marks.js';

/**
 * The list of all latest threads. Its rows stay where they were when it was loaded, so that nothing moves under the
 * reader; their counts are live.
 */
interface LatestState extends RowSet<ThreadSummary> {
  status: 'loading' | 'ready' | 'failed';
  /** The rows as they were loaded. */
  order: number[];
  /** Address of the page after the loaded ones. */
  next: string | null;
  loadingMore: boolean;
  /** How often the reader has asked for the newest state. */
  loads: number;
  /** The time of the newest post when the list was loaded. */
  loadedAt: string;
  /** Threads with new replies since then, shown or not. */
  changed: Record<number, true>;
  /** The thread that the keys have reached. */
  current: number | null;
}

const empty: LatestState = {
  status: 'loading',
  order: [],
  next: null,
  loadingMore: false,
  loads: 0,
  loadedAt: '',
  changed: {},
  current: null,
  byId: {},
  removed: {},
};

export const useLatest = create<LatestState>()(immer((): LatestState => empty));

const nameMember = (member: MemberNames): void =>
  useLatest.setState(({ byId }) => {
    for (const row of Object.values(byId)) nameInThread(row, member);
  });
onMemberUpdate(nameMember);

let person = 0;
onUserChange(() => {
  person++;
  useLatest.setState(empty);
});

/** The next response replaces the rows; otherwise it is compared with them. */
let replaces = true;

/**
 * Loads the list and keeps it live. `keep`: the reader returns to the list, which stays as it was.
 * @returns a function that stops it
 */
export function openLatest(keep: boolean): () => void {
  replaces = !keep;
  return followPlaces({ load: loadFirst, rows: applyRows });
}

/** Shows the newest state, at the reader's request. */
export async function reloadLatest(): Promise<void> {
  replaces = true;
  await loadFirst();
}

async function loadFirst(): Promise<string | null> {
  const asking = person;
  try {
    const { body, position, next } = await get<ThreadSummary[]>(`/forums/recent?limit=${firstPage.latestThreads}`);
    if (person !== asking) return null;
    if (replaces || useLatest.getState().status !== 'ready') {
      const byId = Object.fromEntries(body.map((row) => [row.id, row]));
      const order = body.map(({ id }) => id);
      const loadedAt = body.reduce((newest, { last_post_at: at }) => (at > newest ? at : newest), '');
      const loads = useLatest.getState().loads + 1;
      useLatest.setState({ byId, order, next, loads, loadedAt, changed: {}, loadingMore: false, status: 'ready' });
    } else {
      applyRows(body.map((row) => ({ kind: 'summary', ...row })));
    }
    replaces = false;
    for (const member of namesSince(position)) nameMember(member);
    return position;
  } catch {
    // What was read before stays.
    if (person === asking) useLatest.setState(({ status }) => ({ status: status === 'ready' ? status : 'failed' }));
    return null;
  }
}

/** Adds the next page. */
export async function loadMore(): Promise<void> {
  const { next, loadingMore } = useLatest.getState();
  if (next === null || loadingMore) return;
  useLatest.setState({ loadingMore: true });
  const page = await get<ThreadSummary[]>(next).catch(() => null);
  if (!page && useLatest.getState().next === next) showError(texts.moreFailed);
  useLatest.setState((state) => {
    if (state.next !== next) return;
    state.loadingMore = false;
    if (!page) return;
    state.next = page.next;
    for (const row of page.body) {
      // One that got a reply in the meantime may be in two pages, or in none.
      if (!state.order.includes(row.id)) state.order.push(row.id);
      upsertRow(state, row);
    }
  });
}

/** The only way in for updates of the list. */
function applyRows(rows: LiveRow[]): void {
  useLatest.setState((state) => {
    for (const row of rows) {
      if (row.kind !== 'summary') continue;
      const shown = state.byId[row.id];
      // A moved thread leaves one topic and appears in another at the same position, in either order: it keeps its place.
      if ('removed' in row) {
        if (shown && shown.pos < row.pos) delete state.byId[row.id];
        delete state.changed[row.id];
        continue;
      }
      const isShown = state.order.includes(row.id);
      if (isNewerBy(row, isShown ? state.loadedAt : oldestShown(state))) state.changed[row.id] = true;
      else delete state.changed[row.id];
      if (isShown) upsertRow(state, row);
    }
  });
}

/** A thread that is not shown and older than all rows belongs to a page that is not loaded yet. */
function oldestShown({ next, byId }: LatestState): string {
  if (next === null) return '';
  return Object.values(byId).reduce((oldest, { last_post_at: at }) => (at < oldest ? at : oldest), '~');
}
