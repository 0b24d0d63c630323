/** Prevents a request on every quick switch between windows. */
const minAwayMs = 10_000;

/**
 * Data may have changed in another window or on another device. Also covers a page restored from the browser's cache.
 * Returns a function that stops listening.
 */
export function onVisibleAgain(callback: () => void): () => void {
  let ranAt = Date.now();
  const run = () => {
    ranAt = Date.now();
    callback();
  };
  const onVisibilityChange = () => document.visibilityState === 'visible' && Date.now() - ranAt >= minAwayMs && run();
  const end = new AbortController();
  document.addEventListener('visibilitychange', onVisibilityChange, { signal: end.signal });
  addEventListener('pageshow', ({ persisted }) => persisted && run(), { signal: end.signal });
  return () => end.abort();
}
