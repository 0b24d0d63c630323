import type { ThreadRow } from '@guildhall/domain/wire/schemas/forum/threads.js';
import type { WriteResponse } from '@guildhall/domain/wire/schemas/write.js';
import { create } from 'zustand';
import { getOlderPosition, toRowPosition } from '../../../live/positions.js';
import { isMissing, send, type ApiResponse } from '../../../shared/api/api.js';
import { openLiveList, type LiveList } from '../../../shared/state/live-list.js';
import { ignoredMembers } from '../../../shared/notifications/member-lists.js';
import { resetOnUserChange } from '../../../shared/state/session.js';
import { readBackward, type RowRange } from './api.js';
import { removePending, useOutbox } from './pending-replies.js';
import { readAgain, readFirst, type Visit } from './read-thread.js';
import { applyRows, emptyThread, nameMember, findNewestOrder, useThread, visitStart } from './store.js';
import { wholeGap, splitGap, endOfOrders, isInGap, listLoadedRanges, type Gap } from './window.js';

/**
 * If the live connection is lost, the row of an acknowledged write may not arrive, so check for it after these delays.
 */
const lookAfterMs = [1_000, 3_000, 8_000];

interface OpenThread {
  list: LiveList | null;
  preparedThread: { id: number; stop: () => void } | null;
}

const useOpenThread = create<OpenThread>(() => ({ list: null, preparedThread: null }));

const maxPreparationMs = 500;

/**
 * With a target, rows of an earlier visit stay visible during the load. Without one, a member starts at the first
 * unread reply.
 * @returns a function that closes the thread
 */
export function openThread(id: number, target: Visit['target'] = () => null): () => void {
  const { preparedThread } = useOpenThread.getState();
  useOpenThread.setState({ preparedThread: null });
  if (preparedThread?.id === id) return preparedThread.stop;
  preparedThread?.stop();
  const visit = { ever: false };
  return resetOnUserChange(() => beginThread(id, target, visit));
}

/**
 * Unlike a store update, lets React interrupt the first render of many replies. Resolves when there is something to
 * render, or after `maxPreparationMs`.
 */
export async function prepareThread(id: number, target: Visit['target']): Promise<void> {
  const preparedThread = { id, stop: openThread(id, target) };
  useOpenThread.setState({ preparedThread });
  let stop = () => {};
  await new Promise<void>((resolve) => {
    stop = useThread.subscribe(({ status }) => status !== 'loading' && resolve());
    setTimeout(resolve, maxPreparationMs);
  });
  stop();
}

export const isPrepared = (id: number): boolean => useOpenThread.getState().preparedThread?.id === id;

function beginThread(id: number, target: Visit['target'], visit: { ever: boolean }): () => void {
  const { threadId, status } = useThread.getState();
  const isReturn = threadId === id && status === 'ready' && target() !== null;
  useThread.setState({ ...(isReturn ? visitStart : emptyThread), threadId: id, visit: {} });
  const stopWatching = useOutbox.subscribe(({ entries }, previousOutbox) => {
    for (const entry of entries) {
      if (entry.threadId !== id || entry.state !== 'sent') continue;
      if (!previousOutbox.entries.some((old) => old.id === entry.id && old.state === 'sent')) expectRow(entry.id, null);
    }
  });
  const list = openLiveList({
    read: (signal) => readThread({ id, target }, signal),
    show({ position }) {
      visit.ever = true;
      return { topics: [`thread:${id}`], position };
    },
    apply: applyRows,
    rename: nameMember,
    fail(error) {
      showLoadError(error, visit.ever);
      // The rows stay visible, but receive no updates until the next successful read.
      return useThread.getState().status === 'ready';
    },
  });
  useOpenThread.setState({ list });
  return () => {
    list.stop();
    stopWatching();
    useOpenThread.setState((state) => (state.list === list ? { list: null } : state));
  };
}

export function reloadThread(): void {
  void useOpenThread.getState().list?.load();
}

async function readThread(visit: Visit, signal: AbortSignal): Promise<{ position: string | null }> {
  const { status, gaps, byId } = useThread.getState();
  const isReload = status === 'ready' && Object.keys(byId).length > 0;
  // Otherwise, replies by ignored members would be visible until the list arrives.
  const [[thread, stretches]] = await Promise.all([
    isReload ? readAgain(visit.id, gaps) : readFirst(visit, signal),
    ignoredMembers.ensure(),
  ]);
  const earlierState = isReload ? { newest: findNewestOrder(byId), gaps } : { newest: endOfOrders, gaps: wholeGap };
  if (!signal.aborted) show(thread, stretches, earlierState);
  if (!isReload && !signal.aborted && stretches.every(({ to }) => to !== endOfOrders)) {
    stretches.push(await readBackward(visit.id, endOfOrders));
    if (!signal.aborted) show(thread, stretches, earlierState);
  }
  return { position: stretches.map((stretch) => stretch.position).reduce(getOlderPosition, thread.position) };
}

/**
 * Replaces all rows because positions of another log cannot be compared. Applies rows newer than `newest` like updates
 * so that a returning reader is notified. Retains rows that were loaded into the earlier gaps in the meantime.
 */
function show(
  { body }: ApiResponse<ThreadRow>,
  stretches: readonly RowRange[],
  { newest, gaps: previousGaps }: { newest: string; gaps: readonly Gap[] },
): void {
  const now = useThread.getState();
  const since = Object.values(now.byId).filter(({ order }) => isInGap(previousGaps, order));
  const rows = [...since, ...stretches.flatMap((stretch) => stretch.rows)];
  const current = rows.filter(({ order }) => order <= newest);
  const byId = Object.fromEntries(current.map((row) => [row.id, row]));
  const loadedStretches = since.length > 0 ? [...listLoadedRanges(now.gaps), ...stretches] : stretches;
  const gaps = loadedStretches.reduce(
    (remainingGaps: readonly Gap[], { from, to }) => splitGap(remainingGaps, from, to),
    wholeGap,
  );
  const emptyState = { countsPos: '', removed: {}, loading: null, deleted: false };
  useThread.setState({ status: 'ready', thread: body, byId, gaps: [...gaps], ...emptyState });
  removePending(current.map(({ id }) => id));
  applyRows(rows.filter(({ order }) => order > newest).map((row) => ({ kind: 'post', ...row })));
}

function showLoadError(error: unknown, wasVisited: boolean): void {
  useThread.setState((state) => {
    if (state.status === 'ready') state.status = isMissing(error) ? 'gone' : 'ready';
    else if (isMissing(error)) state.status = wasVisited ? 'gone' : 'missing';
    else state.status = 'failed';
  });
}

/** Reads the thread again unless the live connection delivers a row at least as new as `pos`. Null accepts any row. */
export function expectRow(id: number, pos: string | null): void {
  const { list } = useOpenThread.getState();
  const checkArrival = (attempt: number) => {
    const delayMs = lookAfterMs[attempt];
    if (delayMs === undefined) return removePending([id]);
    setTimeout(() => {
      const { byId, removed } = useThread.getState();
      const isShown = (byId[id]?.pos ?? removed[id] ?? '') >= (pos ?? '0');
      if (isShown || list !== useOpenThread.getState().list) return;
      void list?.load().then(() => checkArrival(attempt + 1));
    }, delayMs);
  };
  checkArrival(0);
}

export async function restoreReply(id: number, key: string): Promise<void> {
  const { position } = await send<WriteResponse>('POST', `/forums/posts/${id}/restore`, key);
  expectRow(id, toRowPosition(position));
}
