import { beforeEach, expect, test } from 'vitest';
import type { Vault } from '../../vault/vault.js';
import { addMail } from '../../mail/new-mail.js';
import { createKey, buildAccount, buildMail, buildSession } from './vault-samples.js';

export function testErasure(vault: () => Vault): void {
  const expectErased = async () => {
    expect(await vault().findAccount(1)).toBeNull();
    expect(await vault().findAccountByLogin('Steve')).toBeNull();
    expect(await vault().findAccountByLogin('steve@example.org')).toBeNull();
    expect((await vault().listAccountNames(0, 10)).map((name) => name.id)).toEqual([2]);
    expect(await vault().findAccountNames([1])).toEqual([]);
    expect(await vault().findDueMails('2030-01-01T00:00:00.000Z', 10)).toEqual([]);
    expect((await vault().findStaleAccounts('unverified', '2030-01-01T00:00:00.000Z', 10)).map((a) => a.id)).toEqual([
      2,
    ]);
    expect(await vault().editAccount(1, () => ({ verified: true }))).toBe('missing');
    expect(await vault().listSessions(1)).toEqual([]);
    expect(await vault().findSession('s1')).toBeNull();
    expect(await vault().findSession('s2')).toEqual(buildSession('s2', 2));
  };

  beforeEach(async () => {
    await vault().createAccount(buildAccount(1, 'Steve', { mails: [buildMail('m1')] }));
    await vault().createAccount(buildAccount(2, 'Alex'));
    await vault().createSession(buildSession('s1', 1));
    await vault().createSession(buildSession('s2', 2));
  });

  test('erases an account along with its key', async () => {
    await vault().eraseAccount(1, true);
    await expectErased();
    expect(await vault().findAuthorKeys([1, 2])).toEqual(new Map([[2, createKey(2)]]));
  });

  test('an account can be erased without its key, and the key later', async () => {
    await vault().eraseAccount(1, false);
    await expectErased();
    expect(await vault().findAuthorKeys([1])).toEqual(new Map([[1, createKey(1)]]));
    await vault().editAccount(1, addMail(buildMail('m2')));
    await expectErased();
    await vault().eraseAccount(1, true);
    expect(await vault().findAuthorKeys([1])).toEqual(new Map());
  });

  test.each([true, false])('erasing an account frees its name and address (key dropped: %s)', async (dropKey) => {
    await vault().eraseAccount(1, dropKey);
    expect(await vault().createAccount(buildAccount(3, 'Steve'))).toBe('created');
    await vault().eraseAccount(3, dropKey);
    expect(await vault().createAccount(buildAccount(4, 'Steve'))).toBe('created');
  });

  test('rejects a second account with an erased id, even if the key still exists', async () => {
    await vault().eraseAccount(1, false);
    expect(await vault().createAccount(buildAccount(1, 'Returned'))).toBe('same-id');
    expect(await vault().findAccount(1)).toBeNull();
  });

  test('an erasure can be repeated, and ignores accounts that never existed', async () => {
    await vault().eraseAccount(1, true);
    await vault().eraseAccount(1, true);
    await vault().eraseAccount(1, false);
    await vault().eraseAccount(77, true);
    await vault().eraseAccount(77, false);
    await expectErased();
  });
}
