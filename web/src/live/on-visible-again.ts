/** Quick switches between windows do not trigger a request each. */
const minAwayMs = 10_000;

/**
 * Runs `callback` when the page becomes visible again, unless it has just run, and when the browser restores the page from
 * its cache: data may have changed in another window or on another device. Returns a function that stops it.
 */
export function onVisibleAgain(callback: () => void): () => void {
  let ranAt = Date.now();
  const run = () => {
    ranAt = Date.now();
    callback();
  };
  const seen = () => document.visibilityState === 'visible' && Date.now() - ranAt >= minAwayMs && run();
  const end = new AbortController();
  document.addEventListener('visibilitychange', seen, { signal: end.signal });
  addEventListener('pageshow', ({ persisted }) => persisted && run(), { signal: end.signal });
  return () => end.abort();
}
