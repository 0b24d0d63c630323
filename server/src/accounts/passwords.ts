import { Refusal } from '@guildhall/domain/refusals.js';
import argon2 from 'argon2';
import { Limiter } from '../process/limiter.js';

export interface PasswordCost {
  // In KiB.
  memoryCost: number;
  timeCost: number;
  parallelism: number;
}

/** Exceeds what OWASP's Password Storage Cheat Sheet recommends. */
const productionCost: PasswordCost = { memoryCost: 32 * 1024, timeCost: 6, parallelism: 4 };

export type PasswordMatch = 'normal' | 'as-typed' | false;

export const normalizePassword = (typedPassword: string): string => typedPassword.normalize('NFC');

export interface Passwords {
  readonly waiting: number;
  hash(password: string): Promise<string>;
  /**
   * Takes just as long if `hash` is null, so that timing does not reveal whether an account exists.
   * @throws Refusal busy
   */
  matches(hash: string | null, password: string): Promise<PasswordMatch>;
}

const maxWaiting = 60;

export function createPasswords(cost = productionCost): Passwords {
  // Only one hash is computed at a time because each uses 32 MiB and four threads.
  const limiter = new Limiter({ running: 1, waiting: maxWaiting, refusal: () => new Refusal('busy') });
  const hash = (password: string) => argon2.hash(normalizePassword(password), { type: argon2.argon2id, ...cost });
  let dummy: Promise<string> | null = null;
  return {
    get waiting() {
      return limiter.waiting;
    },
    hash: (password) => limiter.run(() => hash(password)),
    matches: (accountHash, password) =>
      limiter.run(async () => {
        dummy ??= hash('no account has this password');
        const checkedHash = accountHash ?? (await dummy);
        const normalizedPassword = normalizePassword(password);
        if (await argon2.verify(checkedHash, normalizedPassword)) return accountHash !== null && 'normal';
        if (normalizedPassword === password) return false;
        return (await argon2.verify(checkedHash, password)) && accountHash !== null && 'as-typed';
      }),
  };
}
