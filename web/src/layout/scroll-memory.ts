import { useEffect, useLayoutEffect, useRef } from 'react';
import { findPlaceOfEntry } from '../shared/browser/entry-place.js';
import { releasePointer } from '../shared/browser/still-pointer.js';
import { useLocation } from '../shared/router.js';

const storageKey = 'guildhall.heights';
const maxStored = 50;
/** The scroll offset of each history entry, by key. The offsets survive a reload. */
const heights = new Map(loadHeights());
/** How long to wait for rows that are still loading when a reader returns to a list. */
const timeoutMs = 5_000;

/**
 * A new page starts at the top, another view of the same page keeps its scroll position, and back and forward restore
 * theirs. Pages whose history entry contains a scroll anchor restore it themselves.
 */
export function useScrollMemory(): void {
  const { key, pathname, step } = useLocation();
  const lastPathname = useRef<string | null>(null);

  useEffect(() => {
    const restoreManually = () => void (history.scrollRestoration = 'manual');
    const leave = () => {
      saveHeights();
      if (!findPlaceOfEntry()) history.scrollRestoration = 'auto';
    };
    restoreManually();
    addEventListener('pagehide', leave);
    addEventListener('pageshow', restoreManually);
    return () => {
      removeEventListener('pagehide', leave);
      removeEventListener('pageshow', restoreManually);
    };
  }, []);

  useLayoutEffect(() => {
    const height = step === 'pop' ? heights.get(key) : lastPathname.current === pathname ? undefined : 0;
    lastPathname.current = pathname;
    releasePointer();
    const stop = height === undefined || findPlaceOfEntry() ? () => {} : scrollWhenPossible(height);
    const remember = () => heights.set(key, window.scrollY);
    // A page that the reader never scrolled also has a position.
    if (!heights.has(key)) remember();
    addEventListener('scroll', remember, { passive: true });
    return () => {
      stop();
      removeEventListener('scroll', remember);
    };
  }, [key, step, pathname]);
}

function scrollWhenPossible(height: number): () => void {
  const end = performance.now() + timeoutMs;
  let frame = 0;
  const tryScroll = () => {
    window.scrollTo(0, height);
    releasePointer();
    if (Math.abs(window.scrollY - height) > 2 && performance.now() < end) frame = requestAnimationFrame(tryScroll);
  };
  tryScroll();
  const attempts = new AbortController();
  const { signal } = attempts;
  const giveUp = () => attempts.abort();
  signal.addEventListener('abort', () => cancelAnimationFrame(frame));
  for (const type of ['wheel', 'touchstart', 'pointerdown', 'keydown'])
    addEventListener(type, giveUp, { signal, passive: true });
  return giveUp;
}

function saveHeights(): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify([...heights].slice(-maxStored)));
  } catch {
    // Without storage, earlier pages start at the top after a reload.
  }
}

function loadHeights(): [key: string, height: number][] {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? '[]') as [string, number][];
  } catch {
    return [];
  }
}
