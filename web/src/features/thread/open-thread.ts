import type { Topic } from '@guildhall/domain/wire/live.js';
import type { PostRow, ThreadRow } from '@guildhall/domain/wire/rest.js';
import { listen } from '../../live/connection.js';
import { loadAgainSoon } from '../../live/load-again.js';
import { olderPosition } from '../../live/positions.js';
import type { Listening } from '../../live/topics.js';
import { get, mayPass, Refused, type Answer } from '../../shared/api.js';
import { getPostsBefore, getThread, pageSize } from './api.js';
import { settle, useOutbox } from './outbox.js';
import { applyRows, emptyThread, newestOrder, useThread } from './store.js';
import { endOfOrders, gapAfterEarlier, gapAfterLater, gapBetween, readBackward, readForward } from './window.js';
import type { Gap, Segment } from './window.js';

/** After an acknowledged write the row is looked for so often, in milliseconds, should the live connection not bring it. */
const lookAfter = [1_000, 3_000, 8_000];

interface OpenThread {
  id: number;
  closed: boolean;
  listening: Listening | null;
  timers: Set<() => void>;
  /** Readings in a row that had no answer. */
  failures: number;
}

let open: OpenThread | null = null;

/** Loads a thread and keeps it live. What was shown of the same thread before stays until then. @returns the end. */
export function openThread(id: number): () => void {
  const mine: OpenThread = { id, closed: false, listening: null, timers: new Set(), failures: 0 };
  open = mine;
  const known = useThread.getState().threadId === id && useThread.getState().status === 'ready';
  useThread.setState(known ? { unseen: [], newFrom: null, atEnd: false } : { ...emptyThread, threadId: id });
  const stopWatching = useOutbox.subscribe(({ entries }, before) => {
    for (const entry of entries) {
      if (entry.threadId !== id || entry.state !== 'sent') continue;
      if (!before.entries.some((old) => old.id === entry.id && old.state === 'sent')) expectRow(entry.id, null);
    }
  });
  void load(mine);
  return () => {
    mine.closed = true;
    mine.listening?.stop();
    for (const end of mine.timers) end();
    stopWatching();
    if (open === mine) open = null;
  };
}

/** Reads all that is shown again, as after a resync. */
export function reloadThread(): void {
  if (open) void load(open);
}

async function load(mine: OpenThread): Promise<void> {
  try {
    const { status, gap, byId } = useThread.getState();
    const again = status === 'ready' && Object.keys(byId).length > 0;
    const newest = again ? newestOrder(byId) : endOfOrders;
    const [thread, first] = await Promise.all([
      getThread(mine.id),
      readForward(mine.id, again ? (gap?.after ?? endOfOrders) : ''),
    ]);
    if (mine.closed) return;
    if (!again) show(thread, first, first.rows, first.next === null ? null : openGap(first), newest);
    const tail = first.next === null ? null : await readBackward(mine.id, again && gap ? gap.before : endOfOrders);
    if (mine.closed) return;
    show(thread, first, [...first.rows, ...(tail?.rows ?? [])], tail ? gapBetween(first, tail.rows) : null, newest);
    mine.failures = 0;
    hear(mine, olderPosition(olderPosition(thread.position, first.position), tail?.position ?? null));
  } catch (error) {
    if (mine.closed) return;
    mine.failures += 1;
    fail(error);
    // What is shown stays, but it is not live until it has been read again.
    if (mayPass(error) && useThread.getState().status === 'ready') resyncSoon(mine);
  }
}

/**
 * Replaces the rows: those of another log cannot be compared with what stands here. What is newer than `newest` comes
 * in as if it had been pushed, so that a reader who was away is told of it.
 */
function show({ body }: Answer<ThreadRow>, { next }: Segment, rows: PostRow[], gap: Gap | null, newest: string): void {
  const known = rows.filter(({ order }) => order <= newest);
  const byId = Object.fromEntries(known.map((row) => [row.id, row]));
  const nothingNewer = { counts: null, removed: {}, loading: null };
  useThread.setState({ status: 'ready', thread: body, byId, gap, next, ...nothingNewer });
  settle(known.map(({ id }) => id));
  applyRows(rows.filter(({ order }) => order > newest).map((row) => ({ kind: 'post', ...row })));
}

function openGap(first: Segment): Gap {
  return { after: first.rows.at(-1)?.order ?? '', before: endOfOrders };
}

function fail(error: unknown): void {
  const missing = error instanceof Refused && error.status < 500 && error.status !== 429;
  useThread.setState((state) => {
    if (state.status === 'ready') state.status = missing ? 'gone' : 'ready';
    else state.status = missing ? 'missing' : 'failed';
  });
}

function hear(mine: OpenThread, position: string | null): void {
  const topic: Topic = `thread:${mine.id}`;
  if (mine.listening) mine.listening.rejoin(position);
  else mine.listening = listen(topic, position, { rows: applyRows, resync: () => resyncSoon(mine) });
}

function resyncSoon(mine: OpenThread): void {
  mine.timers.add(loadAgainSoon(() => void load(mine), mine.failures));
}

/**
 * Looks whether a reply shows what an acknowledged write did to it: that it stands, or that it is as new as `pos`. If
 * the live connection does not bring it, the thread is read again.
 */
export function expectRow(id: number, pos: string | null): void {
  const mine = open;
  if (!mine) return;
  const look = (attempt: number) => {
    const wait = lookAfter[attempt];
    if (wait === undefined) return settle([id]);
    const timer = setTimeout(() => {
      const { byId, removed } = useThread.getState();
      if ((byId[id]?.pos ?? removed[id] ?? '') >= (pos ?? '0')) return;
      void load(mine).then(() => look(attempt + 1));
    }, wait);
    mine.timers.add(() => clearTimeout(timer));
  };
  look(0);
}

/** Adds a page at one edge of the gap. */
export async function narrowGap(edge: 'later' | 'earlier'): Promise<void> {
  const { gap, next, loading, threadId } = useThread.getState();
  if (!gap || loading || threadId === null || (edge === 'later' && next === null)) return;
  useThread.setState({ loading: edge });
  const asked = edge === 'later' ? get<PostRow[]>(next ?? '') : getPostsBefore(threadId, gap.before, pageSize);
  const page = await asked.catch(() => null);
  useThread.setState((state) => {
    if (state.threadId !== threadId) return;
    state.loading = null;
    if (!page || state.gap?.after !== gap.after || state.gap.before !== gap.before) return;
    state.gap = edge === 'later' ? gapAfterLater(gap, page.body, page.next) : gapAfterEarlier(gap, page.body);
    if (edge === 'later') state.next = page.next;
    for (const row of page.body) state.byId[row.id] ??= row;
  });
}
