type Page = EventTarget & { visibilityState: DocumentVisibilityState };

/** Quick switches between windows do not request each time. */
const minAwayMs = 10_000; // ms

/**
 * Runs `act` when the page is visible again, unless it just ran, and when it comes back from the browser's cache:
 * something may have changed in another window, or on another device.
 * @returns a function that stops it
 */
export function onVisibleAgain(act: () => void, page: Page = document, view: EventTarget = window): () => void {
  let ranAt = Date.now();
  const seen = () => {
    if (page.visibilityState !== 'visible' || Date.now() - ranAt < minAwayMs) return;
    ranAt = Date.now();
    act();
  };
  const restored = (event: Event) => {
    if (!('persisted' in event) || event.persisted !== true) return;
    ranAt = Date.now();
    act();
  };
  page.addEventListener('visibilitychange', seen);
  view.addEventListener('pageshow', restored);
  return () => {
    page.removeEventListener('visibilitychange', seen);
    view.removeEventListener('pageshow', restored);
  };
}
