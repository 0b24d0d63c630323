import { generateSecret } from '@guildhall/server/accounts/two-step.js';
import { generateAppCode } from '../../support/site/app-code.js';
import { readAppealToken } from '@guildhall/server/accounts/appeal-token.js';
import { sweepAccounts } from '@guildhall/server/erasure/sweep-accounts.js';
import { testContext, createSession } from '@guildhall/server/testing/services.js';
import { describe, expect, test } from 'vitest';
import { getPassword } from '../../support/site/member.js';
import {
  isLoggedIn,
  logIn,
  readMails,
  createPersonWithPassword,
  register,
  withoutRandomParts,
} from '../../support/site/people.js';
import { type SiteMember, testSite } from '../../support/site/site.js';

const site = testSite();

const day = 24 * 3_600_000;
const formatDaysFromNow = (days: number) => new Date(Date.now() + days * day).toISOString();

async function ban({ id }: SiteMember, reason: string | null, until: string | null): Promise<void> {
  const sealedReason = reason === null ? null : await site.services.texts.seal(id, reason);
  await site.services.commands.staff({ type: 'Ban', userId: id, reason: sealedReason, until }, null, testContext());
}
const unban = ({ id }: SiteMember) => site.services.commands.staff({ type: 'Unban', userId: id }, null, testContext());

describe('logging in while banned', () => {
  test('a banned member sees the reason, expiry and appeal only after entering the right password', async () => {
    const person = await createPersonWithPassword(site);
    const bannedUntil = formatDaysFromNow(3);
    await ban(person, 'Spawn camping', bannedUntil);
    expect((await logIn(site, person.name, 'not his password')).json).toEqual({
      error: 'Wrong email, username or password.',
      code: 'login-failed',
    });
    const refusal = await logIn(site, person.name, getPassword(person.name));
    expect(refusal.status).toBe(403);
    expect(refusal.headers['set-cookie']).toBeUndefined();
    const { appeal_token, ...rest } = refusal.json as { appeal_token: string };
    expect(rest).toEqual({ error: 'You are banned.', code: 'banned', reason: 'Spawn camping', until: bannedUntil });
    expect(readAppealToken(site.services.env.secret, appeal_token)).toBe(person.id);
  });

  test('a two-step login reveals a ban only after the code', async () => {
    const person = await createPersonWithPassword(site);
    const twoStep = { secret: generateSecret(), on: true, lastStep: 0, recovery: [] };
    await site.services.vault.editAccount(person.id, () => ({ twoStep }));
    await ban(person, 'Spawn camping', null);
    const password = getPassword(person.name);
    expect((await logIn(site, person.name, password)).json).toMatchObject({ code: 'two-step-required' });
    expect((await logIn(site, person.name, password, { code: generateAppCode(twoStep.secret) })).json).toMatchObject({
      code: 'banned',
      reason: 'Spawn camping',
    });
  });

  test('a member can be banned without a reason or an expiry', async () => {
    const person = await createPersonWithPassword(site);
    await ban(person, null, null);
    const refusal = await logIn(site, person.name, getPassword(person.name));
    expect(refusal.json).toMatchObject({ code: 'banned', reason: null, until: null });
  });

  test('a ban logs the member out immediately, and lifting it does not restore their sessions', async () => {
    const person = await createPersonWithPassword(site);
    expect(await isLoggedIn(site, person)).toBe(true);
    await ban(person, null, formatDaysFromNow(1));
    expect(await isLoggedIn(site, person)).toBe(false);
    await unban(person);
    expect(await isLoggedIn(site, person)).toBe(false);
    expect((await logIn(site, person.name, getPassword(person.name))).status).toBe(200);
  });

  test("rejects a banned member's sessions, even if the vault still contains them", async () => {
    const person = await site.createMember(site.createName());
    await ban(person, null, null);
    expect(await isLoggedIn(site, { cookie: await createSession(site.services, person.id) })).toBe(false);
  });
});

describe('banned email addresses', () => {
  const erase = ({ id }: SiteMember) => site.perform('POST', `/admin/delete/${id}`, { texts: 1 }, { as: site.admin });
  const readAccount = async (name: string) => {
    const account = await site.services.vault.findAccountByLogin(name);
    if (!account) throw new Error(`There is no account ${name}`);
    return account;
  };

  test("blocks a banned member's address after their erasure until the ban ends", async () => {
    const person = await createPersonWithPassword(site);
    await ban(person, null, formatDaysFromNow(2));
    await erase(person);
    const newAccount = await register(site, 'Returned', `${person.name.toUpperCase()}@example.org`);
    const stranger = await register(site, 'Stranger', 'stranger@example.org');
    expect(withoutRandomParts(newAccount)).toEqual(withoutRandomParts(stranger));
    const { id, email } = await readAccount('Returned');
    expect(email).toMatch(/@address\.invalid$/);
    // The account is deleted after the usual delay.
    for (const userId of [id, (await readAccount('Stranger')).id])
      expect(await readMails(site, userId, 'verify')).toHaveLength(1);
  });

  test('frees and deletes a blocked address when the ban ends', async () => {
    const person = await createPersonWithPassword(site);
    await ban(person, null, formatDaysFromNow(2));
    await erase(person);
    await sweepAccounts(site.services, Date.now() + 2 * day + 1_000);
    await register(site, 'Forgiven', `${person.name}@example.org`);
    expect((await readAccount('Forgiven')).email).toBe(`${person.name}@example.org`);
  });

  test('does not block an address if the ban was lifted or never existed', async () => {
    const [bannedPerson, otherPerson] = [await createPersonWithPassword(site), await createPersonWithPassword(site)];
    await ban(bannedPerson, null, null);
    await unban(bannedPerson);
    await erase(bannedPerson);
    await erase(otherPerson);
    for (const [name, { name: former }] of [
      ['FormerOne', bannedPerson],
      ['FormerTwo', otherPerson],
    ] as const) {
      await register(site, name, `${former}@example.org`);
      expect((await readAccount(name)).email).toBe(`${former}@example.org`);
    }
  });
});
