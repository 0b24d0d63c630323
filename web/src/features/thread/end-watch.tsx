import { useEffect, useLayoutEffect, useRef } from 'react';
import { setAtEnd, useThread } from './store.js';
import styles from './thread.module.css';

/**
 * Stands after the last reply. Knows whether the reader sees the end; while he does, what is added there moves the
 * page along, and nowhere else. `shown` changes with what stands before it.
 */
export function EndWatch({ shown }: { shown: string }) {
  const end = useRef<HTMLDivElement>(null);
  const height = useRef(0);

  useLayoutEffect(() => {
    const now = document.documentElement.scrollHeight;
    const grown = now - height.current;
    if (height.current > 0 && grown > 0 && useThread.getState().atEnd) window.scrollBy(0, grown);
    height.current = now;
  }, [shown]);

  useEffect(() => {
    if (!end.current) return;
    let inView = false;
    const tell = () => setAtEnd(inView && document.visibilityState === 'visible');
    const observer = new IntersectionObserver((entries) => {
      inView = entries.at(-1)?.isIntersecting ?? false;
      tell();
    });
    observer.observe(end.current);
    document.addEventListener('visibilitychange', tell);
    return () => {
      observer.disconnect();
      document.removeEventListener('visibilitychange', tell);
    };
  }, []);

  return <div ref={end} id="thread-end" className={styles['end']} />;
}
