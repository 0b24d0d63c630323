interface SleepWatchOptions {
  isConnected: () => boolean;
  getName: () => string | undefined;
  restart: () => void;
  close: () => void;
  probe: (onResponse: (isAlive: boolean) => void) => void;
}

/** After a gap of this length, the connection may be dead without having been closed. */
const maxBeatGapMs = 10_000;
const heartbeatMs = 5_000;

/**
 * Detects that the device was asleep or that the browser restored the page from its cache, so that the page need not
 * wait for a timeout. Only the connection is tested because each topic continues from its position.
 */
export function watchSleep(line: SleepWatchOptions): void {
  let hiddenAt: number | null = document.visibilityState === 'hidden' ? Date.now() : null;
  let probedName: string | undefined;

  const wake = () => {
    if (!line.isConnected()) return line.restart();
    const name = line.getName();
    if (name === undefined || probedName === name) return;
    probedName = name;
    line.probe((isAlive) => {
      if (probedName === name) probedName = undefined;
      // The connection may have been replaced in the meantime.
      if (!isAlive && line.getName() === name) line.restart();
    });
  };
  document.addEventListener('visibilitychange', () => {
    const hasSlept = hiddenAt !== null && Date.now() - hiddenAt > maxBeatGapMs;
    hiddenAt = document.visibilityState === 'hidden' ? Date.now() : null;
    if (hiddenAt === null && (hasSlept || !line.isConnected())) wake();
  });
  document.addEventListener('resume', wake);
  addEventListener('online', wake);
  // Browsers do not put a page with an open connection into the back-forward cache.
  addEventListener('pagehide', () => line.close());
  addEventListener('pageshow', ({ persisted }) => persisted && line.restart());

  // The page stays visible on a sleeping computer, so only the gap in the clock reveals the sleep.
  let beatAt = Date.now();
  setInterval(() => {
    const gap = Date.now() - beatAt;
    beatAt = Date.now();
    if (hiddenAt === null && gap > heartbeatMs + maxBeatGapMs) wake();
  }, heartbeatMs);
}
