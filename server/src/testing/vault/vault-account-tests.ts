import { withUsername } from '../../vault/account/account-record.js';
import { expect, test } from 'vitest';
import type { Vault } from '../../vault/vault.js';
import { createKey, buildAccount, buildMail, withoutKey } from './vault-samples.js';

export function testAccounts(vault: () => Vault): void {
  test('returns an account exactly as stored, without its key', async () => {
    const account = buildAccount(2 ** 53 - 1, 'Steve', { avatar: 'a1b2', mails: [buildMail('m1')] });
    expect(await vault().createAccount(account)).toBe('created');
    expect(await vault().findAccount(account.id)).toEqual(withoutKey(account));
    expect(await vault().findAccount(2 ** 53 - 2)).toBeNull();
  });

  test('account names and addresses are unique regardless of case', async () => {
    await vault().createAccount(buildAccount(1, 'Steve', { email: 'steve@example.org' }));
    expect(await vault().createAccount(buildAccount(2, 'sTEVE', { email: 'two@example.org' }))).toBe('username-taken');
    expect(await vault().createAccount(buildAccount(2, 'Alex', { email: 'STEVE@Example.org' }))).toBe('email-taken');
    expect(await vault().createAccount(buildAccount(2, 'Alex', { email: 'alex@example.org' }))).toBe('created');
  });

  test('creating an account with an existing id reports that id, even if the name differs', async () => {
    await vault().createAccount(buildAccount(1, 'Steve'));
    expect(await vault().createAccount(buildAccount(1, 'Steve'))).toBe('same-id');
    expect(await vault().createAccount(buildAccount(1, 'Other'))).toBe('same-id');
    expect((await vault().findAccount(1))?.username).toBe('Steve');
  });

  test('only one of ten concurrent registrations of a name succeeds, with its own key', async () => {
    const ids = Array.from({ length: 10 }, (_, i) => i + 1);
    const outcomes = await Promise.all(
      ids.map((id) => vault().createAccount(buildAccount(id, 'Steve', { email: `steve${id}@example.org` }))),
    );
    expect(outcomes.filter((outcome) => outcome === 'created')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'username-taken')).toHaveLength(9);
    const winner = ids[outcomes.indexOf('created')] ?? 0;
    expect((await vault().findAccountByLogin('steve'))?.id).toBe(winner);
    expect(await vault().findAuthorKeys(ids)).toEqual(new Map([[winner, createKey(winner)]]));
  });

  test('a change updates only the specified fields, and never the key', async () => {
    await vault().createAccount(buildAccount(1, 'Steve'));
    expect(await vault().editAccount(1, () => ({ verified: true, username: 'STEVE' }))).toBe('changed');
    expect(await vault().findAccount(1)).toEqual({
      ...withoutKey(buildAccount(1, 'Steve')),
      verified: true,
      username: 'STEVE',
    });
    expect(await vault().findAuthorKeys([1])).toEqual(new Map([[1, createKey(1)]]));
  });

  test("rejects an entire change if it uses another account's name or address", async () => {
    await vault().createAccount(buildAccount(1, 'Steve'));
    await vault().createAccount(buildAccount(2, 'Alex'));
    expect(await vault().editAccount(2, () => ({ username: 'steve', verified: true }))).toBe('username-taken');
    expect(await vault().editAccount(2, () => ({ email: 'STEVE@example.org', verified: true }))).toBe('email-taken');
    expect(await vault().findAccount(2)).toEqual(withoutKey(buildAccount(2, 'Alex')));
    expect(await vault().editAccount(3, () => ({ verified: true }))).toBe('missing');
  });

  test('an edit receives the current account and can leave it unchanged', async () => {
    const twoStep = { secret: 'SECRET', on: true, lastStep: 5, recovery: ['a', 'b'] };
    await vault().createAccount(buildAccount(1, 'Steve', { twoStep }));
    const accounts: unknown[] = [];
    const outcome = await vault().editAccount(1, (account) => {
      accounts.push(account);
      return { twoStep: { ...twoStep, recovery: ['b'] } };
    });
    expect(outcome).toBe('changed');
    expect(accounts).toEqual([withoutKey(buildAccount(1, 'Steve', { twoStep }))]);
    expect((await vault().findAccount(1))?.twoStep).toEqual({ ...twoStep, recovery: ['b'] });
    expect(await vault().editAccount(1, () => null)).toBe('unchanged');
    await vault().editAccount(1, () => ({ twoStep: null }));
    expect((await vault().findAccount(1))?.twoStep).toBeNull();
    await vault().createAccount(buildAccount(2, 'Alex'));
    expect(await vault().editAccount(2, () => ({ email: 'STEVE@example.org' }))).toBe('email-taken');
    expect(await vault().editAccount(3, () => ({ verified: true }))).toBe('missing');
    expect(await vault().findAuthorKeys([1])).toEqual(new Map([[1, createKey(1)]]));
  });

  test('only one of ten concurrent edits that consume the same value succeeds', async () => {
    await vault().createAccount(buildAccount(1, 'Steve', { mails: [buildMail('once')] }));
    const take = () => vault().editAccount(1, ({ mails }) => (mails.length > 0 ? { mails: [] } : null));
    const outcomes = await Promise.all(Array.from({ length: 10 }, take));
    expect(outcomes.filter((outcome) => outcome === 'changed')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'unchanged')).toHaveLength(9);
  });

  test('renaming an account frees the old name and reserves the new one', async () => {
    await vault().createAccount(buildAccount(1, 'Steve'));
    await vault().editAccount(1, () => ({ username: 'Herobrine' }));
    expect(await vault().createAccount(buildAccount(2, 'herobrine'))).toBe('username-taken');
    expect(await vault().createAccount(buildAccount(2, 'Steve', { email: 'two@example.org' }))).toBe('created');
  });
}

export function testQueries(vault: () => Vault): void {
  test('finds a login only by name or address, regardless of case', async () => {
    await vault().createAccount(buildAccount(1, 'Steve', { email: 'Steve.M@example.org' }));
    expect((await vault().findAccountByLogin('sTeVe'))?.id).toBe(1);
    expect((await vault().findAccountByLogin('STEVE.m@EXAMPLE.org'))?.id).toBe(1);
    for (const login of ['stev', 'stevee', 'steve.m', '%', '', '$ne'])
      expect(await vault().findAccountByLogin(login)).toBeNull();
  });

  test('paginates account names by id', async () => {
    for (const id of [30, 2 ** 40, 10, 20]) await vault().createAccount(buildAccount(id, `player${id % 1000}`));
    const firstNames = await vault().listAccountNames(0, 3);
    expect(firstNames.map((name) => name.id)).toEqual([10, 20, 30]);
    expect(firstNames[0]).toEqual({
      id: 10,
      username: 'player10',
      email: 'player10@example.org',
      verified: false,
      avatar: null,
      createdAt: '2026-01-01T10:00:00.000Z',
    });
    expect((await vault().listAccountNames(30, 3)).map((name) => name.id)).toEqual([2 ** 40]);
  });

  test('returns names only for existing accounts', async () => {
    for (const id of [1, 2, 3]) await vault().createAccount(buildAccount(id, `player${id}`));
    const names = await vault().findAccountNames([3, 1, 99]);
    expect(names.map((name) => name.username).sort()).toEqual(['player1', 'player3']);
    expect(await vault().findAccountNames([])).toEqual([]);
  });

  test("returns a member's former names until they are erased", async () => {
    await vault().createAccount(buildAccount(1, 'Steve'));
    for (const [n, name] of ['Stevie', 'STEVIE', 'Stephen'].entries())
      await vault().editAccount(1, (account) => withUsername(account, name, `2026-01-0${n + 1}T00:00:00.000Z`));
    const formerNames = [
      { username: 'Steve', until: '2026-01-01T00:00:00.000Z' },
      { username: 'STEVIE', until: '2026-01-03T00:00:00.000Z' },
    ];
    expect(await vault().listAccountNames(0, 10)).toMatchObject([{ username: 'Stephen', formerNames }]);
    expect(await vault().findAccountNames([1])).toMatchObject([{ username: 'Stephen', formerNames }]);
    await vault().editAccount(1, (account) => withUsername(account, 'Steve', '2026-01-04T00:00:00.000Z'));
    expect((await vault().findAccount(1))?.formerNames?.map(({ username }) => username)).toEqual(['STEVIE', 'Stephen']);
    for (let n = 0; n < 30; n++) await vault().editAccount(1, (account) => withUsername(account, `name${n}`, ''));
    expect((await vault().findAccount(1))?.formerNames).toHaveLength(20);
    await vault().eraseAccount(1, false);
    expect(await vault().findAccountNames([1])).toEqual([]);
  });

  test('lists stale unregistered or unverified accounts, oldest first', async () => {
    const at = (day: number) => ({ createdAt: `2026-01-0${day}T00:00:00.000Z` });
    await vault().createAccount(buildAccount(1, 'young', at(9)));
    await vault().createAccount(buildAccount(2, 'later', { ...at(3), registered: true }));
    await vault().createAccount(buildAccount(3, 'first', at(1)));
    await vault().createAccount(buildAccount(4, 'good', { ...at(1), registered: true, verified: true }));
    const listIds = async (state: 'unregistered' | 'unverified', limit: number) =>
      (await vault().findStaleAccounts(state, '2026-01-09T00:00:00.000Z', limit)).map((account) => account.id);
    expect(await listIds('unregistered', 10)).toEqual([3]);
    expect(await listIds('unverified', 10)).toEqual([3, 2]);
    expect(await listIds('unverified', 1)).toEqual([3]);
  });

  test.each(['unregistered', 'unverified'] as const)('sorts %s accounts with the same time by id', async (state) => {
    const at = (day: number) => ({ createdAt: `2026-01-0${day}T00:00:00.000Z`, registered: state === 'unverified' });
    for (const id of [8, 1, 5]) await vault().createAccount(buildAccount(id, `same${id}`, at(4)));
    await vault().createAccount(buildAccount(9, 'oldest', at(2)));
    const stale = await vault().findStaleAccounts(state, '2026-01-09T00:00:00.000Z', 3);
    expect(stale.map(({ id }) => id)).toEqual([9, 1, 5]);
  });

  test('returns only the keys of existing authors', async () => {
    await vault().createAccount(buildAccount(1, 'Steve'));
    await vault().createAccount(buildAccount(2, 'Alex'));
    expect(await vault().findAuthorKeys([2, 1, 3])).toEqual(
      new Map([
        [1, createKey(1)],
        [2, createKey(2)],
      ]),
    );
    expect(await vault().findAuthorKeys([])).toEqual(new Map());
  });
}
