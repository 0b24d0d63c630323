import { expect, test } from 'vitest';
import { createPasswords } from './passwords.js';

const cheap = { memoryCost: 1024, timeCost: 1, parallelism: 1 };

test('A password is hashed by argon2id with 32 MiB, six passes and a salt of its own', async () => {
  const passwords = createPasswords();
  const [hash, again] = [await passwords.hash('a good password'), await passwords.hash('a good password')];
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=32768,t=6,p=4\$/);
  expect(again).not.toBe(hash);
  expect(await passwords.matches(hash, 'a good password')).toBe(true);
  expect(await passwords.matches(hash, 'a good Password')).toBe(false);
});

test('A hash of another cost is still checked', async () => {
  const hash = await createPasswords(cheap).hash('a good password');
  expect(await createPasswords().matches(hash, 'a good password')).toBe(true);
  expect(await createPasswords().matches(hash, 'a good Password')).toBe(false);
});

test('Nothing matches a missing hash, not even the password behind the substitute hash', async () => {
  const passwords = createPasswords(cheap);
  for (const password of ['', 'a good password', 'no account has this password']) {
    expect(await passwords.matches(null, password)).toBe(false);
  }
});

test('Of many passwords at once most wait, and those that find no room are refused', async () => {
  const passwords = createPasswords(cheap);
  const tries = Array.from({ length: 100 }, () => passwords.matches(null, 'a guess').catch((error: unknown) => error));
  expect(passwords.waiting).toBe(60);
  const outcomes = await Promise.all(tries);
  expect(outcomes.filter((outcome) => outcome === false)).toHaveLength(61);
  expect(outcomes.filter((outcome) => outcome !== false)).toHaveLength(39);
  expect(outcomes.at(-1)).toMatchObject({ code: 'busy', status: 503 });
  expect(passwords.waiting).toBe(0);
});
