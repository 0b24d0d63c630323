type Page = EventTarget & { visibilityState: DocumentVisibilityState };

/** Quick switches between windows do not trigger a request each. */
const minAwayMs = 10_000;

/**
 * Runs `act` when the page becomes visible again, unless it has just run, and when the browser restores the page from
 * its cache: data may have changed in another window or on another device. Returns a function that stops it.
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
