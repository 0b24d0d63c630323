import { isIPv6 } from 'node:net';
import { limits } from '@guildhall/domain/limits.js';
import { Refusal } from '@guildhall/domain/refusals.js';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/** Of actions that one call takes back: more than anybody does by hand in the span of one mistake. */
export const maxUndoneEntries = 1_000;

/** How often something may be tried in so many seconds; each server counts for itself. */
const allowed = {
  /** A name from one address. */
  login: { points: 10, duration: 60 },
  /** A name as it was typed, from everywhere: by account, the e-mail would tell which name it belongs to. */
  'login-name': { points: 60, duration: 3600 },
  /** Every name from one address. */
  'login-address': { points: 100, duration: 600 },
  register: { points: 10, duration: 600 },
  forgot: { points: 5, duration: 3600 },
  'forgot-address': { points: 20, duration: 3600 },
  reset: { points: 20, duration: 600 },
  /** Of who is logged in, for what asks for the password again. */
  password: { points: 10, duration: 600 },
  code: { points: 5, duration: 300 },
  'change-account': { points: 10, duration: 3600 },
  /** Of an account that was not verified: its address may be a stranger's. */
  'resend-verification': { points: 5, duration: 3600 },
  export: { points: 3, duration: 3600 },
  'test-mail': { points: 10, duration: 600 },
  /** Of pictures: each holds the one that opens them for a while. */
  upload: { points: 5, duration: 60 },
  preview: { points: 20, duration: 10 },
  /** Of marks of what was read. */
  read: { points: 60, duration: 60 },
  write: { points: 30, duration: 10 },
  /** Of one text, by one member: edits, deletions and restorations make its stream longer for ever. */
  'change-text': { points: 30, duration: 3600 },
  /** Of members or threads that bulk calls name. */
  bulk: { points: 2 * limits.bulk, duration: 60 },
  /** Of actions that are taken back: each reads its stream. One call of a span takes all of them at most. */
  undo: { points: maxUndoneEntries, duration: 60 },
} as const;

export type LimitKind = keyof typeof allowed;

export interface Limits {
  /** Counts one try, or as many as `points` says. @throws TooMany */
  take(kind: LimitKind, who: string, points?: number): Promise<void>;
}

export class TooMany extends Refusal {
  /** `retryDelaysMs`: whole seconds until the next try counts. */
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

/** Whom an address is counted as: of IPv6 the network, since everybody there has addresses without number. */
export function addressOf({ ip = '' }: { ip?: string | undefined }): string {
  const [address = ''] = ip.split('%', 1);
  const mapped = /^::ffff:(\d+(?:\.\d+){3})$/i.exec(address)?.[1];
  if (mapped || !isIPv6(address)) return mapped ?? address;
  const [left = [], right = []] = address.split('::').map((half) => half.split(':').filter(Boolean));
  const between = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0');
  const groups = [...left, ...between, ...right].slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${groups.join(':')}::/64`;
}
