import { streams } from '@guildhall/domain/events.js';
import { generateSecret } from '@guildhall/server/accounts/two-step.js';
import { createLimits } from '@guildhall/server/request/rate-limits.js';
import { cookieName, pendingCookieName } from '@guildhall/server/request/sessions.js';
import { hasAddress } from '@guildhall/server/vault/account/account-record.js';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { exchange } from '../../support/site/exchange.js';
import { getEmail, getPassword } from '../../support/site/member.js';
import {
  findCookie,
  followVerification,
  isLoggedIn,
  readMail,
  readMails,
  register,
  buildResetForm,
  withoutRandomParts,
} from '../../support/site/people.js';
import { changeMail } from '../../../server/src/mail/new-mail.js';
import { testSite } from '../../support/site/site.js';

const site = testSite();
afterEach(() => {
  vi.useRealTimers();
  Object.assign(site.services.limits, createLimits(false));
});

const [verifiedPath, failedPath] = ['/verify?success=true', '/verify?success=false'];
const findAccount = async (userId: number) => (await site.services.vault.findAccount(userId))!;

async function startRegistration(email?: string) {
  const name = site.createName();
  const response = await register(site, name, email);
  const id = (await site.services.vault.findAccountByLogin(name))?.id ?? 0;
  return { id, name, cookie: findCookie(pendingCookieName, response) ?? '', response };
}

const readMailId = async (userId: number) => (await readMail(site, userId, 'verify')).id;
const resendMail = (as?: { cookie: string }) => site.send('POST', '/registration/resend', undefined, { as });
const correct = (as: { cookie: string } | undefined, email: string) =>
  site.send('PUT', '/registration/email', { email }, { as });
const forget = (email_or_username: string) => site.send('POST', '/password/forgot', { email_or_username });
const minuteMs = 60_000;
/** Returns the expiry times of the user's links. The account must not be deleted before then. */
async function readLinks(userId: number): Promise<string[]> {
  const { mails } = await findAccount(userId);
  return mails.filter(({ kind }) => kind === 'verify' || kind === 'reset').map(({ expiresAt }) => expiresAt);
}
const registrationOver = { status: 403, json: { code: 'registration-over' } };

/** @returns the redirect target of the newest link, and the new session */
async function follow(userId: number, cookie?: string, mailId?: string) {
  const response = await followVerification(site, userId, mailId ?? (await readMailId(userId)), cookie);
  return { to: response.headers.location, session: findCookie(cookieName, response), response };
}

test('registering sets an HttpOnly cookie that lasts an hour', async () => {
  const { response } = await startRegistration();
  expect(response.headers['set-cookie']).toEqual([
    expect.stringMatching(
      /^guildhall-pending=\d+\.\d+\.[\w-]{43}; Max-Age=3600; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/,
    ),
  ]);
});

describe('verification link', () => {
  test('a verification link logs in the registering browser once, and removes its cookie', async () => {
    const { id, cookie } = await startRegistration();
    const mailId = await readMailId(id);
    const { to, session = '', response } = await follow(id, cookie);
    expect(to).toBe(verifiedPath);
    expect(findCookie(pendingCookieName, response)).toBe(`${pendingCookieName}=`);
    expect((await site.get<{ user: unknown }>('/me', { cookie: session })).user).toMatchObject({ id, verified: true });
    expect(await follow(id, cookie, mailId)).toMatchObject({ to: verifiedPath, session: undefined });
  });

  test('a verification link opened in another browser logs in neither browser', async () => {
    const { id, cookie } = await startRegistration();
    const mailId = await readMailId(id);
    expect(await follow(id)).toMatchObject({ to: verifiedPath, session: undefined });
    expect(await follow(id, cookie, mailId)).toMatchObject({ to: verifiedPath, session: undefined });
    expect((await findAccount(id)).verified).toBe(true);
  });

  test('a verification link does not log in a browser with another registration or an altered cookie', async () => {
    const [other, alteredCookie] = [await startRegistration(), await startRegistration()];
    const { id } = await startRegistration();
    expect(await follow(id, other.cookie)).toMatchObject({ to: verifiedPath, session: undefined });
    const forgedCookie = alteredCookie.cookie.replace(
      /=\d+\.(\d+)/,
      (_, end) => `=${alteredCookie.id}.${Number(end) + 1}`,
    );
    expect(await follow(alteredCookie.id, forgedCookie)).toMatchObject({ to: verifiedPath, session: undefined });
  });

  test('a verification link no longer logs anyone in after an hour', async () => {
    const [early, late] = [await startRegistration(), await startRegistration()];
    const start = Date.now();
    vi.useFakeTimers({ toFake: ['Date'], now: start + 59 * 60_000 });
    expect((await follow(early.id, early.cookie)).session).toBeDefined();
    vi.setSystemTime(start + 61 * 60_000);
    expect(await follow(late.id, late.cookie)).toMatchObject({ to: verifiedPath, session: undefined });
  });

  test('rejects a verification link that has expired or was replaced by a newer email', async () => {
    const { id, cookie } = await startRegistration();
    const firstMailId = await readMailId(id);
    await resendMail({ cookie });
    expect(await follow(id, cookie, firstMailId)).toMatchObject({ to: failedPath, session: undefined });
    const second = await readMailId(id);
    await site.services.vault.editAccount(id, changeMail(second, { expiresAt: new Date().toISOString() }));
    expect(await follow(id, cookie, second)).toMatchObject({ to: failedPath, session: undefined });
    expect((await findAccount(id)).verified).toBe(false);
  });

  test('a verification link does not log in a banned member or bypass two-step login', async () => {
    const [banned, careful] = [await startRegistration(), await startRegistration()];
    await site.perform('POST', `/admin/ban/${banned.id}`, {}, { as: site.admin });
    const twoStep = { secret: generateSecret(), on: true, lastStep: 0, recovery: [] };
    await site.services.vault.editAccount(careful.id, () => ({ twoStep }));
    for (const { id, cookie } of [banned, careful]) {
      expect(await follow(id, cookie)).toMatchObject({ to: verifiedPath, session: undefined });
    }
  });

  test('a verification link does not log out another member who uses the same browser', async () => {
    const { id, cookie } = await startRegistration();
    expect(await follow(id, `${cookie}; ${site.member.cookie}`)).toMatchObject({
      to: verifiedPath,
      session: undefined,
    });
    expect(await isLoggedIn(site, site.member)).toBe(true);
  });

  test('a verification link logs no one in after someone else has set the password', async () => {
    const { id, cookie } = await startRegistration();
    const passwordHash = await site.services.passwords.hash('another one');
    await site.services.vault.editAccount(id, () => ({ passwordHash }));
    expect(await follow(id, cookie)).toMatchObject({ to: verifiedPath, session: undefined });
    expect(await resendMail({ cookie })).toMatchObject(registrationOver);
  });
});

describe('correcting a registered address', () => {
  test('sends the email to the corrected address and invalidates links sent to the old one', async () => {
    const { id, name, cookie } = await startRegistration();
    const former = await readMailId(id);
    const next = `right-${name}@example.org`;
    expect(await correct({ cookie }, next)).toMatchObject({ status: 200, json: { success: true } });
    expect(await findAccount(id)).toMatchObject({ email: next, verified: false });
    expect((await readMails(site, id, 'verify')).map(({ to }) => to)).toEqual([null]);
    expect(await follow(id, cookie, former)).toMatchObject({ to: failedPath, session: undefined });
    const types = (await site.services.log.readStream(streams.user(id))).map(({ type }) => type);
    expect(types).toEqual(['UserRegistered.v1', 'AccountChanged.v1']);
    expect((await follow(id, cookie)).session).toBeDefined();
    expect((await follow(id, cookie, former)).to).toBe(failedPath);
    expect((await register(site, site.createName(), getEmail(name))).status, 'the former address').toBe(201);
  });

  test('a correction invalidates password links sent to the previous address', async () => {
    const { id, name, cookie } = await startRegistration();
    await forget(name);
    const former = await readMail(site, id, 'reset');
    expect((await correct({ cookie }, `reset-${name}@example.org`)).status).toBe(200);
    const response = await site.send('POST', '/password/reset', buildResetForm(site, id, former, 'of a stranger'));
    expect(response.json).toMatchObject({ code: 'link-invalid' });
    expect(await findAccount(id)).toMatchObject({ verified: false });
  });

  test('correcting to a registered address does not reveal that it is registered', async () => {
    const [first, second] = [await startRegistration(), await startRegistration()];
    const response = await correct(first, 'STEVE@example.org');
    const unknownResponse = await correct(second, `${site.createName()}@example.org`);
    expect(withoutRandomParts(response)).toEqual(withoutRandomParts(unknownResponse));
    expect(hasAddress(await findAccount(first.id))).toBe(false);
    expect(await site.services.vault.findAccountByLogin('steve@example.org')).toMatchObject({ username: 'Steve' });
    await readMail(site, site.member.id, 'already-registered');
    expect(withoutRandomParts(await resendMail(first))).toEqual(withoutRandomParts(await resendMail(second)));
    expect(hasAddress(await findAccount(first.id))).toBe(false);
  });

  test('does not reveal a registered address to someone who registers with the placeholder address', async () => {
    const [first, second] = [await startRegistration(), await startRegistration()];
    for (const { id } of [first, second]) {
      const squatter = await register(site, site.createName(), `${id}@Address.Invalid`);
      expect(squatter).toMatchObject({ status: 400, json: { code: 'email-invalid' } });
    }
    const response = await correct(first, 'steve@example.org');
    const unknownResponse = await correct(second, `${site.createName()}@example.org`);
    expect(withoutRandomParts(response)).toEqual(withoutRandomParts(unknownResponse));
  });

  test.each([
    ['had its mail resent', resendMail],
    ['was corrected', (as: { cookie: string }, address: string) => correct(as, address)],
    ['received a password reset link', ({ name }: { name: string }) => forget(name)],
  ])('reserves a name equally long for known and unknown addresses, even after it %s', async (_, later) => {
    const response = await startRegistration('steve@example.org');
    const unknownRegistration = await startRegistration();
    const registeredAt = Date.now();
    const at = (ms: number) => vi.useFakeTimers({ toFake: ['Date'], now: registeredAt + ms });
    at(50 * minuteMs);
    expect((await later(response, 'steve@example.org')).status).toBe(200);
    expect((await later(unknownRegistration, getEmail(site.createName()))).status).toBe(200);
    await vi.waitFor(async () =>
      expect((await readLinks(response.id)).length).toBe((await readLinks(unknownRegistration.id)).length),
    );
    const [ends, others] = [await readLinks(response.id), await readLinks(unknownRegistration.id)];
    expect(ends.length).toBeGreaterThan(0);
    expect(ends.map((end) => Math.round(Date.parse(end) / minuteMs))).toEqual(
      others.map((end) => Math.round(Date.parse(end) / minuteMs)),
    );
  });

  test('sends the email when a registered address is corrected to a free one', async () => {
    const { id, name, cookie } = await startRegistration('robin@example.org');
    expect(hasAddress(await findAccount(id))).toBe(false);
    expect((await correct({ cookie }, getEmail(name))).status).toBe(200);
    expect((await follow(id, cookie)).session).toBeDefined();
  });

  test('rejects a correction to an invalid address', async () => {
    const { id, name, cookie } = await startRegistration();
    for (const email of ['', 'no address', undefined]) {
      expect((await site.send('PUT', '/registration/email', { email }, { as: { cookie } })).status).toBe(400);
    }
    expect((await findAccount(id)).email).toBe(getEmail(name));
  });
});

describe('correcting an address while a link verifies it', () => {
  /** Delays the next `Verify` command until `work` is done. */
  function runBeforeVerify(work: () => Promise<void>) {
    const { commands } = site.services;
    const { account: execute } = commands;
    commands.account = async (...args) => {
      if (args[0].type === 'Verify') {
        commands.account = execute;
        await work();
      }
      return execute.apply(commands, args);
    };
  }

  test.each(['verify', 'reset'] as const)(
    'keeps the address if the link in a %s email was opened before the correction',
    async (kind) => {
      const { id, name, cookie } = await startRegistration();
      const login = { email_or_username: name, password: getPassword(name) };
      if (kind === 'reset') await site.send('POST', '/password/forgot', login);
      const mail = await readMail(site, id, kind);
      let refusal: unknown;
      runBeforeVerify(async () => {
        await site.send('POST', '/resend-verification', login);
        await resendMail({ cookie });
        refusal = await correct({ cookie }, `victim-${name}@example.org`);
      });
      if (kind === 'verify') expect((await follow(id, cookie)).to).toBe(verifiedPath);
      else await site.perform('POST', '/password/reset', buildResetForm(site, id, mail, 'another password'));
      expect(refusal).toMatchObject(registrationOver);
      expect(await findAccount(id)).toMatchObject({ email: getEmail(name), verified: true });
    },
  );

  test('does not verify an address that was replaced after its link was read', async () => {
    const { id, name, cookie } = await startRegistration();
    const { vault } = site.services;
    const { findAccount: read } = vault;
    const mailId = await readMailId(id);
    vault.findAccount = async (userId) => {
      vault.findAccount = read;
      const account = await read.call(vault, userId);
      expect((await correct({ cookie }, `victim-${name}@example.org`)).status).toBe(200);
      return account;
    };
    expect(await follow(id, cookie, mailId)).toMatchObject({ to: failedPath, session: undefined });
    expect(await findAccount(id)).toMatchObject({ email: `victim-${name}@example.org`, verified: false });
  });
});

describe('correcting the address and resending the email', () => {
  test('resending and correcting require the cookie of an unverified registration of the last hour', async () => {
    const { id, name, cookie } = await startRegistration();
    const otherCookie = `${cookieName}=${cookie.split('=')[1] ?? ''}`;
    for (const as of [undefined, site.member, { cookie: `${pendingCookieName}=` }, { cookie: otherCookie }]) {
      expect(await resendMail(as)).toMatchObject(registrationOver);
      expect(await correct(as, `x${name}@example.org`)).toMatchObject(registrationOver);
    }
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61 * 60_000 });
    expect(await resendMail({ cookie })).toMatchObject(registrationOver);
    vi.useRealTimers();
    await follow(id, cookie);
    expect(await resendMail({ cookie })).toMatchObject(registrationOver);
    expect(await correct({ cookie }, `x${name}@example.org`)).toMatchObject(registrationOver);
    expect((await findAccount(id)).email).toBe(getEmail(name));
  });

  test('rejects resending and correcting after the account was erased', async () => {
    const { id, cookie } = await startRegistration();
    await site.perform('POST', `/admin/delete/${id}`, {}, { as: site.admin });
    expect(await resendMail({ cookie })).toMatchObject(registrationOver);
  });

  test('rejects resending and correcting from another origin', async () => {
    const { cookie } = await startRegistration();
    const sent = { method: 'POST', path: '/api/registration/resend', headers: { cookie } };
    expect((await exchange(site.url, sent)).json).toMatchObject({ code: 'foreign-origin' });
  });

  test('sends at most five emails an hour per account, regardless of the address', async () => {
    const person = await startRegistration();
    Object.assign(site.services.limits, createLimits(true));
    const statuses: number[] = [];
    for (let i = 0; i < 4; i++) {
      statuses.push(
        (await correct(person, `${i}-${person.name}@example.org`)).status,
        (await resendMail(person)).status,
      );
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429, 429]);
    expect(await readMails(site, person.id, 'verify')).toHaveLength(1);
  });
});

test('a repeated registration sets the cookie only if its password is correct', async () => {
  const name = site.createName();
  const buildForm = (password: string) => ({
    username: name,
    email: getEmail(name),
    password,
    confirm_password: password,
  });
  const send = async (password: string) =>
    findCookie(pendingCookieName, await site.send('POST', '/register', buildForm(password), { key: 'weak' }));
  expect(await send('a good password')).toBeDefined();
  expect(await send('a good password')).toBeDefined();
  expect(await send('a guessed password')).toBeUndefined();
});

test("an unverified account's name appears nowhere else", async () => {
  const { id, name, cookie } = await startRegistration();
  await correct({ cookie }, `new-${name}@example.org`);
  expect(await site.get<string[]>('/usernames')).not.toContain(name);
  expect(await site.send('GET', `/profile/${name}`)).toMatchObject({ status: 404 });
  expect(site.services.directory.isMember(id)).toBe(false);
});
