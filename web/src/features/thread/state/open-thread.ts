import type { ThreadRow } from '@guildhall/domain/wire/schemas/forum/threads.js';
import { create } from 'zustand';
import { olderPosition } from '../../../live/positions.js';
import { ApiError, type ApiResponse } from '../../../shared/api/api.js';
import { openLiveList, type LiveList } from '../../../shared/state/live-list.js';
import { resetOnUserChange, useSession } from '../../../shared/state/session.js';
import { getThread, readBackward, readForward, type RowRange } from './api.js';
import { confirmReply, useOutbox } from './outbox.js';
import { readAround } from './load-more.js';
import { applyRows, emptyThread, nameMember, newestOrder, useThread, visitStart } from './store.js';
import { loadActions } from './staff-rows.js';
import { wholeGap, splitGap, endOfOrders, isInGap, startOfOrders, stretchesOf, type Gap } from './window.js';
import { findUnreadStart } from '../navigation/unread-start.js';

/** When to look for the row of an acknowledged write, in case the live connection misses it. */
const lookAfterMs = [1_000, 3_000, 8_000];

/** A reply by its id, or by its number. */
export interface Target {
  what: 'around' | 'number';
  value: number;
}

interface Visit {
  id: number;
  /** Returns the target in the URL or history entry; read whenever the thread is loaded from the start. */
  target: () => Target | null;
}

interface OpenThread {
  list: LiveList | null;
  /** A thread opened before its page renders; the page takes it over. */
  prepared: { id: number; stop: () => void } | null;
}

const useOpenThread = create<OpenThread>(() => ({ list: null, prepared: null }));

const maxPreparationMs = 500;

/**
 * Loads a thread, with the neighbours of the reply that the address names, and keeps it live. What was shown of the
 * same thread before stays until then, if the visit leads to a certain reply; without one a member starts at the first
 * unread reply.
 * @returns a function that stops it
 */
export function openThread(id: number, target: Visit['target'] = () => null): () => void {
  const { prepared } = useOpenThread.getState();
  useOpenThread.setState({ prepared: null });
  if (prepared?.id === id) return prepared.stop;
  prepared?.stop();
  const seen = { ever: false };
  return resetOnUserChange(() => beginThread(id, target, seen));
}

/**
 * Opens a thread before its page is drawn for the first time. The drawing of many replies can then be interrupted; an
 * update by a store could not.
 * @returns resolved when there is something to draw, or when that takes long
 */
export async function prepareThread(id: number, target: Visit['target']): Promise<void> {
  const prepared = { id, stop: openThread(id, target) };
  useOpenThread.setState({ prepared });
  let stop = () => {};
  await new Promise<void>((resolve) => {
    stop = useThread.subscribe(({ status }) => status !== 'loading' && resolve());
    setTimeout(resolve, maxPreparationMs);
  });
  stop();
}

export const isPrepared = (id: number): boolean => useOpenThread.getState().prepared?.id === id;

function beginThread(id: number, target: Visit['target'], seen: { ever: boolean }): () => void {
  const { threadId, status } = useThread.getState();
  const known = threadId === id && status === 'ready' && target() !== null;
  useThread.setState({ ...(known ? visitStart : emptyThread), threadId: id, visit: {} });
  const stopWatching = useOutbox.subscribe(({ entries }, before) => {
    for (const entry of entries) {
      if (entry.threadId !== id || entry.state !== 'sent') continue;
      if (!before.entries.some((old) => old.id === entry.id && old.state === 'sent')) expectRow(entry.id, null);
    }
  });
  const list = openLiveList({
    read: (signal) => readThread({ id, target }, signal),
    show({ position }) {
      seen.ever = true;
      return { topics: [`thread:${id}`], position };
    },
    apply: applyRows,
    rename: nameMember,
    fail(error) {
      showLoadError(error, seen.ever);
      // The rows stay visible, but they are not live until they have been reread.
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

/** Rereads everything that is shown, for example after a resync. */
export function reloadThread(): void {
  void useOpenThread.getState().list?.load();
}

/** Shows each part as soon as it arrives: the first replies of a long thread, then the newest. */
async function readThread(visit: Visit, signal: AbortSignal): Promise<{ position: string | null }> {
  const { status, gaps, byId } = useThread.getState();
  const again = status === 'ready' && Object.keys(byId).length > 0;
  const [thread, stretches] = await (again ? readAgain(visit.id, gaps) : readFirst(visit, signal));
  const known = again ? { newest: newestOrder(byId), gaps } : { newest: endOfOrders, gaps: wholeGap };
  if (!signal.aborted) show(thread, stretches, known);
  if (!again && !signal.aborted && stretches.every(({ to }) => to !== endOfOrders)) {
    stretches.push(await readBackward(visit.id, endOfOrders));
    if (!signal.aborted) show(thread, stretches, known);
  }
  return { position: stretches.map((stretch) => stretch.position).reduce(olderPosition, thread.position) };
}

/** Loads the thread with its first replies, and those around the target of the visit. */
async function readFirst(
  { id, target: targetOf }: Visit,
  signal: AbortSignal,
): Promise<[ApiResponse<ThreadRow>, RowRange[]]> {
  const top = Promise.all([
    getThread(id),
    readForward(id, startOfOrders, startOfOrders),
    loadActions(id), // first, so that no gap appears if the replies are already loaded
  ]);
  const target = targetOf();
  const elsewhere = target ? readTarget(id, target) : readUnread(id, top, signal);
  const [[thread, first], other] = await Promise.all([top, elsewhere.catch(() => null)]);
  return [thread, other ? [first, other] : [first]];
}

function readTarget(id: number, { what, value }: Target): Promise<RowRange | null> {
  return value === id ? Promise.resolve(null) : readAround(id, what, String(value));
}

/** A member's visit starts at the first unread reply. The session may be known only with the first responses. */
async function readUnread(id: number, top: Promise<unknown>, signal: AbortSignal): Promise<RowRange | null> {
  if (useSession.getState().user === undefined) await top;
  if (!useSession.getState().user) return null;
  const start = await findUnreadStart(id);
  if (!signal.aborted) useThread.setState({ marked: true, newAfter: start?.after ?? null, start: start?.id ?? null });
  return start?.stretch ?? null;
}

async function readAgain(id: number, gaps: readonly Gap[]): Promise<[ApiResponse<ThreadRow>, RowRange[]]> {
  void loadActions(id);
  return Promise.all([
    getThread(id),
    Promise.all(
      stretchesOf(gaps).map(({ from, to }) =>
        to === endOfOrders && from !== startOfOrders ? readBackward(id, from) : readForward(id, from, to),
      ),
    ),
  ]);
}

/**
 * Replaces the rows: those of another log cannot be compared with the current ones. Rows newer than `newest` come in as
 * if they had been pushed, so that a reader who was away is notified. `known` is what was loaded when the reading
 * started: what was loaded into its gaps since is as new, and stays.
 */
function show(
  { body }: ApiResponse<ThreadRow>,
  stretches: readonly RowRange[],
  { newest, gaps: before }: { newest: string; gaps: readonly Gap[] },
): void {
  const now = useThread.getState();
  const since = Object.values(now.byId).filter(({ order }) => isInGap(before, order));
  const rows = [...since, ...stretches.flatMap((stretch) => stretch.rows)];
  const known = rows.filter(({ order }) => order <= newest);
  const byId = Object.fromEntries(known.map((row) => [row.id, row]));
  const loaded = since.length > 0 ? [...stretchesOf(now.gaps), ...stretches] : stretches;
  const gaps = loaded.reduce((left: readonly Gap[], { from, to }) => splitGap(left, from, to), wholeGap);
  const nothingNewer = { counts: null, removed: {}, loading: null, deleted: false };
  useThread.setState({ status: 'ready', thread: body, byId, gaps: [...gaps], ...nothingNewer });
  confirmReply(known.map(({ id }) => id));
  applyRows(rows.filter(({ order }) => order > newest).map((row) => ({ kind: 'post', ...row })));
}

function showLoadError(error: unknown, seen: boolean): void {
  // Only the server itself returns a code: the response of a proxy says nothing about what exists.
  const missing = error instanceof ApiError && error.code !== '' && error.status < 500 && error.status !== 429;
  useThread.setState((state) => {
    if (state.status === 'ready') state.status = missing ? 'gone' : 'ready';
    else if (missing) state.status = seen ? 'gone' : 'missing';
    else state.status = 'failed';
  });
}

/**
 * Checks whether a reply shows the effect of an acknowledged write: that it is visible, or that it is as new as `pos`.
 * If the live connection does not bring it, the thread is reread.
 */
export function expectRow(id: number, pos: string | null): void {
  const { list } = useOpenThread.getState();
  const look = (attempt: number) => {
    const delayMs = lookAfterMs[attempt];
    if (delayMs === undefined) return confirmReply([id]);
    setTimeout(() => {
      const { byId, removed } = useThread.getState();
      const isShown = (byId[id]?.pos ?? removed[id] ?? '') >= (pos ?? '0');
      if (isShown || list !== useOpenThread.getState().list) return;
      void list?.load().then(() => look(attempt + 1));
    }, delayMs);
  };
  look(0);
}
