import { useSession } from '../../../shared/state/session.js';
import { loadMarks, setRead, useMarks, writeRead } from '../../reading/marks.js';
import { ordinalOf } from '../state/ordinals.js';
import { readingLine, startOffset, useReadingPlace } from './reading-place.js';
import { extend, markAfter, type SeenRange } from './seen-range.js';
import { currentThread, inOrder, setNewAfter, useThread } from '../state/store.js';

/** How long a reply must be in view to count as read. */
const readAfterMs = 1_000;
/** How often the mark is written while reading continues. */
const writeEveryMs = 1_500;

/**
 * Fetches how far a thread was read, so that the page shows what is new; then moves the mark over the replies that are
 * in view of a visible page, once the page has reached its place.
 */
export async function watchReading(threadId: number, end: AbortSignal): Promise<void> {
  if (!useThread.getState().marked) await loadMarks([threadId]);
  if (end.aborted) return;
  const mark = useMarks.getState().byThread[threadId];
  if (mark?.order && isBehind(mark.order)) setNewAfter(threadId, mark.order);
  watch(threadId, end);
}

/** Whether there is, or may be, a reply by another member after this order. */
function isBehind(order: string): boolean {
  const { byId, gaps } = useThread.getState();
  const me = useSession.getState().user?.id;
  return gaps.some((gap) => order < gap.before) || inOrder(byId).some((row) => row.order > order && row.user_id !== me);
}

function watch(threadId: number, end: AbortSignal): void {
  const listen = { signal: end, passive: true };
  let inViewSince = new Map<string, number>();
  let seen: SeenRange | null = null;
  let jumps = -1;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let frame = 0;
  const write = writerOf(threadId);

  const look = () => {
    frame = 0;
    clearTimeout(timer);
    const now = performance.now();
    const place = useReadingPlace.getState();
    const { byId, gaps } = useThread.getState();
    if (place.jumps !== jumps) {
      jumps = place.jumps;
      inViewSince.clear();
      seen = null;
    }
    const shown = place.reached && document.visibilityState === 'visible' ? ordersInView() : [];
    inViewSince = new Map(shown.map((order) => [order, inViewSince.get(order) ?? now]));
    const read = shown.filter((order) => now - (inViewSince.get(order) ?? now) >= readAfterMs);
    const [from, to] = [shown[0], shown.at(-1)];
    if (from !== undefined && to !== undefined) {
      const start = place.start ?? from;
      seen = extend(seen ?? { from: start, to: start, read: '' }, { from, to }, inOrder(byId), gaps);
      const newest = read.at(-1);
      if (newest !== undefined && newest >= seen.read) write.upTo((seen = { ...seen, read: newest }));
    }
    const waiting = shown.filter((order) => !read.includes(order)).map((order) => inViewSince.get(order) ?? now);
    if (waiting.length > 0) timer = setTimeout(soon, Math.min(...waiting) + readAfterMs - now);
  };
  const soon = () => {
    frame ||= requestAnimationFrame(look);
  };
  const stops = [useThread.subscribe(soon), useReadingPlace.subscribe(soon)];
  for (const kind of ['scroll', 'resize']) addEventListener(kind, soon, listen);
  addEventListener('pagehide', write.now, listen);
  document.addEventListener('visibilitychange', look, listen);
  soon();
  end.addEventListener('abort', () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    for (const stop of stops) stop();
    write.now();
  });
}

/** The replies whose end is in view, and the one at the reading line; '' where there are no replies. */
function ordersInView(): string[] {
  const line = readingLine();
  // On a phone the composer covers the end of the window.
  const dock = document.getElementById('thread-dock')?.getBoundingClientRect().top ?? window.innerHeight;
  const end = Math.min(window.innerHeight, dock) + 1;
  const posts = [...document.querySelectorAll<HTMLElement>('[data-order]')];
  if (posts.length === 0) return [''];
  return posts
    .filter((post) => {
      const { top, bottom } = post.getBoundingClientRect();
      return bottom > line + 1 && (bottom <= end || top <= line + startOffset + 1);
    })
    .map(({ dataset }) => dataset['order'] ?? '');
}

/** Writes the mark at intervals while it moves. */
function writerOf(threadId: number) {
  let waiting: string | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wroteAt = -writeEveryMs;
  const now = () => {
    clearTimeout(timer);
    timer = undefined;
    if (waiting === null) return;
    wroteAt = performance.now();
    note(threadId, waiting);
    waiting = null;
  };
  return {
    now,
    upTo(seen: SeenRange) {
      const { byId, gaps } = useThread.getState();
      const known = useMarks.getState().byThread[threadId];
      const order = markAfter(known?.order ?? '', seen, inOrder(byId), gaps);
      if (order === (known?.order ?? '') && (order !== '' || known?.seen === 0)) return;
      if (order === '' && seen.read !== '') return;
      waiting = order;
      timer ??= setTimeout(now, Math.max(0, wroteAt + writeEveryMs - performance.now()));
    },
  };
}

function note(threadId: number, order: string): void {
  const state = useThread.getState();
  const thread = currentThread(state);
  if (state.threadId !== threadId || !thread) return;
  const rows = inOrder(state.byId);
  const last = rows.at(-1);
  const whole = (last?.order ?? '') <= order;
  const seen = order === '' ? 0 : whole ? thread.reply_count : ordinalOf(order, rows, state.gaps, thread.reply_count);
  const at = whole ? thread.last_post_at : (rows.find((row) => row.order === order)?.created_at ?? thread.created_at);
  setRead(threadId, { unread: !whole, order, seen, at });
  writeRead(threadId, order === '' ? null : order);
}
