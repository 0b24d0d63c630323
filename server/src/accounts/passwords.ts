import { Refusal } from '@guildhall/domain/refusals.js';
import argon2 from 'argon2';
import { Limiter } from '../process/limiter.js';

/** The cost of computing a hash with argon2id. */
export interface PasswordCost {
  memoryCost: number; // KiB
  timeCost: number; // passes
  parallelism: number;
}

/**
 * As much work as the 64 MiB and three passes of earlier versions, so that a login with an old hash lasts no longer than one
 * with a new hash or with an unknown name; more than OWASP's password storage cheat sheet requires.
 */
const productionCost: PasswordCost = { memoryCost: 32 * 1024, timeCost: 6, parallelism: 4 };

/** Which form of a password matches: its normal one, or the one in which it was typed, as older hashes have it. */
export type Match = 'normal' | 'as-typed' | false;

/** The form in which passwords are stored: keyboards differ in how they type an accent. */
export const normalPassword = (typed: string): string => typed.normalize('NFC');

/** Hashes passwords and checks them: one at a time, as each takes 32 MiB (an older hash 64), and four threads of its own. */
export interface Passwords {
  /** Number of passwords that wait to be hashed or checked. */
  readonly waiting: number;
  /** Hashes the normal form of the password. @throws Refusal busy */
  hash(password: string): Promise<string>;
  /**
   * Without a hash it does the same work and returns false, so that the time does not reveal whether an account exists.
   * @throws Refusal busy
   */
  matches(hash: string | null, password: string): Promise<Match>;
}

/** The last one waits a few seconds. */
const maxWaiting = 60;

/** No setting changes the cost; only tests pass a cheaper one. A hash names its own, at which it is checked. */
export function createPasswords(cost = productionCost): Passwords {
  const limiter = new Limiter({ running: 1, waiting: maxWaiting, refusal: () => new Refusal('busy') });
  const hash = (password: string) => argon2.hash(normalPassword(password), { type: argon2.argon2id, ...cost });
  let dummy: Promise<string> | null = null;
  return {
    get waiting() {
      return limiter.waiting;
    },
    hash: (password) => limiter.run(() => hash(password)),
    matches: (known, password) =>
      limiter.run(async () => {
        dummy ??= hash('no account has this password');
        const checked = known ?? (await dummy);
        const normal = normalPassword(password);
        if (await argon2.verify(checked, normal)) return known !== null && 'normal';
        if (normal === password) return false;
        return (await argon2.verify(checked, password)) && known !== null && 'as-typed';
      }),
  };
}
