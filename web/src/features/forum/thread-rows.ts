import type { OwnThreadList } from '@guildhall/domain/wire/kinds.js';
import type { MemberNames } from '@guildhall/domain/wire/schemas/live/rows.js';
import type { ThreadSummary } from '@guildhall/domain/wire/schemas/forum/threads.js';
import { produce } from 'immer';
import { create } from 'zustand';
import { immer } from 'zustand/middleware/immer';
import { upsertRow, type RowSet } from '../../live/row-set.js';
import { get, type ApiResponse } from '../../shared/api/api.js';
import { nameInThread, listNamesSince, onMemberUpdate } from '../../shared/state/member-names.js';
import { onUserChange } from '../../shared/state/session.js';
import { texts } from '../../shared/texts.js';
import { showError } from '../../shared/toast.js';

export interface ThreadRows extends RowSet<ThreadSummary> {
  status: 'loading' | 'ready' | 'failed';
  /** Identifies the place and filters so that rows of another list are never shown. */
  scope: string;
  /** The row ids in the order in which they were loaded. Null if updates may reorder the rows. */
  order: number[] | null;
  next: string | null;
  loadingMore: boolean;
  loads: number;
  openedAt: string;
  /** Changed threads whose position in a fixed `order` is unknown. */
  waiting: Record<number, true>;
  current: number | null;
}

export const countReactions = ({ reactions }: ThreadSummary): number =>
  Object.values(reactions).reduce((sum, count) => sum + count, 0);

const empty: ThreadRows = {
  status: 'loading',
  scope: '',
  order: null,
  next: null,
  loadingMore: false,
  loads: 0,
  openedAt: '',
  waiting: {},
  current: null,
  byId: {},
  removed: {},
};

const maxListsLeft = 10;

const createStore = () => create<ThreadRows>()(immer(() => empty));
type RowsStore = ReturnType<typeof createStore>;

export function createThreadRows() {
  const useRows = createStore();
  /** The lists that the reader has left, by scope and oldest first, for a return with the Back button. */
  const listsLeft = new Map<string, ThreadRows>();

  function rename(member: MemberNames): void {
    useRows.setState((rows) => renameInRows(rows, member));
    for (const [scope, rows] of listsLeft)
      listsLeft.set(
        scope,
        produce(rows, (draft) => renameInRows(draft, member)),
      );
  }
  onUserChange(() => {
    listsLeft.clear();
    useRows.setState(({ scope, loads }) => ({ ...empty, scope, loads }));
  });
  onMemberUpdate(rename);

  function show({ body, next }: ApiResponse<ThreadSummary[]>, options: { isSorted: boolean; isResync: boolean }): void {
    const byId = Object.fromEntries(body.map((row) => [row.id, row]));
    const order = options.isSorted ? null : body.map(({ id }) => id);
    useRows.setState({ byId, removed: {}, order, next, waiting: {}, status: 'ready', loadingMore: false });
    if (options.isResync) return;
    const openedAt = body.reduce((newest, { last_post_at: at }) => (at > newest ? at : newest), '');
    useRows.setState(({ loads }) => ({ openedAt, loads: loads + 1 }));
  }

  function showFailure(): boolean {
    const isReady = useRows.getState().status === 'ready';
    if (!isReady) useRows.setState({ status: 'failed' });
    return isReady;
  }

  async function readLatest(
    count: number,
    signal: AbortSignal,
    take: (response: ApiResponse<ThreadSummary[]>) => void,
    list: OwnThreadList | null = null,
  ): Promise<string | null> {
    const path = list === null ? `/forums/recent?limit=${count}` : `/forums/recent/own?list=${list}&limit=${count}`;
    try {
      const response = await get<ThreadSummary[]>(path, signal);
      if (signal.aborted) return null;
      take(response);
      listNamesSince(response.position).forEach(rename);
      return response.position;
    } catch {
      if (!signal.aborted) showFailure();
      return null;
    }
  }

  const open = (scope: string, isReturn: boolean) => openList(useRows, listsLeft, scope, isReturn);
  return { useRows, open, rename, show, showFailure, readLatest, loadMore: () => loadMore(useRows) };
}

/** Shows the list of another place or filter. `isReturn` restores it with all the pages that were loaded. */
function openList(useRows: RowsStore, listsLeft: Map<string, ThreadRows>, scope: string, isReturn: boolean): void {
  const current = useRows.getState();
  if (current.scope === scope) return;
  const rows = (isReturn && listsLeft.get(scope)) || { ...empty, scope };
  listsLeft.delete(scope);
  if (current.status === 'ready') listsLeft.set(current.scope, current);
  for (const oldest of [...listsLeft.keys()].slice(0, -maxListsLeft)) listsLeft.delete(oldest);
  useRows.setState({ ...rows, loadingMore: false, loads: current.loads + 1 });
}

function renameInRows({ byId }: Pick<ThreadRows, 'byId'>, member: MemberNames): void {
  for (const row of Object.values(byId)) nameInThread(row, member);
}

async function loadMore(useRows: RowsStore): Promise<void> {
  const { next, loadingMore, loads } = useRows.getState();
  if (next === null || loadingMore) return;
  useRows.setState({ loadingMore: true });
  const page = await get<ThreadSummary[]>(next).catch(() => null);
  const state = useRows.getState();
  if (state.next !== next || state.loads !== loads) return;
  if (!page) showError(texts.moreFailed);
  useRows.setState((state) => {
    state.loadingMore = false;
    if (!page) return;
    state.next = page.next;
    for (const row of page.body) {
      // A thread that received a reply between the two requests may be on both pages or on neither.
      if (state.order?.includes(row.id) === false) state.order.push(row.id);
      upsertRow(state, row);
    }
  });
}
