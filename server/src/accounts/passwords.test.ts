import argon2 from 'argon2';
import { expect, test, vi } from 'vitest';
import { createPasswords } from './passwords.js';

const cheap = { memoryCost: 1024, timeCost: 1, parallelism: 1 };

test('hashes passwords with argon2id using 32 MiB, six passes and a unique salt', async () => {
  const passwords = createPasswords();
  const [hash, again] = [await passwords.hash('a good password'), await passwords.hash('a good password')];
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=32768,t=6,p=4\$/);
  expect(again).not.toBe(hash);
  expect(await passwords.matches(hash, 'a good password')).toBe('normal');
  expect(await passwords.matches(hash, 'a good Password')).toBe(false);
});

test('verifies a password hash that was created with different cost parameters', async () => {
  const hash = await createPasswords(cheap).hash('a good password');
  expect(await createPasswords().matches(hash, 'a good password')).toBe('normal');
  expect(await createPasswords().matches(hash, 'a good Password')).toBe(false);
});

test('no password matches a missing hash, not even the password of the dummy hash', async () => {
  const passwords = createPasswords(cheap);
  for (const password of ['', 'a good password', 'no account has this password']) {
    expect(await passwords.matches(null, password)).toBe(false);
  }
});

test('queues concurrent password checks and rejects those beyond the queue limit', async () => {
  const passwords = createPasswords(cheap);
  const attempts = Array.from({ length: 100 }, () =>
    passwords.matches(null, 'a guess').catch((error: unknown) => error),
  );
  expect(passwords.waiting).toBe(60);
  const outcomes = await Promise.all(attempts);
  expect(outcomes.filter((outcome) => outcome === false)).toHaveLength(61);
  expect(outcomes.filter((outcome) => outcome !== false)).toHaveLength(39);
  expect(outcomes.at(-1)).toMatchObject({ code: 'busy', status: 503 });
  expect(passwords.waiting).toBe(0);
});

test.each([
  ['Latin', 'un caf\u00e9 br\u00fbl\u00e9', 'un cafe\u0301 bru\u0302le\u0301'],
  ['Vietnamese', 'ti\u1ebfng Vi\u1ec7t', 'tie\u0302\u0301ng Vie\u0323\u0302t'],
  [
    'Korean',
    '\ube44\ubc00\ubc88\ud638 \ud558\ub098',
    '\u1107\u1175\u1106\u1175\u11af\u1107\u1165\u11ab\u1112\u1169 \u1112\u1161\u1102\u1161',
  ],
  [
    'Japanese',
    '\u30d1\u30b9\u30ef\u30fc\u30c9\u3067\u3059',
    '\u30cf\u309a\u30b9\u30ef\u30fc\u30c8\u3099\u3066\u3099\u3059',
  ],
])('a password in %s matches in every Unicode form that a keyboard may produce', async (_, composed, decomposed) => {
  const passwords = createPasswords(cheap);
  for (const password of [composed, decomposed]) {
    const hash = await passwords.hash(password);
    for (const typedPassword of [composed, decomposed])
      expect(await passwords.matches(hash, typedPassword)).toBe('normal');
    expect(await passwords.matches(hash, `${composed}!`)).toBe(false);
  }
});

test('a hash of a password as typed matches only that exact form', async () => {
  const passwords = createPasswords(cheap);
  const hash = await argon2.hash('cafe\u0301 au lait');
  expect(await passwords.matches(hash, 'cafe\u0301 au lait')).toBe('as-typed');
  expect(await passwords.matches(hash, 'caf\u00e9 au lait')).toBe(false);
});

test('checks a wrong password a second time only if its Unicode forms differ', async () => {
  const passwords = createPasswords(cheap);
  const verify = vi.spyOn(argon2, 'verify');
  const countVerifications = async (password: string) => {
    verify.mockClear();
    await passwords.matches(null, password);
    return verify.mock.calls.length;
  };
  expect([
    await countVerifications('a plain guess'),
    await countVerifications('caf\u00e9'),
    await countVerifications('cafe\u0301'),
  ]).toEqual([1, 1, 2]);
});
