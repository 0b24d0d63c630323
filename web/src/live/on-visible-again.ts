type Page = EventTarget & { visibilityState: DocumentVisibilityState };

/** Who goes to and fro does not ask each time. */
const minAwayMs = 10_000; // ms

/**
 * Runs `act` when the page is looked at again, unless it just ran: something may have been done in another window, or on
 * another device. @returns the end of it
 */
export function onVisibleAgain(act: () => void, page: Page = document): () => void {
  let ranAt = Date.now();
  const seen = () => {
    if (page.visibilityState !== 'visible' || Date.now() - ranAt < minAwayMs) return;
    ranAt = Date.now();
    act();
  };
  page.addEventListener('visibilitychange', seen);
  return () => page.removeEventListener('visibilitychange', seen);
}
