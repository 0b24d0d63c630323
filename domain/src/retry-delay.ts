export interface RetryTimes {
  initialDelayMs: number;
  maxDelayMs: number;
}

/** A quarter of jitter prevents clients that lost the same server from returning all at once. @param random 0 to 1 */
export function retryDelayMs(failures: number, { initialDelayMs, maxDelayMs }: RetryTimes, random: number): number {
  if (failures <= 0) return 0;
  return Math.min(initialDelayMs * 2 ** (failures - 1), maxDelayMs) * (0.75 + random / 2);
}
