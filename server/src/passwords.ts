import argon2 from 'argon2';

/** argon2id with the library's defaults (64 MiB, 3 passes). */
export function hashPassword(password: string): Promise<string> {
  return argon2.hash(password, { type: argon2.argon2id });
}

let dummy: Promise<string> | null = null;

/** Without a hash it does the same work and says no, so that the time does not tell whether an account exists. */
export async function passwordMatches(hash: string | null, password: string): Promise<boolean> {
  dummy ??= hashPassword('no account has this password');
  const matches = await argon2.verify(hash ?? (await dummy), password);
  return hash !== null && matches;
}
