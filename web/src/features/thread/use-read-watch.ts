import { useEffect } from 'react';
import { useSession } from '../../shared/session.js';
import { loadMarks, setRead, useMarks, writeRead } from '../reading/marks.js';
import { ordinalOf } from './ordinals.js';
import { currentThread, inOrder, setNewAfter, useThread } from './store.js';

/** What is read is written once it has been in view for so long, in milliseconds. */
const settles = 1_500;

/**
 * Notes how far the open thread is read: up to the last reply that was in view of a visible page. First asks where the
 * reader was before, so that he is told what is new.
 */
export function useReadWatch(threadId: number): void {
  const ready = useThread((state) => state.threadId === threadId && state.status === 'ready');
  const userId = useSession((state) => (state.user === undefined ? undefined : (state.user?.id ?? null)));
  useEffect(() => {
    if (!ready || userId === undefined) return;
    let stop: (() => void) | null = null;
    let over = false;
    void loadMarks([threadId]).then(() => {
      if (over) return;
      const mark = useMarks.getState().byThread[threadId];
      if (mark?.order && isBehind(mark.order)) setNewAfter(threadId, mark.order);
      stop = watch(threadId);
    });
    return () => {
      over = true;
      stop?.();
    };
  }, [ready, threadId, userId]);
}

/** Whether a reply of somebody else stands behind this order, or may. */
function isBehind(order: string): boolean {
  const { byId, gaps } = useThread.getState();
  const me = useSession.getState().user?.id;
  return gaps.some((gap) => order < gap.before) || inOrder(byId).some((row) => row.order > order && row.user_id !== me);
}

function watch(threadId: number): () => void {
  let noted: string | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let frame = 0;
  const write = () => {
    clearTimeout(timer);
    timer = undefined;
    if (noted !== null) note(threadId, noted);
    noted = null;
  };
  const look = () => {
    frame = 0;
    const order = lastInView();
    const known = useMarks.getState().byThread[threadId];
    if (order === null || (known?.order && order <= known.order) || (noted !== null && order <= noted)) return;
    noted = order;
    timer ??= setTimeout(write, settles);
  };
  const soon = () => {
    frame ||= requestAnimationFrame(look);
  };
  const hide = () => document.visibilityState === 'hidden' && write();
  const stopHearing = useThread.subscribe(soon);
  addEventListener('scroll', soon, { passive: true });
  addEventListener('pagehide', write);
  document.addEventListener('visibilitychange', hide);
  soon();
  return () => {
    cancelAnimationFrame(frame);
    stopHearing();
    removeEventListener('scroll', soon);
    removeEventListener('pagehide', write);
    document.removeEventListener('visibilitychange', hide);
    write();
  };
}

/** '' where only the text that begins the thread is; null while nobody looks. */
function lastInView(): string | null {
  if (document.visibilityState === 'hidden') return null;
  const posts = [...document.querySelectorAll<HTMLElement>('[data-order]')];
  const seen = posts.findLast((post) => post.getBoundingClientRect().top < window.innerHeight * 0.8);
  return seen?.dataset['order'] ?? (posts.length === 0 ? '' : null);
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
