import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { placeOfEntry } from '../shared/browser/entry-place.js';

const heights = new Map<string, number>();
/** Rows may still be loading when the person returns to a list. */
const timeoutMs = 1_000;

/**
 * A new page starts at its top, another view of the same page keeps its scroll position; back and forward restore the
 * earlier one. A page that stores a place in its history entry restores it itself.
 */
export function useScrollMemory(): void {
  const { key, pathname } = useLocation();
  const type = useNavigationType();
  const shown = useRef<string | null>(null);

  useEffect(() => {
    history.scrollRestoration = 'manual';
    const scheduleRestore = () => {
      if (!placeOfEntry()) history.scrollRestoration = 'auto';
    };
    addEventListener('pagehide', scheduleRestore);
    return () => removeEventListener('pagehide', scheduleRestore);
  }, []);

  useLayoutEffect(() => {
    const height = type === 'POP' ? heights.get(key) : shown.current === pathname ? undefined : 0;
    shown.current = pathname;
    const stop = height === undefined || placeOfEntry() ? () => {} : scrollWhenPossible(height);
    const remember = () => heights.set(key, window.scrollY);
    addEventListener('scroll', remember, { passive: true });
    return () => {
      stop();
      removeEventListener('scroll', remember);
    };
  }, [key, type, pathname]);
}

function scrollWhenPossible(height: number): () => void {
  const end = performance.now() + timeoutMs;
  let frame = 0;
  const attempt = () => {
    window.scrollTo(0, height);
    if (Math.abs(window.scrollY - height) > 2 && performance.now() < end) frame = requestAnimationFrame(attempt);
  };
  attempt();
  const giveUp = () => cancelAnimationFrame(frame);
  addEventListener('wheel', giveUp, { once: true, passive: true });
  addEventListener('touchstart', giveUp, { once: true, passive: true });
  return giveUp;
}
