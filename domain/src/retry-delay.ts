export interface RetryTimes {
  /** Before the second try, in milliseconds; it doubles from try to try. */
  initialDelayMs: number;
  /** The cap, in milliseconds. */
  maxDelayMs: number;
}

/**
 * Returns how many milliseconds to wait after this many failures in a row: 0 after none, then doubling up to the cap. A
 * quarter of jitter either way keeps clients that lost the same server from returning all at once. @param random from 0
 * up to 1
 */
export function retryDelayMs(failures: number, { initialDelayMs, maxDelayMs }: RetryTimes, random: number): number {
  if (failures <= 0) return 0;
  return Math.min(initialDelayMs * 2 ** (failures - 1), maxDelayMs) * (0.75 + random / 2);
}
