import { foldName } from '@guildhall/domain/account/names.js';
import type { LiveRow, MemberNames } from '@guildhall/domain/wire/schemas/live/rows.js';
import type { ThreadSort } from '@guildhall/domain/wire/kinds.js';
import type { ThreadSummary } from '@guildhall/domain/wire/schemas/forum/threads.js';
import type { Topic } from '@guildhall/domain/wire/topics.js';
import { create } from 'zustand';
import { immer } from 'zustand/middleware/immer';
import { removeRow, upsertRow, type RowSet } from '../../live/row-set.js';
import { get } from '../../shared/api/api.js';
import { openLiveList } from '../../shared/state/live-list.js';
import { nameInThread, onMemberUpdate } from '../../shared/state/member-names.js';
import { resetOnUserChange, onUserChange } from '../../shared/state/session.js';
import { texts } from '../../shared/texts.js';
import { showError } from '../../shared/toast.js';
import { isNewerBy, publishRecount } from '../../shared/reading/marks.js';
import { applyToPlaceMarks } from '../../shared/reading/place-marks.js';
import { getThreads, type ListedPlace } from './api.js';

/** The thread list of the place that is open, or was last. */
interface ListState extends RowSet<ThreadSummary> {
  place: ListedPlace | null;
  status: 'loading' | 'ready' | 'failed';
  /** Address of the page after the loaded ones. */
  next: string | null;
  loadingMore: boolean;
  /** How often a list was opened. */
  loads: number;
  /** The time of the newest post when the list was opened: threads with later ones are fresh. */
  openedAt: string;
  /** The rows as they were loaded, in an order that stays while it is read; null in the default order, which moves. */
  order: number[] | null;
  /** Threads that the list has been missing since it was loaded, in such an order. */
  missed: Record<number, true>;
}

const empty: ListState = {
  place: null,
  status: 'loading',
  next: null,
  loadingMore: false,
  byId: {},
  removed: {},
  loads: 0,
  openedAt: '',
  order: null,
  missed: {},
};

export const useThreadList = create<ListState>()(immer(() => empty));
onUserChange(() => useThreadList.setState(empty));
onMemberUpdate(nameMember);

type Compare = (one: ThreadSummary, other: ThreadSummary) => number;

const newestFirst: Compare = (one, other) => other.created_at.localeCompare(one.created_at) || other.id - one.id;
const reactionsTo = ({ reactions }: ThreadSummary) => Object.values(reactions).reduce((sum, count) => sum + count, 0);

/** The orders of the server. */
const comparisons: Record<ThreadSort, Compare> = {
  latest(one, other) {
    if (one.sticky !== other.sticky) return one.sticky ? -1 : 1;
    return other.last_post_at.localeCompare(one.last_post_at) || other.id - one.id;
  },
  newest: newestFirst,
  replies: (one, other) => other.reply_count - one.reply_count || newestFirst(one, other),
  reactions: (one, other) => reactionsTo(other) - reactionsTo(one) || newestFirst(one, other),
  unanswered: newestFirst,
};

/** The rows as they are shown. */
export function rowsShown({ byId, order }: Pick<ListState, 'byId' | 'order'>): ThreadSummary[] {
  if (order === null) return Object.values(byId).sort(comparisons.latest);
  return order.flatMap((id) => byId[id] ?? []);
}

/** The default list of a place is sorted again with every reply; any other one stays as it was loaded. */
const isMoving = ({ sort }: ListedPlace): boolean => sort === 'latest';

/** Loads a place's list and keeps it live. What was shown of the same place before stays until then. */
export function openPlace(place: ListedPlace): () => void {
  return resetOnUserChange(() => beginPlace(place));
}

function beginPlace(place: ListedPlace): () => void {
  const { place: shown } = useThreadList.getState();
  const same = shown !== null && JSON.stringify(shown) === JSON.stringify(place);
  if (!same) useThreadList.setState(({ loads }) => ({ ...empty, place, loads }));
  const topic: Topic = place.subsectionId === null ? `section:${place.sectionId}` : `subsection:${place.subsectionId}`;
  let isReload = false;
  return openLiveList({
    read: () => getThreads(place, Object.keys(useThreadList.getState().byId).length),
    show({ body, position, next }) {
      const byId = Object.fromEntries(body.map((row) => [row.id, row]));
      const order = isMoving(place) ? null : body.map(({ id }) => id);
      useThreadList.setState({ byId, removed: {}, next, order, missed: {}, status: 'ready', loadingMore: false });
      if (isReload) publishRecount([]);
      else useThreadList.setState(({ loads }) => ({ openedAt: newestPost(body), loads: loads + 1 }));
      isReload = true;
      return { topics: [topic], position };
    },
    apply: (rows) => applyRows(place, rows),
    rename: nameMember,
    fail() {
      // What is shown stays, but it is not live until it has been reread.
      if (useThreadList.getState().status === 'ready') return true;
      useThreadList.setState({ status: 'failed' });
      return false;
    },
  }).stop;
}

/** Adds the next page. */
export async function loadMore(): Promise<void> {
  const { next, loadingMore, place } = useThreadList.getState();
  if (next === null || loadingMore) return;
  useThreadList.setState({ loadingMore: true });
  const page = await get<ThreadSummary[]>(next).catch(() => null);
  if (useThreadList.getState().place !== place) return;
  if (!page) showError(texts.moreFailed);
  useThreadList.setState((state) => {
    if (state.next !== next) return;
    state.loadingMore = false;
    if (!page) return;
    for (const row of page.body) {
      // One that moved between two pages arrives twice.
      if (upsertRow(state, row) === 'new') state.order?.push(row.id);
    }
    state.next = page.next;
  });
}

/** The only way in for updates of the list from the live connection. */
export function applyRows(place: ListedPlace, rows: LiveRow[]): void {
  applyToPlaceMarks(rows);
  useThreadList.setState((state) => {
    for (const row of rows) {
      if (row.kind !== 'summary') continue;
      if ('removed' in row || !isListedIn(row, place)) {
        removeRow(state, row.id, row.pos);
        delete state.missed[row.id];
      } else if (!isInWindow(state, row, place.sort)) delete state.missed[row.id];
      else if (!isMoving(place) && !state.byId[row.id]) state.missed[row.id] = true;
      else upsertRow(state, row);
    }
  });
}

const newestPost = (rows: readonly ThreadSummary[]): string =>
  rows.reduce((newest, { last_post_at }) => (last_post_at > newest ? last_post_at : newest), '');

/** Whether a thread has a reply by another since the list was opened. */
export const isFresh = ({ status, openedAt }: Pick<ListState, 'status' | 'openedAt'>, row: ThreadSummary): boolean =>
  status === 'ready' && isNewerBy(row, openedAt);

function isListedIn(row: ThreadSummary, place: ListedPlace): boolean {
  const { sectionId, subsectionId, prefixId, author } = place;
  const isThere = row.section_id === sectionId && row.subsection_id === subsectionId;
  const isBy = author === '' || foldName(row.username) === foldName(author);
  return isThere && isBy && (prefixId === null || row.prefix?.id === prefixId);
}

/** A row below the last loaded one belongs to a page that is not loaded yet. One that is shown stays in its list. */
function isInWindow(state: ListState, row: ThreadSummary, sort: ThreadSort): boolean {
  if (state.byId[row.id]) return true;
  if (sort === 'unanswered' && row.reply_count > 0) return false;
  return state.next === null || Object.values(state.byId).some((shown) => comparisons[sort](row, shown) < 0);
}

/** A member has a new name or avatar from now on. */
function nameMember(member: MemberNames): void {
  useThreadList.setState(({ byId }) => {
    for (const row of Object.values(byId)) nameInThread(row, member);
  });
}
