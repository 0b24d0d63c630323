import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  VaultUnavailable,
  type Account,
  type AccountMail,
  type NewAccount,
  type Session,
  type Vault,
} from '../vault/vault.js';

export interface VaultUnderTest {
  /** Opens the same data again; each opened vault is one more server on it. */
  open(): Promise<Vault>;
  /** Closes nothing; removes the data. */
  remove(): Promise<void>;
}

/** What every vault must do, whatever stands behind it. */
export function vaultContract(name: string, prepare: () => Promise<VaultUnderTest>): void {
  describe(`The vault on ${name}`, () => {
    let data: VaultUnderTest;
    let vault: Vault;
    beforeEach(async () => {
      data = await prepare();
      vault = await data.open();
    });
    afterEach(async () => {
      await vault.close();
      await data.remove();
    });
    const current = () => vault;
    describe('keeps accounts', () => accountTests(current));
    describe('finds accounts', () => queryTests(current));
    describe('erases', () => erasureTests(current));
    describe('keeps mails', () => mailTests(current));
    describe('keeps sessions', () => sessionTests(current));

    test('it holds everything after it was closed and opened again', async () => {
      await vault.createAccount(newAccount(1, 'Steve'));
      await vault.createSession(newSession('s1', 1));
      await vault.close();
      vault = await data.open();
      expect(await vault.account(1)).toEqual(withoutKey(newAccount(1, 'Steve')));
      expect(await vault.authorKeys([1])).toEqual(new Map([[1, keyOf(1)]]));
      expect(await vault.session('s1')).toEqual(newSession('s1', 1));
    });

    test('a closed vault is unavailable and says nothing about who exists', async () => {
      const closed = await data.open();
      await closed.close();
      for (const call of everyCall(closed)) await expect(call()).rejects.toBeInstanceOf(VaultUnavailable);
      await closed.close();
    });
  });
}

/** One call of every kind, for the tests of an unreachable vault. */
export function everyCall(vault: Vault): (() => Promise<unknown>)[] {
  return [
    () => vault.createAccount(newAccount(9, 'Nobody')),
    () => vault.account(9),
    () => vault.accountByLogin('nobody'),
    () => vault.changeAccount(9, { verified: true }),
    () => vault.accountNames(0, 10),
    () => vault.accountNamesOf([9]),
    () => vault.staleAccounts('unverified', '2030-01-01T00:00:00.000Z', 10),
    () => vault.authorKeys([9]),
    () => vault.eraseAccount(9, true),
    () => vault.dueMails('2030-01-01T00:00:00.000Z', 10),
    () => vault.addMail(9, newMail('m9')),
    () => vault.changeMail(9, 'm9', { attempts: 1 }),
    () => vault.claimMail(9, 'm9', '2026-01-01T00:00:00.000Z', { attempts: 1 }),
    () => vault.removeMail(9, 'm9'),
    () => vault.createSession(newSession('s9', 9)),
    () => vault.session('s9'),
    () => vault.sessionsOf(9),
    () => vault.endSession('s9'),
    () => vault.endSessions(9),
    () => vault.pruneSessions('2026-01-01T00:00:00.000Z'),
  ];
}

function accountTests(vault: () => Vault): void {
  test('an account comes back as it was given, without its key', async () => {
    const account = newAccount(2 ** 53 - 1, 'Steve', { avatar: 'a1b2', mails: [newMail('m1')] });
    expect(await vault().createAccount(account)).toBe('created');
    expect(await vault().account(account.id)).toEqual(withoutKey(account));
    expect(await vault().account(2 ** 53 - 2)).toBeNull();
  });

  test('names and addresses are unique without regard to case', async () => {
    await vault().createAccount(newAccount(1, 'Steve', { email: 'steve@example.org' }));
    expect(await vault().createAccount(newAccount(2, 'sTEVE', { email: 'two@example.org' }))).toBe('username-taken');
    expect(await vault().createAccount(newAccount(2, 'Alex', { email: 'STEVE@Example.org' }))).toBe('email-taken');
    expect(await vault().createAccount(newAccount(2, 'Alex', { email: 'alex@example.org' }))).toBe('created');
  });

  test('the same account once more is the same id, also with another name', async () => {
    await vault().createAccount(newAccount(1, 'Steve'));
    expect(await vault().createAccount(newAccount(1, 'Steve'))).toBe('same-id');
    expect(await vault().createAccount(newAccount(1, 'Other'))).toBe('same-id');
    expect((await vault().account(1))?.username).toBe('Steve');
  });

  test('of ten registrations of one name at once, one wins and has its own key', async () => {
    const ids = Array.from({ length: 10 }, (_, i) => i + 1);
    const outcomes = await Promise.all(
      ids.map((id) => vault().createAccount(newAccount(id, 'Steve', { email: `steve${id}@example.org` }))),
    );
    expect(outcomes.filter((outcome) => outcome === 'created')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'username-taken')).toHaveLength(9);
    const winner = ids[outcomes.indexOf('created')] ?? 0;
    expect((await vault().accountByLogin('steve'))?.id).toBe(winner);
    expect(await vault().authorKeys(ids)).toEqual(new Map([[winner, keyOf(winner)]]));
  });

  test('a change writes what it names and leaves the rest and the key', async () => {
    await vault().createAccount(newAccount(1, 'Steve'));
    expect(await vault().changeAccount(1, { verified: true, username: 'STEVE' })).toBe('changed');
    expect(await vault().account(1)).toEqual({
      ...withoutKey(newAccount(1, 'Steve')),
      verified: true,
      username: 'STEVE',
    });
    expect(await vault().authorKeys([1])).toEqual(new Map([[1, keyOf(1)]]));
  });

  test('a change to a name or address of another account is refused whole', async () => {
    await vault().createAccount(newAccount(1, 'Steve'));
    await vault().createAccount(newAccount(2, 'Alex'));
    expect(await vault().changeAccount(2, { username: 'steve', verified: true })).toBe('username-taken');
    expect(await vault().changeAccount(2, { email: 'STEVE@example.org', verified: true })).toBe('email-taken');
    expect(await vault().account(2)).toEqual(withoutKey(newAccount(2, 'Alex')));
    expect(await vault().changeAccount(3, { verified: true })).toBe('missing');
  });

  test('a name that was given up is free, and the new one is taken', async () => {
    await vault().createAccount(newAccount(1, 'Steve'));
    await vault().changeAccount(1, { username: 'Herobrine' });
    expect(await vault().createAccount(newAccount(2, 'herobrine'))).toBe('username-taken');
    expect(await vault().createAccount(newAccount(2, 'Steve', { email: 'two@example.org' }))).toBe('created');
  });
}

function queryTests(vault: () => Vault): void {
  test('a login finds by name and by address without regard to case, and nothing else', async () => {
    await vault().createAccount(newAccount(1, 'Steve', { email: 'Steve.M@example.org' }));
    expect((await vault().accountByLogin('sTeVe'))?.id).toBe(1);
    expect((await vault().accountByLogin('STEVE.m@EXAMPLE.org'))?.id).toBe(1);
    for (const login of ['stev', 'stevee', 'steve.m', '%', '', '$ne'])
      expect(await vault().accountByLogin(login)).toBeNull();
  });

  test('names are listed in order of id in pages', async () => {
    for (const id of [30, 2 ** 40, 10, 20]) await vault().createAccount(newAccount(id, `player${id % 1000}`));
    const first = await vault().accountNames(0, 3);
    expect(first.map((name) => name.id)).toEqual([10, 20, 30]);
    expect(first[0]).toEqual({ id: 10, username: 'player10', avatar: null, createdAt: '2026-01-01T10:00:00.000Z' });
    expect((await vault().accountNames(30, 3)).map((name) => name.id)).toEqual([2 ** 40]);
  });

  test('names of given ids are those that exist', async () => {
    for (const id of [1, 2, 3]) await vault().createAccount(newAccount(id, `player${id}`));
    const names = await vault().accountNamesOf([3, 1, 99]);
    expect(names.map((name) => name.username).sort()).toEqual(['player1', 'player3']);
    expect(await vault().accountNamesOf([])).toEqual([]);
  });

  test('stale accounts are those that stayed unregistered or unverified, oldest first', async () => {
    const at = (day: number) => ({ createdAt: `2026-01-0${day}T00:00:00.000Z` });
    await vault().createAccount(newAccount(1, 'young', at(9)));
    await vault().createAccount(newAccount(2, 'later', { ...at(3), registered: true }));
    await vault().createAccount(newAccount(3, 'first', at(1)));
    await vault().createAccount(newAccount(4, 'good', { ...at(1), registered: true, verified: true }));
    const ids = async (state: 'unregistered' | 'unverified', limit: number) =>
      (await vault().staleAccounts(state, '2026-01-09T00:00:00.000Z', limit)).map((account) => account.id);
    expect(await ids('unregistered', 10)).toEqual([3]);
    expect(await ids('unverified', 10)).toEqual([3, 2]);
    expect(await ids('unverified', 1)).toEqual([3]);
  });

  test('keys come for those who have one', async () => {
    await vault().createAccount(newAccount(1, 'Steve'));
    await vault().createAccount(newAccount(2, 'Alex'));
    expect(await vault().authorKeys([2, 1, 3])).toEqual(
      new Map([
        [1, keyOf(1)],
        [2, keyOf(2)],
      ]),
    );
    expect(await vault().authorKeys([])).toEqual(new Map());
  });
}

function erasureTests(vault: () => Vault): void {
  const erasedIsGone = async () => {
    expect(await vault().account(1)).toBeNull();
    expect(await vault().accountByLogin('Steve')).toBeNull();
    expect(await vault().accountByLogin('steve@example.org')).toBeNull();
    expect((await vault().accountNames(0, 10)).map((name) => name.id)).toEqual([2]);
    expect(await vault().accountNamesOf([1])).toEqual([]);
    expect(await vault().dueMails('2030-01-01T00:00:00.000Z', 10)).toEqual([]);
    expect((await vault().staleAccounts('unverified', '2030-01-01T00:00:00.000Z', 10)).map((a) => a.id)).toEqual([2]);
    expect(await vault().changeAccount(1, { verified: true })).toBe('missing');
    expect(await vault().sessionsOf(1)).toEqual([]);
    expect(await vault().session('s1')).toBeNull();
    expect(await vault().session('s2')).toEqual(newSession('s2', 2));
  };

  beforeEach(async () => {
    await vault().createAccount(newAccount(1, 'Steve', { mails: [newMail('m1')] }));
    await vault().createAccount(newAccount(2, 'Alex'));
    await vault().createSession(newSession('s1', 1));
    await vault().createSession(newSession('s2', 2));
  });

  test('an account with its key', async () => {
    await vault().eraseAccount(1, true);
    await erasedIsGone();
    expect(await vault().authorKeys([1, 2])).toEqual(new Map([[2, keyOf(2)]]));
  });

  test('an account whose key stays, and then its key', async () => {
    await vault().eraseAccount(1, false);
    await erasedIsGone();
    expect(await vault().authorKeys([1])).toEqual(new Map([[1, keyOf(1)]]));
    await vault().addMail(1, newMail('m2'));
    await erasedIsGone();
    await vault().eraseAccount(1, true);
    expect(await vault().authorKeys([1])).toEqual(new Map());
  });

  test.each([true, false])('so that the name and address are free again (key dropped: %s)', async (dropKey) => {
    await vault().eraseAccount(1, dropKey);
    expect(await vault().createAccount(newAccount(3, 'Steve'))).toBe('created');
    await vault().eraseAccount(3, dropKey);
    expect(await vault().createAccount(newAccount(4, 'Steve'))).toBe('created');
  });

  test('an erased id with its key never gets a second account', async () => {
    await vault().eraseAccount(1, false);
    expect(await vault().createAccount(newAccount(1, 'Returned'))).toBe('same-id');
    expect(await vault().account(1)).toBeNull();
  });

  test('again and again, and what never was', async () => {
    await vault().eraseAccount(1, true);
    await vault().eraseAccount(1, true);
    await vault().eraseAccount(1, false);
    await vault().eraseAccount(77, true);
    await vault().eraseAccount(77, false);
    await erasedIsGone();
  });
}

function mailTests(vault: () => Vault): void {
  const due = async (now: string, limit = 10) =>
    (await vault().dueMails(now, limit)).map(({ account, mail }) => `${account.id}:${mail.id}`);

  test('that are due come longest due first, with their account', async () => {
    await vault().createAccount(newAccount(1, 'one', { mails: [mailDue('late', 5), mailDue('early', 1)] }));
    await vault().createAccount(newAccount(2, 'two', { mails: [mailDue('middle', 3), mailDue('future', 9)] }));
    await vault().createAccount(newAccount(3, 'three', { mails: [newMail('done', { dueAt: null })] }));
    expect(await due(hour(5))).toEqual(['1:early', '2:middle', '1:late']);
    expect(await due(hour(5), 2)).toEqual(['1:early', '2:middle']);
    expect(await due(hour(0))).toEqual([]);
    expect((await vault().dueMails(hour(1), 1))[0]).toEqual({
      account: withoutKey(newAccount(1, 'one', { mails: [mailDue('late', 5), mailDue('early', 1)] })),
      mail: mailDue('early', 1),
    });
  });

  test('that failed are due again at their new time, with the reason kept', async () => {
    await vault().createAccount(newAccount(1, 'one', { mails: [mailDue('m', 1)] }));
    await vault().changeMail(1, 'm', { dueAt: hour(4), attempts: 1, lastError: 'refused' });
    expect(await due(hour(3))).toEqual([]);
    expect(await due(hour(4))).toEqual(['1:m']);
    expect((await vault().account(1))?.mails).toEqual([{ ...mailDue('m', 4), attempts: 1, lastError: 'refused' }]);
  });

  test('that are claimed go to the one who saw the present time', async () => {
    await vault().createAccount(newAccount(1, 'one', { mails: [mailDue('m', 1)] }));
    expect(await vault().claimMail(1, 'm', hour(1), { dueAt: hour(2), attempts: 1 })).toBe(true);
    expect(await vault().claimMail(1, 'm', hour(1), { dueAt: hour(2), attempts: 1 })).toBe(false);
    expect(await vault().claimMail(1, 'other', hour(1), { dueAt: hour(2) })).toBe(false);
    expect(await vault().claimMail(7, 'm', hour(1), { dueAt: hour(2) })).toBe(false);
    expect((await vault().account(1))?.mails).toEqual([{ ...mailDue('m', 2), attempts: 1 }]);
  });

  test('can be added, replaced and removed', async () => {
    await vault().createAccount(newAccount(1, 'one'));
    await vault().addMail(1, mailDue('a', 1));
    await vault().addMail(1, mailDue('b', 2));
    await vault().addMail(1, mailDue('a', 3));
    expect(await due(hour(5))).toEqual(['1:b', '1:a']);
    await vault().removeMail(1, 'b');
    expect(await due(hour(5))).toEqual(['1:a']);
    await vault().changeMail(1, 'b', { dueAt: hour(1) });
    await vault().addMail(99, mailDue('a', 1));
    await vault().removeMail(99, 'a');
    expect(await due(hour(5))).toEqual(['1:a']);
  });
}

function sessionTests(vault: () => Vault): void {
  test('until they are ended, one or all of a user', async () => {
    for (const [id, userId] of [
      ['a', 1],
      ['b', 1],
      ['c', 2],
    ] as const)
      await vault().createSession(newSession(id, userId));
    expect(await vault().session('a')).toEqual(newSession('a', 1));
    expect((await vault().sessionsOf(1)).map((session) => session.id)).toEqual(['a', 'b']);
    await vault().endSession('a');
    expect(await vault().session('a')).toBeNull();
    await vault().endSessions(1);
    expect(await vault().sessionsOf(1)).toEqual([]);
    expect(await vault().session('c')).toEqual(newSession('c', 2));
    await vault().endSession('a');
  });

  test('and removes those that expired before a time', async () => {
    await vault().createSession({ ...newSession('old', 1), expiresAt: hour(1) });
    await vault().createSession({ ...newSession('new', 1), expiresAt: hour(2) });
    await vault().pruneSessions(hour(2));
    expect((await vault().sessionsOf(1)).map((session) => session.id)).toEqual(['new']);
  });
}

export function newAccount(id: number, username: string, more: Partial<Account> = {}): NewAccount {
  return {
    id,
    username,
    email: `${username.toLowerCase()}@example.org`,
    passwordHash: `$argon2id$v=19$m=19456,t=2,p=1$salt${username}`,
    avatar: null,
    createdAt: '2026-01-01T10:00:00.000Z',
    registered: false,
    verified: false,
    mails: [],
    ...more,
    key: keyOf(id),
  };
}

export function newMail(id: string, more: Partial<AccountMail> = {}): AccountMail {
  return {
    id,
    kind: 'verify',
    createdAt: hour(0),
    expiresAt: '2026-01-09T00:00:00.000Z',
    sentAt: null,
    attempts: 0,
    dueAt: hour(0),
    lastError: null,
    ...more,
  };
}

function mailDue(id: string, hours: number): AccountMail {
  return newMail(id, { dueAt: hour(hours) });
}

function newSession(id: string, userId: number): Session {
  return { id, userId, createdAt: hour(0), expiresAt: hour(9), userAgent: 'Mozilla/5.0' };
}

function keyOf(id: number): Uint8Array {
  return new Uint8Array(32).map((_, i) => (id + i * 7) % 256);
}

function withoutKey({ key: _, ...account }: NewAccount): Account {
  return account;
}

function hour(hours: number): string {
  return `2026-01-02T0${hours}:00:00.000Z`;
}
