/** Avoids a request every time the reader briefly switches between windows. */
const minAwayMs = 10_000;

/**
 * Runs the callback when the page is shown again, including from the back-forward cache, because data may have changed
 * in another window or on another device.
 * @returns a function that stops listening
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
