import { useLayoutEffect, useRef } from 'react';
import { jump } from './reading-place.js';
import { setAtEnd, useThread } from '../state/store.js';
import styles from './navigation.module.css';

/**
 * Stands after the last reply. Knows whether the reader sees the end; while he does, what is added there moves the
 * page along, and nowhere else. `shown` changes with what stands before it.
 */
export function EndWatch({ shown }: { shown: string }) {
  const end = useRef<HTMLDivElement>(null);
  const follow = useRef<(() => void) | null>(null);

  useLayoutEffect(() => {
    if (!end.current) return;
    const look = (follow.current = followerOf(end.current));
    // Sizes are told before the frame is painted, scrolling before that: no growth is mistaken for leaving the end.
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

/** Each call follows what has grown since the last one, unless the reader went up meanwhile, and says where he is. */
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
      // Sending a reply leads a writer to the end from anywhere in the thread: then what lies between was not read.
      if (before > window.innerHeight) jump(follow);
      else follow();
    }
    const now = end.getBoundingClientRect().top;
    known = { offset: now + window.scrollY, top: now, scrolled: window.scrollY };
    setAtEnd(document.visibilityState === 'visible' && now >= 0 && now <= window.innerHeight);
  };
}
