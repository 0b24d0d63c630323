import { isIPv6 } from 'node:net';
import { limits } from '@guildhall/domain/limits.js';
import { Refusal } from '@guildhall/domain/refusals.js';
import { LRUCache } from 'lru-cache';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/** Of actions that one call undoes: more than anyone does by hand in the span of one mistake. */
export const maxUndoneEntries = 1_000;

interface RateLimit {
  /** How many tries are allowed in how many seconds. */
  points: number;
  duration: number;
  /** Whom the tries are counted for. */
  per: string;
}

/** Each server counts separately. */
export const rateLimits = {
  login: { points: 10, duration: 60, per: 'name from one address' },
  /** By name as typed, from all addresses: a limit by account would reveal which name an email belongs to. */
  'login-name': { points: 60, duration: 3600, per: 'name' },
  /** From a browser or an address that logged in to the account before. */
  'login-known': { points: 60, duration: 3600, per: 'account' },
  'login-address': { points: 100, duration: 600, per: 'address' },
  register: { points: 10, duration: 600, per: 'address' },
  forgot: { points: 5, duration: 3600, per: 'name' },
  'forgot-address': { points: 20, duration: 3600, per: 'address' },
  reset: { points: 20, duration: 600, per: 'address' },
  /** Of links in mails, and of the one that makes the first Admin. */
  link: { points: 60, duration: 600, per: 'address' },
  /** For logged-in members, where the password is required again. */
  password: { points: 10, duration: 600, per: 'member' },
  code: { points: 5, duration: 300, per: 'member' },
  'change-account': { points: 10, duration: 3600, per: 'member' },
  /** Verification emails of an account that is not verified: its address may be a stranger's. */
  'resend-verification': { points: 5, duration: 3600, per: 'account' },
  /** Ends of sessions; a guest has none to end. */
  session: { points: 60, duration: 60, per: 'member' },
  export: { points: 3, duration: 3600, per: 'member' },
  'test-mail': { points: 10, duration: 600, per: 'member' },
  /** Live connections. */
  connect: { points: 400, duration: 60, per: 'address' },
  /** Topics that all connections of one address join; each connection has a limit of its own. */
  join: { points: 3_000, duration: 10, per: 'address' },
  /** Of pictures: each occupies the encoder for a while. */
  upload: { points: 5, duration: 60, per: 'member' },
  preview: { points: 20, duration: 10, per: 'member' },
  /** Also of suggestions, one for each pause in typing. A guest counts by their address. */
  search: { points: 100, duration: 30, per: 'member or address' },
  /** Of read marks. */
  read: { points: 60, duration: 60, per: 'member' },
  write: { points: 30, duration: 10, per: 'member' },
  /** Actions of the staff: saving a matrix of permissions may take two calls for each role. */
  staff: { points: 300, duration: 60, per: 'member' },
  /** Edits, deletions and restorations make the stream of a text permanently longer. */
  'change-text': { points: 30, duration: 3600, per: 'member and text' },
  /** Of members or threads that bulk calls name. */
  bulk: { points: 2 * limits.bulk, duration: 60, per: 'member' },
  /** Of undone actions: each reads its stream. One call of a span may undo at most all of them. */
  undo: { points: maxUndoneEntries, duration: 60, per: 'member' },
} as const satisfies Record<string, RateLimit>;

export type LimitKind = keyof typeof rateLimits;

export interface Limits {
  /** Counts one try, or as many as `points` says. @throws TooMany */
  take(kind: LimitKind, who: string, points?: number): Promise<void>;
}

export class TooMany extends Refusal {
  /** `retryAfter`: whole seconds until the next try counts. */
  constructor(
    readonly retryAfter: number,
    code: 'too-many' | 'name-locked' = 'too-many',
  ) {
    super(code);
  }
}

/** Names, addresses and members that each limit counts at a time: the one used longest ago is forgotten for another. */
const maxCounted = 50_000;

export function createLimits(on: boolean, max = maxCounted): Limits {
  if (!on) return { take: () => Promise.resolve() };
  const counters = Object.fromEntries(
    Object.entries(rateLimits).map(([kind, { points, duration }]) => [kind, counterOf({ points, duration }, max)]),
  ) as Record<LimitKind, ReturnType<typeof counterOf>>;
  return {
    async take(kind, who, points = 1) {
      try {
        await counters[kind](who, points);
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error;
        throw new TooMany(Math.max(1, Math.ceil(error.msBeforeNext / 1000)));
      }
    },
  };
}

/** The library keeps each key until its time is over, however many there are: another cache bounds them. */
function counterOf(options: Pick<RateLimit, 'points' | 'duration'>, max: number) {
  const limiter = new RateLimiterMemory(options);
  const keys = new LRUCache<string, true>({
    maxSize: max, // `max` would reserve memory for all keys of each kind at once
    sizeCalculation: () => 1,
    dispose: (_, key) => void limiter.delete(key),
  });
  return (who: string, points: number) => {
    keys.set(who, true, { noDisposeOnSet: true });
    return limiter.consume(who, points);
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
