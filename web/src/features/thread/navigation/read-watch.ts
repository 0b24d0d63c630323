import { useEffect } from 'react';
import { useSession } from '../../../shared/state/session.js';
import type { SeenText } from '../../../shared/notifications/report-seen.js';
import { readAfterMs } from '../../../shared/reading/mark.js';
import {
  loadMarks,
  onRead,
  findThreadsReadFurther,
  setRead,
  useMarks,
  writeRead,
} from '../../../shared/reading/marks.js';
import { estimateOrdinal } from '../state/ordinals.js';
import { measureReadingLine, startOffset, useReadingPlace } from './reading-place.js';
import { extend, markAfter, type SeenRange } from './seen-range.js';
import { sortPosts, setNewAfter, setReadElsewhere, useThread } from '../state/store.js';

const writeEveryMs = 1_500;
const gestureMs = 1_000;

async function watchReading(threadId: number, end: AbortSignal): Promise<void> {
  if (!useThread.getState().marked) await loadMarks([threadId]);
  if (end.aborted) return;
  const mark = useMarks.getState().byThread[threadId];
  if (mark?.order && isBehind(mark.order)) setNewAfter(threadId, mark.order);
  watch(threadId, end);
}

function isBehind(order: string): boolean {
  const { byId, gaps } = useThread.getState();
  const me = useSession.getState().user?.id;
  return (
    gaps.some((gap) => order < gap.before) || sortPosts(byId).some((row) => row.order > order && row.user_id !== me)
  );
}

function watch(threadId: number, end: AbortSignal): void {
  const listen = { signal: end, passive: true };
  let inViewSince = new Map<string, number>();
  let seenRange: SeenRange | null = null;
  let jumps = -1;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let frame = 0;
  let openingSince: number | null = null;
  let gestureAt = -gestureMs;
  const write = createMarkWriter(threadId);
  const report = createSeenReporter(threadId);

  const update = () => {
    frame = 0;
    clearTimeout(timer);
    const now = performance.now();
    const place = useReadingPlace.getState();
    const { byId, gaps } = useThread.getState();
    if (place.jumps !== jumps) {
      jumps = place.jumps;
      inViewSince.clear();
      seenRange = null;
    }
    const visibleOrders = place.reached && document.visibilityState === 'visible' ? listOrdersInView() : [];
    inViewSince = new Map(visibleOrders.map((order) => [order, inViewSince.get(order) ?? now]));
    const readOrders = visibleOrders.filter((order) => now - (inViewSince.get(order) ?? now) >= readAfterMs);
    const [from, to] = [visibleOrders[0], visibleOrders.at(-1)];
    if (from !== undefined && to !== undefined) {
      const start = place.start ?? from;
      // Scrolling by wheel or touch passes every reply, even if a busy page does not register each of them.
      const skippable = now - gestureAt < gestureMs ? [] : sortPosts(byId);
      seenRange = extend(seenRange ?? { from: start, to: start, read: '' }, { from, to }, skippable, gaps);
      const newest = readOrders.at(-1);
      if (newest !== undefined && newest >= seenRange.read)
        write.saveUpTo((seenRange = { ...seenRange, read: newest }));
    }
    openingSince = place.reached && isOpeningInView(threadId) ? (openingSince ?? now) : null;
    report(readOrders, openingSince !== null && now - openingSince >= readAfterMs);
    const pendingTimes = visibleOrders
      .filter((order) => !readOrders.includes(order))
      .map((order) => inViewSince.get(order) ?? now);
    if (openingSince !== null && now - openingSince < readAfterMs) pendingTimes.push(openingSince);
    if (pendingTimes.length > 0) timer = setTimeout(schedule, Math.min(...pendingTimes) + readAfterMs - now);
  };
  const schedule = () => {
    frame ||= requestAnimationFrame(update);
  };
  followView(schedule, end);
  const stopFollowingMarks = followMarksElsewhere(threadId);
  for (const kind of ['wheel', 'touchmove']) addEventListener(kind, () => (gestureAt = performance.now()), listen);
  // A key, a drag of the scrollbar or a search in the page may skip replies.
  for (const kind of ['keydown', 'pointerdown']) addEventListener(kind, () => (gestureAt = -gestureMs), listen);
  addEventListener('pagehide', write.now, listen);
  document.addEventListener('visibilitychange', update, listen);
  schedule();
  end.addEventListener('abort', () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    stopFollowingMarks();
    write.now();
  });
}

/** Calls back whenever other replies may have come into view. */
function followView(callback: () => void, end: AbortSignal): void {
  const stops = [useThread.subscribe(callback), useReadingPlace.subscribe(callback)];
  for (const kind of ['scroll', 'resize']) addEventListener(kind, callback, { signal: end, passive: true });
  // The height may change without any scrolling, for example when a picture has loaded.
  const sizes = new ResizeObserver(callback);
  sizes.observe(document.body);
  end.addEventListener('abort', () => {
    sizes.disconnect();
    for (const stop of stops) stop();
  });
}

function followMarksElsewhere(threadId: number): () => void {
  return onRead((updates) => {
    if (findThreadsReadFurther([threadId], updates).length === 0) return;
    void loadMarks([threadId]).then(() => setReadElsewhere(useMarks.getState().byThread[threadId]?.order ?? ''));
  });
}

/** Reports each post once, including posts beyond the read mark because notifications may point to them. */
function createSeenReporter(threadId: number): (orders: readonly string[], opening: boolean) => void {
  const reportedOrders = new Set<string>();
  return (orders, opening) => {
    const newOrders = [...orders, ...(opening ? [''] : [])].filter((order) => !reportedOrders.has(order));
    if (newOrders.length === 0) return;
    for (const order of newOrders) reportedOrders.add(order);
    const posts = sortPosts(useThread.getState().byId).filter(({ order }) => newOrders.includes(order));
    const texts = posts.map(({ id }): SeenText => ({ kind: 'post', id }));
    if (useSession.getState().user)
      void reportTexts(newOrders.includes('') ? [...texts, { kind: 'thread', id: threadId }] : texts);
  };
}

/** Loads the code on demand because guests have no notifications. */
async function reportTexts(texts: readonly SeenText[]): Promise<void> {
  const reporter = await import('../../../shared/notifications/report-seen.js').catch(() => null);
  reporter?.reportSeen(texts);
}

function isOpeningInView(threadId: number): boolean {
  const openingPost = document.visibilityState === 'visible' && document.getElementById(`post-${threadId}`);
  if (!openingPost) return false;
  const { top, bottom } = openingPost.getBoundingClientRect();
  return bottom > measureReadingLine() + 1 && top < window.innerHeight;
}

/**
 * Returns the replies whose whole text is visible, or that cover the reading line but end below the window. Returns
 * [''] if there are no replies.
 */
function listOrdersInView(): string[] {
  const line = measureReadingLine();
  // On a phone, the composer covers the bottom of the window.
  const dock = document.getElementById('thread-dock')?.getBoundingClientRect().top ?? window.innerHeight;
  const end = Math.min(window.innerHeight, dock) + 1;
  const posts = [...document.querySelectorAll<HTMLElement>('[data-order]')];
  if (posts.length === 0) return [''];
  return posts
    .filter((post) => {
      const { top, bottom } = post.getBoundingClientRect();
      const textEnd = post.querySelector('.prose')?.getBoundingClientRect().bottom ?? bottom;
      return bottom > line + 1 && (textEnd <= end || top <= line + startOffset + 1);
    })
    .map(({ dataset }) => dataset['order'] ?? '');
}

function createMarkWriter(threadId: number) {
  let pendingOrder: string | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wroteAt = -writeEveryMs;
  const saveNow = () => {
    clearTimeout(timer);
    timer = undefined;
    if (pendingOrder === null) return;
    wroteAt = performance.now();
    saveMark(threadId, pendingOrder);
    pendingOrder = null;
  };
  return {
    now: saveNow,
    saveUpTo(range: SeenRange) {
      const { byId, gaps } = useThread.getState();
      const mark = useMarks.getState().byThread[threadId];
      // In a thread without replies, the opening post itself may be unread because the section's mark may be older.
      const isOpening = mark?.unread === true && sortPosts(byId).length === 0 && gaps.length === 0;
      const order = isOpening ? '' : markAfter(mark?.order ?? '', range, sortPosts(byId), gaps);
      if (!isOpening && order === (mark?.order ?? '') && (order !== '' || mark?.seen === 0)) return;
      if (order === '' && range.read !== '') return;
      pendingOrder = order;
      timer ??= setTimeout(saveNow, Math.max(0, wroteAt + writeEveryMs - performance.now()));
    },
  };
}

function saveMark(threadId: number, order: string): void {
  const { threadId: openId, thread, byId, gaps } = useThread.getState();
  if (openId !== threadId || !thread) return;
  const rows = sortPosts(byId);
  const last = rows.at(-1);
  const isComplete = (last?.order ?? '') <= order;
  const seenCount =
    order === '' ? 0 : isComplete ? thread.reply_count : estimateOrdinal(order, rows, gaps, thread.reply_count);
  const at = isComplete
    ? thread.last_post_at
    : (rows.find((row) => row.order === order)?.created_at ?? thread.created_at);
  setRead(threadId, { unread: !isComplete, order, seen: seenCount, at });
  writeRead(threadId, order === '' ? null : order);
}

export function useReadWatch(threadId: number): void {
  const ready = useThread((state) => state.threadId === threadId && state.status === 'ready');
  const userId = useSession((state) => (state.user === undefined ? undefined : (state.user?.id ?? null)));
  useEffect(() => {
    if (!ready || userId === undefined) return;
    const end = new AbortController();
    void watchReading(threadId, end.signal);
    return () => end.abort();
  }, [ready, threadId, userId]);
}
