import { randomUUID } from 'node:crypto';
import { streams } from '@guildhall/domain/events.js';
import { testContext } from '@guildhall/server/testing/services.js';
import { describe, expect, test } from 'vitest';
import { getPassword } from '../../support/site/member.js';
import {
  parseCookie,
  followConfirmation,
  isLoggedIn,
  logIn,
  readMail,
  readMails,
  createPersonWithPassword,
  register,
  buildResetForm,
} from '../../support/site/people.js';
import { changeMail } from '../../../server/src/mail/new-mail.js';
import { testSite } from '../../support/site/site.js';

const site = testSite();

const requestReset = (email_or_username: string) => site.send('POST', '/password/forgot', { email_or_username });
const reset = (form: object) => site.send('POST', '/password/reset', form);
const countSessionsEnded = async (userId: number) =>
  (await site.services.log.readStream(streams.user(userId)))
    .filter(({ type }) => type === 'SessionsEnded.v1')
    .map(({ data }) => (data as { sessionId: string | null }).sessionId);

describe('resetting a forgotten password', () => {
  test('the emailed link resets a forgotten password once and ends every session', async () => {
    const person = await createPersonWithPassword(site);
    const second = parseCookie(await logIn(site, person.name, getPassword(person.name)));
    expect([await isLoggedIn(site, person), await isLoggedIn(site, second)], 'used, and therefore cached').toEqual([
      true,
      true,
    ]);
    expect((await requestReset(`${person.name}@EXAMPLE.org`)).status).toBe(200);
    const mail = await readMail(site, person.id, 'reset');
    const form = buildResetForm(site, person.id, mail, 'my new password');
    expect(await reset(form)).toMatchObject({ status: 200, json: { success: true } });
    expect([await isLoggedIn(site, person), await isLoggedIn(site, second)]).toEqual([false, false]);
    expect(await countSessionsEnded(person.id)).toEqual([null]);
    expect((await logIn(site, person.name, getPassword(person.name))).status).toBe(401);
    expect((await logIn(site, person.name, 'my new password')).status).toBe(200);
    expect(await readMails(site, person.id, 'reset')).toEqual([]);
    expect(await readMails(site, person.id, 'password-changed')).toHaveLength(1);
    expect(await reset(form)).toMatchObject({ status: 400, json: { code: 'link-invalid' } });
  });

  test('resets a password only once if its link is opened twice at the same time', async () => {
    const person = await createPersonWithPassword(site);
    await requestReset(person.name);
    const mail = await readMail(site, person.id, 'reset');
    const responses = await Promise.all(
      ['the first password', 'the other password'].map((password) =>
        reset(buildResetForm(site, person.id, mail, password)),
      ),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  test('a reset invalidates every other link, including one to an address requested by someone else', async () => {
    const person = await createPersonWithPassword(site);
    const password = getPassword(person.name);
    await site.perform('PUT', '/account/email', { password, email: 'thief@example.org' }, { as: person });
    await requestReset(person.name);
    const [thiefs, firstToken] = [
      await readMail(site, person.id, 'confirm-address'),
      await readMail(site, person.id, 'reset'),
    ];
    await requestReset(person.name);
    await expect.poll(async () => (await readMails(site, person.id, 'reset')).length).toBe(2);
    const second = await readMail(site, person.id, 'reset');
    expect((await reset(buildResetForm(site, person.id, second, 'my new password'))).status).toBe(200);
    expect((await reset(buildResetForm(site, person.id, firstToken, 'a third password'))).status).toBe(400);
    expect(await followConfirmation(site, person.id, thiefs)).toBe('/verify?success=false');
  });

  test('sends no reset email to a member who has left, even before their erasure', async () => {
    const person = await createPersonWithPassword(site);
    const context = { ...testContext(), commandId: randomUUID() };
    await site.services.commands.staff({ type: 'Leave', userId: person.id, texts: false }, null, context);
    expect((await requestReset(person.name)).status).toBe(200);
    const otherPerson = await createPersonWithPassword(site);
    await requestReset(otherPerson.name);
    await readMail(site, otherPerson.id, 'reset');
    expect(await readMails(site, person.id, 'reset')).toEqual([]);
  });

  test('a reset verifies an unverified account, because only its owner can read the email', async () => {
    await register(site, 'Unverified');
    const id = (await site.services.vault.findAccountByLogin('Unverified'))?.id ?? 0;
    await requestReset('Unverified');
    const mail = await readMail(site, id, 'reset');
    expect((await reset(buildResetForm(site, id, mail, 'my new password'))).status).toBe(200);
    expect((await logIn(site, 'Unverified', 'my new password')).status).toBe(200);
    expect(await readMails(site, id, 'verify')).toEqual([]);
    expect(await site.get<string[]>('/usernames')).toContain('Unverified');
  });

  test('rejects a reset link that has expired, was altered or belongs to someone else', async () => {
    const person = await createPersonWithPassword(site);
    await requestReset(person.name);
    const mail = await readMail(site, person.id, 'reset');
    const form = buildResetForm(site, person.id, mail, 'my new password');
    expect(Date.parse(mail.expiresAt) - Date.parse(mail.createdAt)).toBe(3_600_000);
    const invalid = [{ token: `${form.token}x` }, { token: 'x' }, { user: site.member.id }, { user: 123_456 }];
    for (const change of invalid) {
      expect(await reset({ ...form, ...change })).toMatchObject({ status: 400, json: { code: 'link-invalid' } });
    }
    await site.services.vault.editAccount(person.id, changeMail(mail.id, { expiresAt: new Date().toISOString() }));
    expect(await reset(form)).toMatchObject({ status: 400, json: { error: 'This link is invalid or has expired.' } });
    expect((await logIn(site, person.name, getPassword(person.name))).status).toBe(200);
  });

  test('rejects an invalid new password with the same messages as the registration form', async () => {
    const person = await createPersonWithPassword(site);
    await requestReset(person.name);
    const form = buildResetForm(site, person.id, await readMail(site, person.id, 'reset'), 'my new password');
    const readError = async (change: object) => ((await reset({ ...form, ...change })).json as { error: string }).error;
    expect(await readError({ confirm_password: 'another' })).toBe('Passwords do not match!');
    expect(await readError({ password: '' })).toBe('All fields are required!');
    expect(await readError({ password: 'short', confirm_password: 'short' })).toBe(
      'A password must have 8 to 128 characters.',
    );
  });
});

describe("changing one's password", () => {
  const change = (as: { cookie: string }, current_password: string, password: string) =>
    site.send('POST', '/password/change', { current_password, password, confirm_password: password }, { as });

  test('a password change ends every other session and notifies the owner', async () => {
    const person = await createPersonWithPassword(site);
    const [second, third] = [
      parseCookie(await logIn(site, person.name, getPassword(person.name))),
      parseCookie(await logIn(site, person.name, getPassword(person.name))),
    ];
    const areLoggedIn = () => Promise.all([person, second, third].map((as) => isLoggedIn(site, as)));
    expect(await areLoggedIn(), 'used, and therefore cached').toEqual([true, true, true]);
    expect((await change(second, getPassword(person.name), 'my new password')).status).toBe(200);
    expect(await areLoggedIn()).toEqual([false, true, false]);
    expect(new Set(await countSessionsEnded(person.id))).toHaveLength(2);
    expect(await countSessionsEnded(person.id)).not.toContain(null);
    expect(await readMails(site, person.id, 'password-changed')).toHaveLength(1);
    expect((await logIn(site, person.name, 'my new password')).status).toBe(200);
  });

  test('rejects a new password without the current password', async () => {
    const person = await createPersonWithPassword(site);
    const headBefore = await site.readHead();
    const response = await change(person, 'not his password', 'my new password');
    expect(response).toMatchObject({ status: 403, json: { code: 'password-wrong', field: 'current_password' } });
    expect(await site.readHead()).toBe(headBefore);
    expect((await logIn(site, person.name, getPassword(person.name))).status).toBe(200);
  });

  test('rejects a login that was started with the old password', async () => {
    const person = await createPersonWithPassword(site);
    const { vault } = site.services;
    const { createSession } = vault;
    vault.createSession = async (session) => {
      vault.createSession = createSession;
      await change(person, getPassword(person.name), 'my new password');
      await createSession(session);
    };
    const lateLogin = await logIn(site, person.name, getPassword(person.name));
    expect(lateLogin).toMatchObject({ status: 401, json: { code: 'login-failed' } });
    expect(await vault.listSessions(person.id)).toHaveLength(1);
  });
});
