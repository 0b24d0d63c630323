import { useLayoutEffect, useRef } from 'react';
import { jumpToShown } from './reading-place.js';
import { useOutbox } from '../state/pending-replies.js';
import { setAtEnd, useThread } from '../state/store.js';
import styles from './navigation.module.css';

/** `shown` changes with the content above. The page scrolls only to the reader's own replies. */
export function EndWatch({ shown }: { shown: string }) {
  const end = useRef<HTMLDivElement>(null);
  const follow = useRef<(() => void) | null>(null);

  useLayoutEffect(() => {
    if (!end.current) return;
    const checkEnd = (follow.current = createEndFollower(end.current));
    // Browsers dispatch scroll events before resize observers, so a growing page never looks as if the reader had left
    // the end.
    const sizes = new ResizeObserver(checkEnd);
    sizes.observe(document.body);
    const stop = new AbortController();
    const listen = { signal: stop.signal, passive: true };
    for (const kind of ['scroll', 'resize']) addEventListener(kind, checkEnd, listen);
    document.addEventListener('visibilitychange', checkEnd, listen);
    return () => {
      sizes.disconnect();
      stop.abort();
    };
  }, []);

  useLayoutEffect(() => follow.current?.(), [shown]);

  return <div ref={end} id="thread-end" className={styles['end']} />;
}

/**
 * The returned function scrolls by as much as the page has grown since its last call, and records whether the end is in
 * view.
 */
function createEndFollower(end: HTMLElement): () => void {
  let last: { offset: number; top: number; scrollY: number } | null = null;
  let wasSending = false;
  return () => {
    const { top } = end.getBoundingClientRect();
    const isSending = isSendingReply();
    const growth = last === null ? 0 : top + window.scrollY - last.offset;
    // The reader may have scrolled up in the meantime.
    if (last && growth > 1 && window.scrollY >= last.scrollY && useThread.getState().atEnd) {
      if (isSending || wasSending) scrollToEnd(end, last.top);
    }
    wasSending = isSending;
    const now = end.getBoundingClientRect().top;
    last = { offset: now + window.scrollY, top: now, scrollY: window.scrollY };
    setAtEnd(document.visibilityState === 'visible' && now >= 0 && now <= window.innerHeight);
  };
}

function scrollToEnd(end: HTMLElement, previousTop: number): void {
  const follow = () => {
    const { top } = end.getBoundingClientRect();
    if (top > previousTop) window.scrollBy(0, top - previousTop);
    end.scrollIntoView({ block: 'nearest' });
    // An open composer covers more of the page than its margin allows for.
    const dock = document.getElementById('thread-dock')?.getBoundingClientRect().top ?? window.innerHeight;
    window.scrollBy(0, Math.max(0, end.getBoundingClientRect().top - dock));
  };
  // Authors who send a reply move to the end from anywhere in the thread. The replies in between count as unread.
  if (previousTop > window.innerHeight) jumpToShown(follow);
  else follow();
}

function isSendingReply(): boolean {
  const { threadId } = useThread.getState();
  return useOutbox
    .getState()
    .entries.some((entry) => entry.threadId === threadId && (entry.state === 'sending' || entry.state === 'sent'));
}
