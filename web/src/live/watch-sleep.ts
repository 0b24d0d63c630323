/** The part of the connection to the server that matters for sleeping. */
export interface SleepWatchOptions {
  connected: () => boolean;
  /** The id of the connection: another one after each break. */
  name: () => string | undefined;
  /** Repeats the handshake immediately. */
  restart: () => void;
  /** Ends the connection until the next `restart`. */
  close: () => void;
  /** Pings the server. */
  probe: (answer: (alive: boolean) => void) => void;
}

type Page = EventTarget & { visibilityState: DocumentVisibilityState };

/** All in milliseconds: after this long an absence a connection may be dead without having closed. */
const maxBeatGapMs = 10_000;
const heartbeatMs = 5_000;

/**
 * A phone that slept, a computer that was closed, or a page from the browser's cache must not wait for a time-out to
 * notice. Only the connection is tested: each topic continues from its position.
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
      // It may have reconnected in the meantime.
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
  // With an open connection the browser does not keep the page for Back and Forward.
  view.addEventListener('pagehide', () => line.close());
  view.addEventListener('pageshow', (event) => 'persisted' in event && event.persisted && line.restart());

  // A computer that is closed stays visible; its clock has advanced when it is opened.
  let beatAt = Date.now();
  setInterval(() => {
    const gap = Date.now() - beatAt;
    beatAt = Date.now();
    if (hiddenAt === null && gap > heartbeatMs + maxBeatGapMs) wake();
  }, heartbeatMs);
}
