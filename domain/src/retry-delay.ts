export interface RetryTimes {
  /** Before the second try, in milliseconds; it doubles from try to try. */
  initialDelayMs: number;
  /** The cap, in milliseconds. */
  maxDelayMs: number;
}

/**
 * How many milliseconds to wait after this many failures in a row: 0 after none, then doubling up to the cap, with a
 * quarter of jitter either way, so that clients that lost the same server do not all return at the same time.
 * @param random from 0 up to 1
 */
export function retryDelayMs(failures: number, { initialDelayMs, maxDelayMs }: RetryTimes, random: number): number {
  if (failures <= 0) return 0;
  return Math.min(initialDelayMs * 2 ** (failures - 1), maxDelayMs) * (0.75 + random / 2);
}
