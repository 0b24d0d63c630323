/** The line to the server, as far as sleeping concerns it. */
export interface SleepWatchOptions {
  connected: () => boolean;
  /** Which connection it is: another one after each break. */
  name: () => string | undefined;
  /** Shakes hands again at once. */
  restart: () => void;
  /** Asks the server for a sign of life. */
  probe: (answer: (alive: boolean) => void) => void;
}

type Page = EventTarget & { visibilityState: DocumentVisibilityState };

/** All in milliseconds: away so long a line may be dead without having closed. */
const maxBeatGapMs = 10_000;
const heartbeatMs = 5_000;

/**
 * A phone that slept, a computer that was shut, or a page out of the browser's cache must not wait for a time-out to
 * notice. Only the line is tried: each topic goes on from its position.
 */
export function watchSleep(line: SleepWatchOptions, page: Page = document, view: EventTarget = window): void {
  let hiddenAt: number | null = page.visibilityState === 'hidden' ? Date.now() : null;
  let probing: string | undefined;

  const wake = () => {
    if (!line.connected()) return line.restart();
    const name = line.name();
    if (name === undefined || probing === name) return;
    probing = name;
    line.probe((alive) => {
      if (probing === name) probing = undefined;
      // It may have come back by itself meanwhile.
      if (!alive && line.name() === name) line.restart();
    });
  };
  page.addEventListener('visibilitychange', () => {
    const slept = hiddenAt !== null && Date.now() - hiddenAt > maxBeatGapMs;
    hiddenAt = page.visibilityState === 'hidden' ? Date.now() : null;
    if (hiddenAt === null && (slept || !line.connected())) wake();
  });
  page.addEventListener('resume', wake);
  view.addEventListener('online', wake);
  // What the browser froze has no living socket, whatever it says.
  view.addEventListener('pageshow', (event) => 'persisted' in event && event.persisted && line.restart());

  // A computer that is shut stays visible; its clock has gone on when it is opened.
  let beatAt = Date.now();
  setInterval(() => {
    const gap = Date.now() - beatAt;
    beatAt = Date.now();
    if (hiddenAt === null && gap > heartbeatMs + maxBeatGapMs) wake();
  }, heartbeatMs);
}
