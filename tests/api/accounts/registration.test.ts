import type { ApiKey } from '@guildhall/domain/staff/api-keys.js';
import type { Me } from '@guildhall/domain/wire/schemas/members/accounts.js';
import { createMail, type Mail } from '@guildhall/server/mail/mail.js';
import { Sessions } from '@guildhall/server/request/sessions.js';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { exchange, type HttpResponse } from '../../support/site/exchange.js';
import { getEmail, readLink, getPassword } from '../../support/site/member.js';
import { withoutRandomParts } from '../../support/site/people.js';
import { testSite } from '../../support/site/site.js';

const site = testSite();
let mail: Mail;

beforeAll(async () => {
  const { services } = site;
  mail = createMail(services.env, services.vault, services.logger, (id) => services.policy.isGone(id));
  Object.assign(services.mail, mail);
  await site.givePassword(site.member, getPassword('Steve'));
});
afterAll(() => mail.stop());

const buildForm = (username: string) => ({
  email: getEmail(username),
  username,
  password: getPassword(username),
  confirm_password: getPassword(username),
});
const register = (form: object) => site.send('POST', '/register', form);
const logIn = (email_or_username: string, password: string) =>
  site.send('POST', '/login', { email_or_username, password });
const getCookie = (response: HttpResponse) => ({ cookie: response.headers['set-cookie']?.[0]?.split(';')[0] ?? '' });
const readMe = async (as?: { cookie: string }) => (await site.get<{ user: Me | null }>('/me', as)).user;

test('a visitor can register, follow the emailed link, log in and log out', async () => {
  const registration = await register(buildForm('Alice'));
  expect(registration).toMatchObject({
    status: 201,
    json: { success: 'Account created!', message: 'Account created!' },
  });
  expect(await site.get<string[]>('/usernames')).not.toContain('Alice');

  const link = new URL(await readLink({ dataDir: site.services.env.dataDir }, 'Alice'));
  for (const time of ['first', 'second']) {
    const redirect = await site.send('GET', link.pathname + link.search, undefined, { prefix: '' });
    expect([time, redirect.status, redirect.headers.location]).toEqual([time, 302, '/verify?success=true']);
  }
  expect(await site.get<string[]>('/usernames')).toContain('Alice');

  const loginResponse = await logIn('Alice', getPassword('Alice'));
  expect(loginResponse).toMatchObject({
    status: 200,
    json: { success: true, user: { username: 'Alice', verified: true } },
  });
  const alice = getCookie(loginResponse);
  const profile = await readMe(alice);
  expect(profile).toMatchObject({ username: 'Alice', email: 'alice@example.org', is_admin: false, role: 'Member' });
  expect(profile?.permissions).toEqual(['view_forums', 'create_topics', 'comment']);

  const logoutResponse = await site.send('POST', '/logout', undefined, { as: alice });
  expect(logoutResponse.status).toBe(200);
  expect(logoutResponse.headers['set-cookie']?.[0]).toMatch(/^guildhall=; .*Expires=Thu, 01 Jan 1970/);
  expect(await readMe(alice)).toBeNull();
  const body = { section_id: site.section, title: 'A title', content: 'Text' };
  expect((await site.send('POST', '/forums/threads', body, { as: alice })).status).toBe(401);
});

test('rejects a verification link that was altered or belongs to an unknown account', async () => {
  await register(buildForm('Bob'));
  const link = new URL(await readLink({ dataDir: site.services.env.dataDir }, 'Bob'));
  const invalid: [string, string][] = [
    ['token', 'x'],
    ['mail', 'x'],
    ['user', String(site.member.id)],
    ['user', ''],
  ];
  for (const [name, value] of invalid) {
    const otherLink = new URL(link);
    otherLink.searchParams.set(name, value);
    const redirect = await site.send('GET', otherLink.pathname + otherLink.search, undefined, { prefix: '' });
    expect(redirect.headers.location, name).toBe('/verify?success=false');
  }
  expect(await logIn('Bob', getPassword('Bob'))).toMatchObject({ status: 403, json: { code: 'not-verified' } });
});

test('logging in with the right password allows a mistyped address to be corrected in any browser', async () => {
  const name = site.createName();
  await register(buildForm(name));
  expect((await logIn(name, 'not the password')).headers['set-cookie']).toBeUndefined();
  const as = getCookie(await logIn(name, getPassword(name)));
  expect(as.cookie).toMatch(/^guildhall-pending=/);
  const email = `right-${name}@example.org`.toLowerCase();
  expect((await site.send('PUT', '/registration/email', { email }, { as })).status).toBe(200);
  expect(await site.services.vault.findAccountByLogin(name)).toMatchObject({ email, verified: false });
});

describe('login', () => {
  test('a member can log in by name or email address, ignoring case', async () => {
    for (const name of ['Steve', 'sTEVE', 'Steve@example.org', 'STEVE@EXAMPLE.ORG']) {
      expect((await logIn(name, getPassword('Steve'))).status, name).toBe(200);
    }
  });

  test('a login does not reveal whether the password or the name was wrong', async () => {
    const wrongPassword = await logIn('Steve', 'not his password');
    const unknownName = await logIn('Nobody', 'not his password');
    expect(wrongPassword).toMatchObject({ status: 401, json: { code: 'login-failed' } });
    expect(withoutRandomParts(unknownName)).toEqual(withoutRandomParts(wrongPassword));
    const [address, unknownAddress] = [await logIn('steve@example.org', 'x'), await logIn('nobody@example.org', 'x')];
    expect(address).toMatchObject({ status: 401, json: { code: 'login-failed' } });
    expect(withoutRandomParts(unknownAddress)).toEqual(withoutRandomParts(address));
    const [existing, none] = [await logIn('Steve', 'x'.repeat(5_000)), await logIn('Nobody', 'x'.repeat(5_000))];
    expect(existing.status).toBe(401);
    expect(withoutRandomParts(existing)).toEqual(withoutRandomParts(none));
  });

  test('a login reports an unverified account only if the password is right', async () => {
    await register(buildForm('Carol'));
    expect((await logIn('Carol', 'not her password')).json).toMatchObject({ code: 'login-failed' });
    const right = await logIn('Carol', getPassword('Carol'));
    expect(right).toMatchObject({ status: 403, json: { error: 'Please verify your email address first.' } });
    expect(right.headers['set-cookie']).toEqual([expect.stringMatching(/^guildhall-pending=/)]);
  });

  test('a login does not reveal whether a newly registered address existed before', async () => {
    const logInAfterRegistering = async (username: string, email: string) => {
      expect((await register({ ...buildForm(username), email })).status).toBe(201);
      const credentials = { email_or_username: email, password: getPassword(username) };
      const calls = [await site.send('POST', '/login', credentials)];
      calls.push(await site.send('POST', '/resend-verification', credentials));
      return calls;
    };
    const existing = await logInAfterRegistering('Nora', 'steve@example.org');
    const refusal = await logInAfterRegistering('Olga', 'olga@example.org');
    expect(existing.map(withoutRandomParts)).toEqual(refusal.map(withoutRandomParts));
    const { error } = refusal[0]?.json as { error: string };
    expect(error).toMatch(/^Wrong email, username or password\. .* log in with your username\.$/);
    for (const name of ['Nora', 'Olga']) expect(await logIn(name, getPassword(name))).toMatchObject({ status: 403 });
  });

  test('a login sets cookies that scripts cannot read and other sites cannot send', async () => {
    const [cookie = '', browser = '', ...more] =
      (await logIn('Steve', getPassword('Steve'))).headers['set-cookie'] ?? [];
    expect(more).toEqual([]);
    expect(cookie).toMatch(
      /^guildhall=[\w-]+\.[\w-]+\.[\w-]+; Max-Age=2592000; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/,
    );
    expect(browser).toMatch(
      /^guildhall-browser=[\w-]{22}; Max-Age=31536000; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/,
    );
  });

  test('the session cookie is Secure only on an https site', async () => {
    const { vault, policy } = site.services;
    const begin = (publicUrl: string) => new Sessions(vault, policy, 'secret', { publicUrl }).begin(site.member.id, '');
    expect((await begin('https://guild.example')).cookie.options.secure).toBe(true);
    expect((await begin('http://guild.example')).cookie.options.secure).toBe(false);
  });

  test('each login starts a separate session that outlives the others', async () => {
    const [first, second] = [
      await logIn('Steve', getPassword('Steve')),
      await logIn('Steve', getPassword('Steve')),
    ].map(getCookie);
    await site.perform('POST', '/logout', undefined, { as: first });
    expect(await readMe(first)).toBeNull();
    expect(await readMe(second)).toMatchObject({ username: 'Steve' });
  });

  test("rejects an erased account's session", async () => {
    const erasedMember = await site.createMember('Dave');
    await site.givePassword(erasedMember, getPassword('Dave'));
    expect(await readMe(erasedMember)).toMatchObject({ username: 'Dave' });
    await site.perform('POST', `/admin/delete/${erasedMember.id}`, {}, { as: site.admin });
    expect(await readMe(erasedMember)).toBeNull();
    expect((await logIn('Dave', getPassword('Dave'))).json).toMatchObject({ code: 'login-failed' });
  });
});

describe('registration', () => {
  test('reports invalid registrations with the specified messages', async () => {
    const form = buildForm('Erin');
    const readError = async (change: object) => {
      const { status, json } = await register({ ...form, ...change });
      return [status, (json as { error: string }).error];
    };
    expect(await readError({ confirm_password: 'another one' })).toEqual([400, 'Passwords do not match!']);
    for (const field of Object.keys(form)) {
      expect(await readError({ [field]: '' }), field).toEqual([400, 'All fields are required!']);
      expect(await readError({ [field]: undefined }), field).toEqual([400, 'All fields are required!']);
    }
    expect(await readError({ email: 'erin' })).toEqual([400, 'Enter a valid email address.']);
    const shortPassword = { password: 'short', confirm_password: 'short' };
    expect(await readError(shortPassword)).toEqual([400, 'A password must have 8 to 128 characters.']);
    for (const username of ['ab', 'x'.repeat(17), 'with space', 'é_é_é', 'a\0bc', '[deleted]']) {
      expect(await readError({ username }), username).toEqual([
        400,
        'A username must have 3 to 16 letters, digits or underscores.',
      ]);
    }
  });

  test('rejects registering a name that is already taken, ignoring case', async () => {
    const response = await register({ ...buildForm('Frank'), username: 'STEVE' });
    expect(response).toMatchObject({ status: 409, json: { code: 'username-taken', field: 'username' } });
  });

  test('registering does not reveal whether the email address already exists', async () => {
    const existing = await register({ ...buildForm('Grace'), email: 'STEVE@example.org' });
    const unknownResponse = await register(buildForm('Heidi'));
    expect(withoutRandomParts(existing)).toEqual(withoutRandomParts(unknownResponse));
    const account = await site.services.vault.findAccountByLogin('STEVE@example.org');
    expect(account).toMatchObject({ username: 'Steve' });
    // The name is reserved, as in any registration, but no email is ever sent.
    expect(await register(buildForm('Grace'))).toMatchObject({ status: 409, json: { code: 'username-taken' } });
    expect((await site.services.vault.findAccountByLogin('Grace'))?.email).toMatch(/@address\.invalid$/);
  });

  test('a registration repeated with the same key creates one account and sends one email', async () => {
    const responses = [];
    for (let i = 0; i < 3; i++)
      responses.push(await site.send('POST', '/register', buildForm('Ivan'), { key: 'ivan' }));
    expect(new Set(responses.map(({ status, text }) => `${status} ${text}`))).toHaveLength(1);
    expect(responses[0]?.status).toBe(201);
    expect((await site.services.vault.findAccountByLogin('Ivan'))?.mails).toHaveLength(1);
  });
});

describe('repeating a registration after an erasure', () => {
  test.each([0, 1])(
    'a registration repeated after an erasure stores nothing (with erased posts: %s)',
    async (texts) => {
      const name = `Dora${texts}`;
      const registerAgain = () => site.send('POST', '/register', buildForm(name), { key: 'the same' });
      expect((await registerAgain()).status).toBe(201);
      const { id = 0 } = (await site.services.vault.findAccountByLogin(name)) ?? {};
      await site.perform('POST', `/admin/delete/${id}`, { texts }, { as: site.admin });
      expect(await registerAgain()).toMatchObject({ status: 409, json: { code: 'id-in-use' } });
      expect(await site.services.vault.findAccountByLogin(name)).toBeNull();
      expect((await register(buildForm(name))).status, 'with another key').toBe(201);
    },
  );
});

test('a registration cannot take the id of an API key', async () => {
  const apiKey = vi.spyOn(site.services.policy, 'findApiKey').mockReturnValue({} as ApiKey);
  expect(await register(buildForm('Pam'))).toMatchObject({ status: 409, json: { code: 'id-in-use' } });
  apiKey.mockRestore();
  expect(await site.services.vault.findAccountByLogin('Pam')).toBeNull();
});

describe('registration from another origin', () => {
  const buildBody = () => ({ section_id: site.section, title: 'A title', content: 'Text' });

  test('rejects a registration from another origin only if it includes a session', async () => {
    const send = (headers: Record<string, string>, as = site.member) =>
      site.send('POST', '/forums/threads', buildBody(), { as, headers });
    expect((await send({ origin: 'https://evil.example' })).json).toEqual({
      error: 'This request came from another site.',
      code: 'foreign-origin',
    });
    const headers = { cookie: site.member.cookie, 'content-type': 'application/json' };
    const sent = { method: 'POST', path: '/api/forums/threads', headers, body: JSON.stringify(buildBody()) };
    expect((await exchange(site.url, sent)).json).toEqual({
      error: `This request needs the header Origin: ${site.services.env.publicUrl}`,
      code: 'foreign-origin',
    });
    expect((await send({ origin: site.url })).status).toBe(201);
    expect((await send({ origin: site.services.env.publicUrl })).status).toBe(201);
    const asGuest = await site.send(
      'POST',
      '/login',
      { email_or_username: 'Steve', password: 'x' },
      { headers: { origin: 'null' } },
    );
    expect(asGuest.json).toMatchObject({ code: 'login-failed' });
  });
});

test('the registration cookie is Secure only on an https site', () => {
  const { env, pendingRegistrations } = site.services;
  const { publicUrl } = env;
  env.publicUrl = 'https://guild.example';
  const { options } = pendingRegistrations.createCookie(1, 'hash');
  env.publicUrl = publicUrl;
  expect([options.secure, pendingRegistrations.createCookie(1, 'hash').options.secure]).toEqual([true, false]);
});
