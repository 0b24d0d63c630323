import { Refusal } from '@guildhall/domain/refusals.js';
import { RateLimiterMemory } from 'rate-limiter-flexible';

/** How often something may be tried; each server counts for itself. */
const allowed = {
  login: { points: 10, duration: 60 },
  register: { points: 10, duration: 600 },
  write: { points: 30, duration: 10 },
} as const;

export interface Limits {
  /** Counts one try. @throws Refusal too-many */
  take(kind: keyof typeof allowed, who: string): Promise<void>;
}

export function createLimits(on: boolean): Limits {
  if (!on) return { take: () => Promise.resolve() };
  const limiters = Object.fromEntries(
    Object.entries(allowed).map(([kind, options]) => [kind, new RateLimiterMemory({ keyPrefix: kind, ...options })]),
  ) as Record<keyof typeof allowed, RateLimiterMemory>;
  return {
    async take(kind, who) {
      try {
        await limiters[kind].consume(who);
      } catch {
        throw new Refusal('too-many');
      }
    },
  };
}
