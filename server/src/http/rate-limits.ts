import { isIPv6 } from 'node:net';
import { limits } from '@guildhall/domain/limits.js';
import { Refusal } from '@guildhall/domain/refusals.js';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/** Of actions that one call undoes: more than anyone does by hand in the span of one mistake. */
export const maxUndoneEntries = 1_000;

/** How many tries are allowed in how many seconds; each server counts separately. */
const allowed = {
  /** A name from one address. */
  login: { points: 10, duration: 60 },
  /** By name as typed, from all addresses: a limit by account would reveal which name an email belongs to. */
  'login-name': { points: 60, duration: 3600 },
  /** Every name from one address. */
  'login-address': { points: 100, duration: 600 },
  register: { points: 10, duration: 600 },
  forgot: { points: 5, duration: 3600 },
  'forgot-address': { points: 20, duration: 3600 },
  reset: { points: 20, duration: 600 },
  /** For logged-in members, where the password is required again. */
  password: { points: 10, duration: 600 },
  code: { points: 5, duration: 300 },
  'change-account': { points: 10, duration: 3600 },
  /** Of an account that was not verified: its address may be a stranger's. */
  'resend-verification': { points: 5, duration: 3600 },
  export: { points: 3, duration: 3600 },
  'test-mail': { points: 10, duration: 600 },
  /** Of pictures: each occupies the encoder for a while. */
  upload: { points: 5, duration: 60 },
  preview: { points: 20, duration: 10 },
  /** Of read marks. */
  read: { points: 60, duration: 60 },
  write: { points: 30, duration: 10 },
  /** Of one text, by one member: edits, deletions and restorations make its stream permanently longer. */
  'change-text': { points: 30, duration: 3600 },
  /** Of members or threads that bulk calls name. */
  bulk: { points: 2 * limits.bulk, duration: 60 },
  /** Of undone actions: each reads its stream. One call of a span may undo at most all of them. */
  undo: { points: maxUndoneEntries, duration: 60 },
} as const;

export type LimitKind = keyof typeof allowed;

export interface Limits {
  /** Counts one try, or as many as `points` says. @throws TooMany */
  take(kind: LimitKind, who: string, points?: number): Promise<void>;
}

export class TooMany extends Refusal {
  /** `retryAfter`: whole seconds until the next try counts. */
  constructor(readonly retryAfter: number) {
    super('too-many');
  }
}

export function createLimits(on: boolean): Limits {
  if (!on) return { take: () => Promise.resolve() };
  const limiters = Object.fromEntries(
    Object.entries(allowed).map(([kind, options]) => [kind, new RateLimiterMemory({ keyPrefix: kind, ...options })]),
  ) as Record<LimitKind, RateLimiterMemory>;
  return {
    async take(kind, who, points = 1) {
      try {
        await limiters[kind].consume(who, points);
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error;
        throw new TooMany(Math.max(1, Math.ceil(error.msBeforeNext / 1000)));
      }
    },
  };
}

/** The key under which an address is counted: for IPv6 the network, since everyone there has countless addresses. */
export function addressOf({ ip = '' }: { ip?: string | undefined }): string {
  const [address = ''] = ip.split('%', 1);
  const mapped = /^::ffff:(\d+(?:\.\d+){3})$/i.exec(address)?.[1];
  if (mapped || !isIPv6(address)) return mapped ?? address;
  const [left = [], right = []] = address.split('::').map((half) => half.split(':').filter(Boolean));
  const between = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0');
  const groups = [...left, ...between, ...right].slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${groups.join(':')}::/64`;
}
