import argon2 from 'argon2';

/** The cost of computing a hash; argon2id with the library's defaults if omitted. */
export interface PasswordCost {
  memoryCost?: number; // KiB
  timeCost?: number; // passes
  parallelism?: number;
}

/** Hashes passwords and checks them. */
export interface Passwords {
  hash(password: string): Promise<string>;
  /**
   * Without a hash it does the same work and returns false, so that the time does not reveal whether an account exists.
   */
  matches(hash: string | null, password: string): Promise<boolean>;
}

/** Production hashes at the default cost: 64 MiB, 3 passes. No setting changes it; only tests pass a cheaper one. */
export function createPasswords(cost: PasswordCost = {}): Passwords {
  const hash = (password: string) => argon2.hash(password, { type: argon2.argon2id, ...cost });
  let dummy: Promise<string> | null = null;
  return {
    hash,
    async matches(known, password) {
      dummy ??= hash('no account has this password');
      const matches = await argon2.verify(known ?? (await dummy), password);
      return known !== null && matches;
    },
  };
}
