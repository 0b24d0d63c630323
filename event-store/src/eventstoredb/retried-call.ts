import { setTimeout as sleep } from 'node:timers/promises';
import { toPortError } from './errors.js';

const pauses = [50, 100, 200];

export interface RetriableCall<T> {
  call: () => Promise<T>;
  final: (error: unknown, isRetry: boolean) => Error | undefined;
  callName: string;
  outcomeUnknown: boolean;
  timeoutMs: number;
}

export async function retryUntilOutcomeKnown<T>({
  call,
  final,
  callName,
  outcomeUnknown,
  timeoutMs,
}: RetriableCall<T>): Promise<T> {
  const deadline = performance.now() + timeoutMs;
  for (let tries = 0; ; tries += 1) {
    try {
      return await call();
    } catch (error) {
      const finalError = final(error, tries > 0);
      if (finalError) throw finalError;
      const pause = pauses[Math.min(tries, pauses.length - 1)] ?? 0;
      if (performance.now() + pause > deadline) throw toPortError(error, callName, outcomeUnknown);
      await sleep(pause);
    }
  }
}
