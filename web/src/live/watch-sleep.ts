interface SleepWatchOptions {
  connected: () => boolean;
  /** The id of the connection, which changes with each reconnect. */
  name: () => string | undefined;
  restart: () => void;
  /** Closes the connection until the next `restart`. */
  close: () => void;
  probe: (answer: (alive: boolean) => void) => void;
}

/** After an absence this long, in milliseconds, a connection may be dead without having closed. */
const maxBeatGapMs = 10_000;
const heartbeatMs = 5_000;

/**
 * Detects that a phone slept, a computer was closed, or the browser restored the page from its cache, so that the page
 * does not wait for a time-out. Only the connection is tested: each topic continues from its position.
 */
export function watchSleep(line: SleepWatchOptions): void {
  let hiddenAt: number | null = document.visibilityState === 'hidden' ? Date.now() : null;
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
  document.addEventListener('visibilitychange', () => {
    const slept = hiddenAt !== null && Date.now() - hiddenAt > maxBeatGapMs;
    hiddenAt = document.visibilityState === 'hidden' ? Date.now() : null;
    if (hiddenAt === null && (slept || !line.connected())) wake();
  });
  document.addEventListener('resume', wake);
  addEventListener('online', wake);
  // The browser does not cache a page with an open connection for Back and Forward.
  addEventListener('pagehide', () => line.close());
  addEventListener('pageshow', ({ persisted }) => persisted && line.restart());

  // A page on a closed computer stays visible, but its clock has advanced when the computer wakes.
  let beatAt = Date.now();
  setInterval(() => {
    const gap = Date.now() - beatAt;
    beatAt = Date.now();
    if (hiddenAt === null && gap > heartbeatMs + maxBeatGapMs) wake();
  }, heartbeatMs);
}
