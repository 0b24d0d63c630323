export interface RetryTimes {
  /** Before the second try, in milliseconds; it doubles from try to try. */
  initialDelayMs: number;
  /** The cap, in milliseconds. */
  maxDelayMs: number;
}

/**
 * How many milliseconds to wait after so many failures in a row: none after 0, then doubling up to the cap, with a
 * quarter of jitter either way, so that those who lost the same server do not return as one.
 * @param random from 0 up to 1
 */
export function retryDelayMs(
  failures: number,
  { initialDelayMs: initialDelayMs, maxDelayMs: maxDelayMs }: RetryTimes,
  random: number,
): number {
  if (failures <= 0) return 0;
  return Math.min(initialDelayMs * 2 ** (failures - 1), maxDelayMs) * (0.75 + random / 2);
}
