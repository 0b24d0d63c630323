import { memberRole, adminRole } from '@guildhall/domain/roles.js';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createNewAccount } from '../accounts/accounts.js';
import { createAccountMail } from '../mail/new-mail.js';
import { createSystemContext } from '../commands/command-context.js';
import { sweepAccounts } from './sweep-accounts.js';
import { testServer } from '../testing/services.js';

const day = 86_400_000;
const getTimeBeforeDeadline = () => Date.now() + 6 * day;
const getTimeAfterDeadline = () => Date.now() + 8 * day;

describe('sweeping accounts', () => {
  const site = testServer();
  afterEach(() => vi.restoreAllMocks());

  async function createUnverified(id: number, { registered = true } = {}): Promise<number> {
    const { vault, commands } = site.services;
    await vault.createAccount({ ...createNewAccount(id, `name${id}`, `${id}@example.org`, 'no password'), registered });
    if (registered)
      await commands.account({ type: 'Register', userId: id }, createSystemContext('register', String(id)));
    return id;
  }

  const listRemainingIds = async () => (await site.services.vault.listAccountNames(0, 1_000)).map(({ id }) => id);
  const listTypes = async (stream: string) => (await site.services.log.readStream(stream)).map(({ type }) => type);

  test('the sweep removes accounts not verified in time, and writes only to their streams', async () => {
    await createUnverified(1);
    await sweepAccounts(site.services, getTimeBeforeDeadline());
    expect(await listRemainingIds()).toEqual([1]);
    await sweepAccounts(site.services, getTimeAfterDeadline());
    expect(await listRemainingIds()).toEqual([]);
    expect(await listTypes('user-1')).toEqual(['UserRegistered.v1', 'UserErased.v1']);
    expect(await listTypes('staff')).toEqual([]);
    expect(await site.services.vault.findAuthorKeys([1])).toEqual(new Map());
  });

  test('the sweep finishes a registration interrupted by a crash, but not one in progress', async () => {
    await createUnverified(1, { registered: false });
    await sweepAccounts(site.services, Date.now() + 30_000);
    expect(await listTypes('user-1')).toEqual([]);
    await sweepAccounts(site.services, Date.now() + 90_000);
    expect(await listTypes('user-1')).toEqual(['UserRegistered.v1']);
    expect((await site.services.vault.findAccount(1))?.registered).toBe(true);
  });

  test('the sweep removes only expired sessions and expired address bans', async () => {
    const { vault } = site.services;
    const formatTimeAfter = (days: number) => new Date(Date.now() + days * day).toISOString();
    for (const days of [1, 3]) {
      const id = `for ${days} days`;
      await vault.createSession({
        id,
        userId: 1,
        createdAt: formatTimeAfter(0),
        expiresAt: formatTimeAfter(days),
        userAgent: 'any',
      });
      await vault.banAddress(id, formatTimeAfter(days));
    }
    await sweepAccounts(site.services, Date.now() + 2 * day);
    expect((await vault.listSessions(1)).map(({ id }) => id)).toEqual(['for 3 days']);
    const banned = ['for 1 days', 'for 3 days'].map((id) => vault.isAddressBanned(id, formatTimeAfter(0)));
    expect(await Promise.all(banned)).toEqual([false, true]);
  });

  test('the sweep removes a hundred accounts with a single scrub of the file', async () => {
    for (let id = 1; id <= 230; id++) await createUnverified(id);
    const eraseAccount = site.services.vault.eraseAccount.bind(site.services.vault);
    const concurrentErasures: number[] = [];
    let [begunCount, endedCount] = [0, 0];
    vi.spyOn(site.services.vault, 'eraseAccount').mockImplementation(async (...args) => {
      begunCount++;
      await eraseAccount(...args);
      concurrentErasures.push(begunCount - endedCount);
      if (++endedCount === begunCount) begunCount = endedCount = 0;
    });
    await sweepAccounts(site.services, getTimeAfterDeadline());
    expect(await listRemainingIds()).toEqual([]);
    expect(Math.max(...concurrentErasures)).toBe(100);
    expect(concurrentErasures).toHaveLength(230);
  });

  test('the sweep continues even if the hundred oldest accounts cannot be erased', async () => {
    const give = (userId: number) =>
      site.services.commands.staff(
        { type: 'GiveRole', userId, roleId: adminRole.id },
        null,
        createSystemContext('give', String(userId)),
      );
    const admins: number[] = [];
    for (let id = 1; id <= 101; id++) admins.push(await createUnverified(id));
    for (const id of admins) await give(id);
    await createUnverified(500);
    await sweepAccounts(site.services, getTimeAfterDeadline());
    expect(await listRemainingIds()).toEqual(admins);
    expect(await listTypes('user-1'), 'no account is erased partially').toEqual(['UserRegistered.v1']);
  });

  test('the sweep retains an account that was just verified, even if only in the log', async () => {
    await createUnverified(1);
    await createUnverified(2);
    const { vault, commands } = site.services;
    const stale = await vault.findStaleAccounts('unverified', new Date(getTimeAfterDeadline()).toISOString(), 10);
    vi.spyOn(vault, 'findStaleAccounts').mockImplementation(async (state) => (state === 'unverified' ? stale : []));
    for (const { id } of stale)
      await commands.account({ type: 'Verify', userId: id }, createSystemContext('v', String(id)));
    await vault.editAccount(1, () => ({ verified: true }));
    await sweepAccounts(site.services, getTimeAfterDeadline());
    expect(await listRemainingIds()).toEqual([1, 2]);
    expect((await vault.findAccount(2))?.verified, 'the vault is updated as well').toBe(true);
  });

  test.each(['verify', 'reset'] as const)(
    "an account's time limit starts with the newest email that can verify it: %s",
    async (kind) => {
      await createUnverified(1);
      const threeDaysLater = Date.now() + 3 * day;
      const mails = [{ ...createAccountMail('verify', null, threeDaysLater), kind }];
      await site.services.vault.editAccount(1, () => ({ mails }));
      await sweepAccounts(site.services, threeDaysLater + 6 * day);
      expect(await listRemainingIds()).toEqual([1]);
      await sweepAccounts(site.services, threeDaysLater + 8 * day);
      expect(await listRemainingIds()).toEqual([]);
    },
  );

  test.each([true, false])(
    'the sweep removes an account again that an older vault restored (registered there: %s)',
    async (registered) => {
      await createUnverified(1);
      await sweepAccounts(site.services, getTimeAfterDeadline());
      await site.services.vault.createAccount({
        ...createNewAccount(1, 'Back', 'b@example.org', 'no password'),
        registered,
      });
      await createUnverified(2, { registered: false });
      const typesBefore = await listTypes('user-1');
      await sweepAccounts(site.services, getTimeAfterDeadline());
      expect(await listRemainingIds()).toEqual([]);
      expect(await listTypes('user-1')).toEqual(typesBefore);
      expect(await listTypes('user-2'), 'the sweep continues').toEqual(['UserRegistered.v1', 'UserErased.v1']);
    },
  );

  test('the sweep preserves an address ban, and removes the member from the staff stream', async () => {
    await createUnverified(1);
    const ban = { type: 'Ban', userId: 1, reason: null, until: null } as const;
    await site.services.commands.staff(ban, null, createSystemContext('ban', '1'));
    await sweepAccounts(site.services, getTimeAfterDeadline());
    expect(await listRemainingIds()).toEqual([]);
    expect(await listTypes('staff')).toEqual(['MemberBanned.v1', 'MemberLeft.v1']);
    expect(await site.services.bannedAddresses.has('1@example.org')).toBe(true);
    expect(site.services.policy.getRoleId(1)).toBe(memberRole.id);
  });
});
