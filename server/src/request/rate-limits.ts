import { isIPv6 } from 'node:net';
import { limits } from '@guildhall/domain/limits.js';
import { Refusal } from '@guildhall/domain/refusals.js';
import { LRUCache } from 'lru-cache';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { limitEntries } from '../process/limiter.js';

/** Limits how much a single mistaken call can undo. */
export const maxUndoneEntries = 1_000;

/** Divided by the number of uploads that the settings allow per minute. */
export const uploadPoints = 10_000;

interface RateLimit {
  points: number;
  duration: number;
  per: string;
}

export const rateLimits = {
  login: { points: 10, duration: 60, per: 'name from one address' },
  /** Counts names as typed because a limit per account would reveal which name belongs to an email address. */
  'login-name': { points: 60, duration: 3600, per: 'name' },
  'login-known': { points: 60, duration: 3600, per: 'account' },
  'login-address': { points: 100, duration: 600, per: 'address' },
  register: { points: 10, duration: 600, per: 'address' },
  /** Players register and report through their game server's plugin, so the address does not identify a player. */
  'register-in-game': { points: 60, duration: 600, per: 'game server' },
  'register-player': { points: 10, duration: 600, per: 'player' },
  'report-in-game': { points: 60, duration: 600, per: 'game server' },
  'player-list': { points: 6, duration: 60, per: 'game server' },
  forgot: { points: 5, duration: 3600, per: 'name' },
  'forgot-address': { points: 20, duration: 3600, per: 'address' },
  reset: { points: 20, duration: 600, per: 'address' },
  /** Mail providers unsubscribe many members from few addresses. */
  unsubscribe: { points: 600, duration: 60, per: 'address' },
  /** Mail servers report many bounces at once, but guessing the secret must be slow. */
  bounce: { points: 600, duration: 60, per: 'address' },
  link: { points: 60, duration: 600, per: 'address' },
  password: { points: 10, duration: 600, per: 'member' },
  code: { points: 5, duration: 300, per: 'member' },
  'change-account': { points: 10, duration: 3600, per: 'member' },
  'resend-verification': { points: 5, duration: 3600, per: 'account' },
  session: { points: 60, duration: 60, per: 'member' },
  export: { points: 3, duration: 3600, per: 'member' },
  'test-mail': { points: 10, duration: 600, per: 'member' },
  connect: { points: 400, duration: 60, per: 'address' },
  /** Covers all connections from one address. Each connection also has its own limit. */
  join: { points: 3_000, duration: 10, per: 'address' },
  upload: { points: 5, duration: 60, per: 'member' },
  /** An upload's cost depends on the settings. */
  'text-picture': { points: uploadPoints, duration: 60, per: 'member' },
  presence: { points: 60, duration: 60, per: 'member' },
  preview: { points: 20, duration: 10, per: 'member' },
  search: { points: 100, duration: 30, per: 'member or address' },
  read: { points: 60, duration: 60, per: 'member' },
  write: { points: 30, duration: 10, per: 'member' },
  game: { points: 600, duration: 60, per: 'game server' },
  /** Each reported change is written to the ledger of every other server. */
  'game-change': { points: 3_000, duration: 600, per: 'game server' },
  /** A reset can append an entry for every account that the server has reported. */
  'game-reset': { points: 5, duration: 3600, per: 'game server' },
  staff: { points: 300, duration: 60, per: 'member' },
  /** Each edit permanently extends a thread's or post's stream. */
  'change-text': { points: 30, duration: 3600, per: 'member and text' },
  bulk: { points: 2 * limits.bulk, duration: 60, per: 'member' },
  'game-code': { points: 5, duration: 600, per: 'member or game account' },
  'new-player': { points: 5_000, duration: 3600, per: 'game server' },
  undo: { points: maxUndoneEntries, duration: 60, per: 'member' },
} as const satisfies Record<string, RateLimit>;

export type LimitKind = keyof typeof rateLimits;

export interface Limits {
  take(kind: LimitKind, who: string, points?: number): Promise<void>;
}

export class RateLimitExceeded extends Refusal {
  constructor(
    readonly retryAfterSeconds: number,
    code: 'too-many' | 'name-locked' = 'too-many',
  ) {
    super(code);
  }
}

const maxCounted = 50_000;

export function createLimits(on: boolean, max = maxCounted): Limits {
  if (!on) return { take: () => Promise.resolve() };
  const counters = Object.fromEntries(
    Object.entries(rateLimits).map(([kind, { points, duration }]) => [kind, createCounter({ points, duration }, max)]),
  ) as Record<LimitKind, ReturnType<typeof createCounter>>;
  return {
    async take(kind, who, points = 1) {
      try {
        await counters[kind](who, points);
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error;
        throw new RateLimitExceeded(Math.max(1, Math.ceil(error.msBeforeNext / 1000)));
      }
    },
  };
}

/** The library retains each key until it expires, so the LRU cache limits the number of keys. */
function createCounter(options: Pick<RateLimit, 'points' | 'duration'>, max: number) {
  const limiter = new RateLimiterMemory(options);
  const keys = new LRUCache<string, true>({
    ...limitEntries(max),
    dispose: (_, key) => void limiter.delete(key),
  });
  return (who: string, points: number) => {
    keys.set(who, true, { noDisposeOnSet: true });
    return limiter.consume(who, points);
  };
}

/** Counts an IPv6 network as one address because each of its users has countless addresses. */
export function normalizeAddress({ ip = '' }: { ip?: string | undefined }): string {
  const [address = ''] = ip.split('%', 1);
  const mappedIPv4 = /^::ffff:(\d+(?:\.\d+){3})$/i.exec(address)?.[1];
  if (mappedIPv4 || !isIPv6(address)) return mappedIPv4 ?? address;
  const [head = [], tail = []] = address.split('::').map((half) => half.split(':').filter(Boolean));
  const zeroGroups = Array.from({ length: Math.max(0, 8 - head.length - tail.length) }, () => '0');
  const groups = [...head, ...zeroGroups, ...tail].slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${groups.join(':')}::/64`;
}
