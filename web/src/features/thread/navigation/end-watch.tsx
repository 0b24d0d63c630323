import { useLayoutEffect, useRef } from 'react';
import { jump } from './reading-place.js';
import { setAtEnd, useThread } from '../state/store.js';
import styles from './navigation.module.css';

/**
 * Placed after the last reply. Detects whether the reader sees the end; while they do, and only then, the page follows
 * what is added there. `shown` changes with the content before it.
 */
export function EndWatch({ shown }: { shown: string }) {
  const end = useRef<HTMLDivElement>(null);
  const follow = useRef<(() => void) | null>(null);

  useLayoutEffect(() => {
    if (!end.current) return;
    const look = (follow.current = followerOf(end.current));
    // Resize observers run before the frame is painted, scroll events before that: growth is never mistaken for leaving
    // the end.
    const sizes = new ResizeObserver(look);
    sizes.observe(document.body);
    addEventListener('scroll', look, { passive: true });
    addEventListener('resize', look);
    document.addEventListener('visibilitychange', look);
    return () => {
      sizes.disconnect();
      removeEventListener('scroll', look);
      removeEventListener('resize', look);
      document.removeEventListener('visibilitychange', look);
    };
  }, []);

  useLayoutEffect(() => follow.current?.(), [shown]);

  return <div ref={end} id="thread-end" className={styles['end']} />;
}

/**
 * Each call follows what has grown since the last one, unless the reader scrolled up in the meantime, and reports where
 * they are.
 */
function followerOf(end: HTMLElement): () => void {
  let known: { offset: number; top: number; scrolled: number } | null = null;
  return () => {
    const { top } = end.getBoundingClientRect();
    const grown = known !== null && top + window.scrollY > known.offset + 1;
    if (known && grown && window.scrollY >= known.scrolled && useThread.getState().atEnd) {
      const { top: before } = known;
      const follow = () => {
        if (top > before) window.scrollBy(0, top - before);
        end.scrollIntoView({ block: 'nearest' });
      };
      // Sending a reply takes its writer to the end from anywhere in the thread: the replies in between were not read.
      if (before > window.innerHeight) jump(follow);
      else follow();
    }
    const now = end.getBoundingClientRect().top;
    known = { offset: now + window.scrollY, top: now, scrolled: window.scrollY };
    setAtEnd(document.visibilityState === 'visible' && now >= 0 && now <= window.innerHeight);
  };
}
