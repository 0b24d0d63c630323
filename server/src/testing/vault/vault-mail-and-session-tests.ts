import { expect, test } from 'vitest';
import type { Vault } from '../../vault/vault.js';
import { changeMail } from '../../mail/new-mail.js';
import { hour, mailDue, newAccount, newMail, newSession, withoutKey } from './vault-samples.js';

export function mailTests(vault: () => Vault): void {
  const listDueIds = async (now: string, limit = 10) =>
    (await vault().findDueMails(now, limit)).map(({ account, mail }) => `${account.id}:${mail.id}`);

  test('returns due emails with their account, longest due first', async () => {
    await vault().createAccount(newAccount(1, 'one', { mails: [mailDue('late', 5), mailDue('early', 1)] }));
    await vault().createAccount(newAccount(2, 'two', { mails: [mailDue('middle', 3), mailDue('future', 9)] }));
    await vault().createAccount(newAccount(3, 'three', { mails: [newMail('done', { dueAt: null })] }));
    expect(await listDueIds(hour(5))).toEqual(['1:early', '2:middle', '1:late']);
    expect(await listDueIds(hour(5), 2)).toEqual(['1:early', '2:middle']);
    expect(await listDueIds(hour(0))).toEqual([]);
    expect((await vault().findDueMails(hour(1), 1))[0]).toEqual({
      account: withoutKey(newAccount(1, 'one', { mails: [mailDue('late', 5), mailDue('early', 1)] })),
      mail: mailDue('early', 1),
    });
  });

  test('orders emails due at the same time by account, up to the limit', async () => {
    for (const id of [4, 9, 2]) {
      await vault().createAccount(newAccount(id, `user${id}`, { mails: [mailDue('a', 1), mailDue('b', 1)] }));
    }
    expect(await listDueIds(hour(1), 5)).toEqual(['2:a', '2:b', '4:a', '4:b', '9:a']);
    expect(await listDueIds(hour(1), 1)).toEqual(['2:a']);
    await vault().createAccount(newAccount(30, 'user30', { mails: [mailDue('a', 0)] }));
    expect(await listDueIds(hour(1), 1)).toEqual(['30:a']);
  });

  test('a failed email becomes due again at its new time, with the reason stored', async () => {
    await vault().createAccount(newAccount(1, 'one', { mails: [mailDue('m', 1)] }));
    await vault().editAccount(1, changeMail('m', { dueAt: hour(4), attempts: 1, lastError: 'refused' }));
    expect(await listDueIds(hour(3))).toEqual([]);
    expect(await listDueIds(hour(4))).toEqual(['1:m']);
    expect((await vault().findAccount(1))?.mails).toEqual([{ ...mailDue('m', 4), attempts: 1, lastError: 'refused' }]);
  });

  test('finds accounts with paused emails until they change their address or are erased, latest first', async () => {
    for (const [id, hours] of [
      [1, 1],
      [2, 3],
      [3, 3],
    ] as const) {
      const emailPause = { address: `user${id}@example.org`, at: hour(hours), reason: 'unknown' };
      await vault().createAccount(newAccount(id, `user${id}`, { emailPause }));
    }
    await vault().createAccount(newAccount(4, 'user4', { emailPause: null }));
    const paused = async (limit: number, before: string | null = null) =>
      (await vault().findPausedAccounts(before, limit)).map(({ account: { id }, order }) => ({ id, order }));
    const listPausedIds = async (...page: Parameters<typeof paused>) => (await paused(...page)).map(({ id }) => id);
    expect(await listPausedIds(10)).toEqual([3, 2, 1]);
    const [first] = await paused(1);
    expect(await listPausedIds(1, first?.order)).toEqual([2]);
    expect((await vault().findAccountNames([1, 4])).map(({ emailPaused }) => emailPaused)).toEqual([true, undefined]);
    await vault().editAccount(2, () => ({ email: 'other@example.org' }));
    await vault().eraseAccount(3, false);
    expect(await listPausedIds(10)).toEqual([1]);
  });

  test('finds unsent emails until they are sent, those of the longest-waiting account first', async () => {
    const failed = newMail('failed', { createdAt: hour(2), attempts: 3, lastError: 'mailbox full', dueAt: hour(9) });
    const sentMail = newMail('sent', { createdAt: hour(1), sentAt: hour(1) });
    const reset = newMail('reset', { createdAt: hour(1), kind: 'reset', to: 'other@example.org' });
    await vault().createAccount(newAccount(1, 'one', { mails: [sentMail, failed] }));
    await vault().createAccount(newAccount(2, 'two', { mails: [reset] }));
    await vault().createAccount(newAccount(3, 'three', { mails: [sentMail] }));
    const listUnsentIds = async (limit: number) =>
      (await vault().findUnsentMails(limit)).map(({ account, mail }) => `${account.id}:${mail.id}`);
    expect(await listUnsentIds(10)).toEqual(['2:reset', '1:failed']);
    expect(await listUnsentIds(1)).toEqual(['2:reset']);
    expect((await vault().findUnsentMails(1))[0]).toEqual({
      account: withoutKey(newAccount(2, 'two', { mails: [reset] })),
      mail: reset,
    });
    await vault().editAccount(2, changeMail('reset', { sentAt: hour(3) }));
    expect(await listUnsentIds(10)).toEqual(['1:failed']);
    await vault().eraseAccount(1, false);
    expect(await listUnsentIds(10)).toEqual([]);
  });

  test('orders emails that have waited equally long by account, up to the limit', async () => {
    const earlierMail = newMail('b', { createdAt: hour(0) });
    for (const id of [4, 9, 2]) {
      const mails = [newMail('a', { createdAt: hour(3) }), earlierMail];
      await vault().createAccount(newAccount(id, `user${id}`, { mails }));
    }
    await vault().createAccount(newAccount(1, 'user1', { mails: [newMail('a', { createdAt: hour(1) })] }));
    const unsentMails = await vault().findUnsentMails(3);
    expect(unsentMails.map(({ account, mail }) => `${account.id}:${mail.id}`)).toEqual(['2:a', '2:b', '4:a']);
    const allMails = await vault().findUnsentMails(10);
    expect(allMails.map(({ account }) => account.id)).toEqual([2, 2, 4, 4, 9, 9, 1]);
  });
}

export function sessionTests(vault: () => Vault): void {
  test("a user's sessions are stored until one or all of them are ended", async () => {
    for (const [id, userId] of [
      ['a', 1],
      ['b', 1],
      ['c', 2],
    ] as const)
      await vault().createSession(newSession(id, userId));
    expect(await vault().findSession('a')).toEqual(newSession('a', 1));
    expect((await vault().listSessions(1)).map((session) => session.id)).toEqual(['a', 'b']);
    await vault().endSession('a');
    expect(await vault().findSession('a')).toBeNull();
    await vault().createSession(newSession('a', 1));
    await vault().endSessions(1, 'b');
    expect((await vault().listSessions(1)).map((session) => session.id)).toEqual(['b']);
    await vault().endSessions(1);
    expect(await vault().listSessions(1)).toEqual([]);
    expect(await vault().findSession('c')).toEqual(newSession('c', 2));
    await vault().endSession('a');
  });

  test("lists a user's sessions oldest first, and by id if they started at the same time", async () => {
    await vault().createSession({ ...newSession('a', 1), createdAt: hour(5) });
    for (const id of ['d', 'c']) await vault().createSession({ ...newSession(id, 1), createdAt: hour(2) });
    await vault().createSession({ ...newSession('b', 1), createdAt: hour(3), usedAt: hour(4) });
    const sessions = await vault().listSessions(1);
    expect(sessions.map(({ id }) => id)).toEqual(['c', 'd', 'b', 'a']);
    expect(sessions[2]?.usedAt).toBe(hour(4));
  });

  test('records the last use of a session but does not restore an ended session', async () => {
    await vault().createSession(newSession('a', 1));
    await vault().useSession('a', hour(1));
    await vault().useSession('a', hour(2));
    expect(await vault().findSession('a')).toEqual({ ...newSession('a', 1), usedAt: hour(2) });
    expect(await vault().listSessions(1)).toEqual([{ ...newSession('a', 1), usedAt: hour(2) }]);
    await vault().endSession('a');
    await vault().useSession('a', hour(3));
    expect(await vault().findSession('a')).toBeNull();
  });

  test('finds the last activity of several accounts in sessions and open pages', async () => {
    for (const id of [1, 2, 3]) await vault().createAccount(newAccount(id, `User${id}`));
    await vault().createSession({ ...newSession('a', 1), createdAt: hour(1), usedAt: hour(4) });
    await vault().createSession({ ...newSession('b', 1), createdAt: hour(3) });
    await vault().createSession({ ...newSession('c', 2), createdAt: hour(1) });
    await vault().editAccount(2, () => ({
      seenAt: hour(2),
      about: { title: null, bio: null, links: [], hideSeen: true },
    }));
    expect([...(await vault().findLastSeen([1, 2, 3, 99]))].sort()).toEqual([
      [1, { at: hour(4), isHidden: false }],
      [2, { at: hour(2), isHidden: true }],
      [3, { at: null, isHidden: false }],
    ]);
    await vault().eraseAccount(1, true);
    expect((await vault().findLastSeen([1])).size).toBe(0);
  });

  test('removes sessions that expired before a specified time', async () => {
    await vault().createSession({ ...newSession('old', 1), expiresAt: hour(1) });
    await vault().createSession({ ...newSession('new', 1), expiresAt: hour(2) });
    await vault().pruneSessions(hour(2));
    expect((await vault().listSessions(1)).map((session) => session.id)).toEqual(['new']);
  });
}
