import { expect, test } from 'vitest';
import type { Vault } from '../../vault/vault.js';
import { changeMail } from '../../mail/new-mail.js';
import { formatHour, buildDueMail, buildAccount, buildMail, buildSession, withoutKey } from './vault-samples.js';

export function testMails(vault: () => Vault): void {
  const listDueIds = async (now: string, limit = 10) =>
    (await vault().findDueMails(now, limit)).map(({ account, mail }) => `${account.id}:${mail.id}`);

  test('returns due emails with their account, longest due first', async () => {
    await vault().createAccount(buildAccount(1, 'one', { mails: [buildDueMail('late', 5), buildDueMail('early', 1)] }));
    await vault().createAccount(
      buildAccount(2, 'two', { mails: [buildDueMail('middle', 3), buildDueMail('future', 9)] }),
    );
    await vault().createAccount(buildAccount(3, 'three', { mails: [buildMail('done', { dueAt: null })] }));
    expect(await listDueIds(formatHour(5))).toEqual(['1:early', '2:middle', '1:late']);
    expect(await listDueIds(formatHour(5), 2)).toEqual(['1:early', '2:middle']);
    expect(await listDueIds(formatHour(0))).toEqual([]);
    expect((await vault().findDueMails(formatHour(1), 1))[0]).toEqual({
      account: withoutKey(buildAccount(1, 'one', { mails: [buildDueMail('late', 5), buildDueMail('early', 1)] })),
      mail: buildDueMail('early', 1),
    });
  });

  test('orders emails due at the same time by account, up to the limit', async () => {
    for (const id of [4, 9, 2]) {
      await vault().createAccount(
        buildAccount(id, `user${id}`, { mails: [buildDueMail('a', 1), buildDueMail('b', 1)] }),
      );
    }
    expect(await listDueIds(formatHour(1), 5)).toEqual(['2:a', '2:b', '4:a', '4:b', '9:a']);
    expect(await listDueIds(formatHour(1), 1)).toEqual(['2:a']);
    await vault().createAccount(buildAccount(30, 'user30', { mails: [buildDueMail('a', 0)] }));
    expect(await listDueIds(formatHour(1), 1)).toEqual(['30:a']);
  });

  test('a failed email becomes due again at its new time, with the reason stored', async () => {
    await vault().createAccount(buildAccount(1, 'one', { mails: [buildDueMail('m', 1)] }));
    await vault().editAccount(1, changeMail('m', { dueAt: formatHour(4), attempts: 1, lastError: 'refused' }));
    expect(await listDueIds(formatHour(3))).toEqual([]);
    expect(await listDueIds(formatHour(4))).toEqual(['1:m']);
    expect((await vault().findAccount(1))?.mails).toEqual([
      { ...buildDueMail('m', 4), attempts: 1, lastError: 'refused' },
    ]);
  });

  test('finds accounts with paused emails until they change their address or are erased, latest first', async () => {
    for (const [id, hours] of [
      [1, 1],
      [2, 3],
      [3, 3],
    ] as const) {
      const emailPause = { address: `user${id}@example.org`, at: formatHour(hours), reason: 'unknown' };
      await vault().createAccount(buildAccount(id, `user${id}`, { emailPause }));
    }
    await vault().createAccount(buildAccount(4, 'user4', { emailPause: null }));
    const findPaused = async (limit: number, beforeOrder: string | null = null) =>
      (await vault().findPausedAccounts(beforeOrder, limit)).map(({ account: { id }, order }) => ({ id, order }));
    const listPausedIds = async (...page: Parameters<typeof findPaused>) =>
      (await findPaused(...page)).map(({ id }) => id);
    expect(await listPausedIds(10)).toEqual([3, 2, 1]);
    const [firstAccount] = await findPaused(1);
    expect(await listPausedIds(1, firstAccount?.order)).toEqual([2]);
    expect((await vault().findAccountNames([1, 4])).map(({ emailPaused }) => emailPaused)).toEqual([true, undefined]);
    await vault().editAccount(2, () => ({ email: 'other@example.org' }));
    await vault().eraseAccount(3, false);
    expect(await listPausedIds(10)).toEqual([1]);
  });

  test('finds unsent emails until they are sent, those of the longest-waiting account first', async () => {
    const failed = buildMail('failed', {
      createdAt: formatHour(2),
      attempts: 3,
      lastError: 'mailbox full',
      dueAt: formatHour(9),
    });
    const sentMail = buildMail('sent', { createdAt: formatHour(1), sentAt: formatHour(1) });
    const reset = buildMail('reset', { createdAt: formatHour(1), kind: 'reset', to: 'other@example.org' });
    await vault().createAccount(buildAccount(1, 'one', { mails: [sentMail, failed] }));
    await vault().createAccount(buildAccount(2, 'two', { mails: [reset] }));
    await vault().createAccount(buildAccount(3, 'three', { mails: [sentMail] }));
    const listUnsentIds = async (limit: number) =>
      (await vault().findUnsentMails(limit)).map(({ account, mail }) => `${account.id}:${mail.id}`);
    expect(await listUnsentIds(10)).toEqual(['2:reset', '1:failed']);
    expect(await listUnsentIds(1)).toEqual(['2:reset']);
    expect((await vault().findUnsentMails(1))[0]).toEqual({
      account: withoutKey(buildAccount(2, 'two', { mails: [reset] })),
      mail: reset,
    });
    await vault().editAccount(2, changeMail('reset', { sentAt: formatHour(3) }));
    expect(await listUnsentIds(10)).toEqual(['1:failed']);
    await vault().eraseAccount(1, false);
    expect(await listUnsentIds(10)).toEqual([]);
  });

  test('orders emails that have waited equally long by account, up to the limit', async () => {
    const earlierMail = buildMail('b', { createdAt: formatHour(0) });
    for (const id of [4, 9, 2]) {
      const mails = [buildMail('a', { createdAt: formatHour(3) }), earlierMail];
      await vault().createAccount(buildAccount(id, `user${id}`, { mails }));
    }
    await vault().createAccount(buildAccount(1, 'user1', { mails: [buildMail('a', { createdAt: formatHour(1) })] }));
    const unsentMails = await vault().findUnsentMails(3);
    expect(unsentMails.map(({ account, mail }) => `${account.id}:${mail.id}`)).toEqual(['2:a', '2:b', '4:a']);
    const allMails = await vault().findUnsentMails(10);
    expect(allMails.map(({ account }) => account.id)).toEqual([2, 2, 4, 4, 9, 9, 1]);
  });
}

export function testSessions(vault: () => Vault): void {
  test("a user's sessions are stored until one or all of them are ended", async () => {
    for (const [id, userId] of [
      ['a', 1],
      ['b', 1],
      ['c', 2],
    ] as const)
      await vault().createSession(buildSession(id, userId));
    expect(await vault().findSession('a')).toEqual(buildSession('a', 1));
    expect((await vault().listSessions(1)).map((session) => session.id)).toEqual(['a', 'b']);
    await vault().endSession('a');
    expect(await vault().findSession('a')).toBeNull();
    await vault().createSession(buildSession('a', 1));
    await vault().endSessions(1, 'b');
    expect((await vault().listSessions(1)).map((session) => session.id)).toEqual(['b']);
    await vault().endSessions(1);
    expect(await vault().listSessions(1)).toEqual([]);
    expect(await vault().findSession('c')).toEqual(buildSession('c', 2));
    await vault().endSession('a');
  });

  test("lists a user's sessions oldest first, and by id if they started at the same time", async () => {
    await vault().createSession({ ...buildSession('a', 1), createdAt: formatHour(5) });
    for (const id of ['d', 'c']) await vault().createSession({ ...buildSession(id, 1), createdAt: formatHour(2) });
    await vault().createSession({ ...buildSession('b', 1), createdAt: formatHour(3), usedAt: formatHour(4) });
    const sessions = await vault().listSessions(1);
    expect(sessions.map(({ id }) => id)).toEqual(['c', 'd', 'b', 'a']);
    expect(sessions[2]?.usedAt).toBe(formatHour(4));
  });

  test('records the last use of a session and extends it, but does not restore an ended session', async () => {
    await vault().createSession(buildSession('a', 1));
    await vault().useSession('a', formatHour(1), formatHour(11));
    await vault().useSession('a', formatHour(2), formatHour(12));
    const usedSession = { ...buildSession('a', 1), usedAt: formatHour(2), expiresAt: formatHour(12) };
    expect(await vault().findSession('a')).toEqual(usedSession);
    expect(await vault().listSessions(1)).toEqual([usedSession]);
    await vault().endSession('a');
    await vault().useSession('a', formatHour(3), formatHour(13));
    expect(await vault().findSession('a')).toBeNull();
  });

  test('finds the last activity of several accounts in sessions and open pages', async () => {
    for (const id of [1, 2, 3]) await vault().createAccount(buildAccount(id, `User${id}`));
    await vault().createSession({ ...buildSession('a', 1), createdAt: formatHour(1), usedAt: formatHour(4) });
    await vault().createSession({ ...buildSession('b', 1), createdAt: formatHour(3) });
    await vault().createSession({ ...buildSession('c', 2), createdAt: formatHour(1) });
    await vault().editAccount(2, () => ({
      seenAt: formatHour(2),
      about: { title: null, bio: null, links: [], hideSeen: true },
    }));
    expect([...(await vault().findLastSeen([1, 2, 3, 99]))].sort()).toEqual([
      [1, { at: formatHour(4), isHidden: false }],
      [2, { at: formatHour(2), isHidden: true }],
      [3, { at: null, isHidden: false }],
    ]);
    await vault().eraseAccount(1, true);
    expect((await vault().findLastSeen([1])).size).toBe(0);
  });

  test('removes sessions that expired before a specified time', async () => {
    await vault().createSession({ ...buildSession('old', 1), expiresAt: formatHour(1) });
    await vault().createSession({ ...buildSession('new', 1), expiresAt: formatHour(2) });
    await vault().pruneSessions(formatHour(2));
    expect((await vault().listSessions(1)).map((session) => session.id)).toEqual(['new']);
  });
}
