export interface RetryTimes {
  initialDelayMs: number;
  maxDelayMs: number;
}

/**
 * Varies the delay by up to 25 % so that clients that lost the same server do not all return at once.
 * @param random between 0 and 1
 */
export function retryDelayMs(failures: number, { initialDelayMs, maxDelayMs }: RetryTimes, random: number): number {
  if (failures <= 0) return 0;
  return Math.min(initialDelayMs * 2 ** (failures - 1), maxDelayMs) * (0.75 + random / 2);
}
