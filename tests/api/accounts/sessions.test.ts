import { expect, onTestFinished, test, vi } from 'vitest';
import { getPassword } from '../../support/site/member.js';
import {
  parseCookie,
  isLoggedIn,
  logIn,
  readMail,
  createPersonWithPassword,
  buildResetForm,
} from '../../support/site/people.js';
import { testSite } from '../../support/site/site.js';

interface SessionRow {
  id: string;
  user_agent: string;
  used_at: string;
  current: boolean;
}

const site = testSite();

const readSessions = (as: { cookie: string }) => site.get<SessionRow[]>('/sessions', as);

async function logInThrice() {
  const person = await createPersonWithPassword(site);
  const logInAgain = async (agent: string) => {
    const form = { email_or_username: person.name, password: getPassword(person.name) };
    return parseCookie(await site.send('POST', '/login', form, { headers: { 'user-agent': agent } }));
  };
  return { person, phone: await logInAgain('A phone'), desk: await logInAgain('A desk') };
}

test("lists a member's own sessions without their secret ids", async () => {
  const { person, phone } = await logInThrice();
  const rows = await readSessions(phone);
  expect(rows.map(({ user_agent, current }) => [user_agent, current])).toEqual([
    ['test', false],
    ['A phone', true],
    ['A desk', false],
  ]);
  const secrets = (await site.services.vault.listSessions(person.id)).map(({ id }) => id);
  expect(secrets).toHaveLength(3);
  for (const secret of secrets) expect(JSON.stringify(rows)).not.toContain(secret);
});

test("a response renews a session's cookie once it is more than a day old", async () => {
  const { phone } = await logInThrice();
  const readCookies = async () => (await site.send('GET', '/sessions', undefined, { as: phone })).headers['set-cookie'];
  expect(await readCookies()).toBeUndefined();
  onTestFinished(() => void vi.useRealTimers());
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * 86_400_000 });
  expect(await readCookies()).toEqual([expect.stringMatching(/^guildhall=[^;]+; Max-Age=2592000; /)]);
});

test("reports a session's last use to the nearest quarter of an hour", async () => {
  const { person, phone } = await logInThrice();
  const { vault } = site.services;
  const readOwnSession = async () => (await readSessions(phone)).find(({ current }) => current);
  const id = (await vault.listSessions(person.id)).find(({ userAgent }) => userAgent === 'A phone')?.id ?? '';
  const markUsedAgo = async (minutes: number) => {
    const at = new Date(Date.now() - minutes * 60_000).toISOString();
    await vault.useSession(id, at, new Date(Date.now() + 86_400_000).toISOString());
    site.services.sessions.forget(person.id, null); // The next call must read the vault.
    return at;
  };
  const recently = await markUsedAgo(14);
  await readOwnSession();
  expect((await readOwnSession())?.used_at).toBe(recently);
  const usedAtBefore = await markUsedAgo(16);
  await vi.waitFor(async () =>
    expect(Date.parse((await readOwnSession())?.used_at ?? usedAtBefore)).toBeGreaterThan(Date.now() - 60_000),
  );
});

test('does not list expired sessions', async () => {
  const { person, phone } = await logInThrice();
  const [past, id] = [new Date(Date.now() - 1_000).toISOString(), 'expired'];
  await site.services.vault.createSession({
    id,
    userId: person.id,
    createdAt: past,
    expiresAt: past,
    userAgent: 'Old',
  });
  expect((await readSessions(phone)).map(({ user_agent }) => user_agent)).not.toContain('Old');
});

test("a member can end one of their own sessions, but not another member's", async () => {
  const { person, phone, desk } = await logInThrice();
  const id = (await readSessions(phone)).find(({ user_agent }) => user_agent === 'A desk')?.id ?? '';
  expect((await site.send('DELETE', `/sessions/${id}`, undefined, { as: site.other })).status).toBe(404);
  expect(await isLoggedIn(site, desk)).toBe(true);
  await site.perform('DELETE', `/sessions/${id}`, undefined, { as: phone });
  expect(await Promise.all([person, phone, desk].map((as) => isLoggedIn(site, as)))).toEqual([true, true, false]);
  expect((await site.send('DELETE', `/sessions/${id}`, undefined, { as: phone })).status).toBe(404);
});

test('removes the cookie when the current session is ended', async () => {
  const { phone } = await logInThrice();
  const id = (await readSessions(phone)).find(({ current }) => current)?.id ?? '';
  expect(await isLoggedIn(site, phone)).toBe(true);
  const response = await site.send('DELETE', `/sessions/${id}`, undefined, { as: phone });
  expect(response.headers['set-cookie']?.[0]).toMatch(/^guildhall=;/);
  expect(await isLoggedIn(site, phone)).toBe(false);
});

test('a member can end all other sessions at once and sees how many there were', async () => {
  const { person, phone, desk } = await logInThrice();
  const areLoggedIn = () => Promise.all([person, phone, desk].map((as) => isLoggedIn(site, as)));
  expect(await areLoggedIn(), 'used, and therefore cached').toEqual([true, true, true]);
  expect(await site.perform('DELETE', '/sessions', undefined, { as: phone })).toEqual({ success: true, ended: 2 });
  expect(await areLoggedIn()).toEqual([false, true, false]);
  expect(await site.perform('DELETE', '/sessions', undefined, { as: phone })).toEqual({ success: true, ended: 0 });
});

test("a login retains only the member's newest fifty sessions", async () => {
  const { person, phone, desk } = await logInThrice();
  const { vault } = site.services;
  const ownIds = (await vault.listSessions(person.id)).map(({ id }) => id);
  const formatTimeFromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
  for (let n = 10; n < 70; n++) {
    const older = {
      id: `older-${n}`,
      userId: person.id,
      createdAt: formatTimeFromNow(-n),
      expiresAt: formatTimeFromNow(60),
      userAgent: 'x',
    };
    await vault.createSession(older);
  }
  const form = { email_or_username: person.name, password: getPassword(person.name) };
  const newest = parseCookie(await site.send('POST', '/login', form));
  const remainingIds = (await vault.listSessions(person.id)).map(({ id }) => id);
  expect(remainingIds).toHaveLength(50);
  expect([remainingIds[0], remainingIds.slice(-4, -1)]).toEqual(['older-55', ownIds]);
  expect(await Promise.all([phone, desk, newest, site.other].map((as) => isLoggedIn(site, as)))).not.toContain(false);
  expect(await site.perform('DELETE', '/sessions', undefined, { as: newest })).toMatchObject({ ended: 49 });
});

test('ends a session before responding, even while this server lags behind the log', async () => {
  const { person, phone, desk } = await logInThrice();
  const bannedPerson = await createPersonWithPassword(site);
  const everybody = [person, phone, desk, bannedPerson];
  const areLoggedIn = () => Promise.all(everybody.map((as) => isLoggedIn(site, as)));
  expect(await areLoggedIn(), 'used, and therefore cached').toEqual([true, true, true, true]);
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  onTestFinished(release);
  const reached = new Promise<void>((resolve) => {
    site.server.follower.onEvents(() => {
      resolve();
      return released;
    });
  });
  await site.createThread(); // By now, this server has read the log up to this thread.
  await reached;
  const id = (await readSessions(phone)).find(({ user_agent }) => user_agent === 'A desk')?.id ?? '';
  await site.perform('DELETE', `/sessions/${id}`, undefined, { as: phone });
  expect(await areLoggedIn()).toEqual([true, true, false, true]);
  await site.perform('POST', `/admin/ban/${bannedPerson.id}`, {}, { as: site.admin });
  expect(await areLoggedIn()).toEqual([true, true, false, false]);
  await site.send('POST', '/password/forgot', { email_or_username: person.name });
  const form = buildResetForm(site, person.id, await readMail(site, person.id, 'reset'), 'my new password');
  expect((await site.send('POST', '/password/reset', form)).status).toBe(200);
  expect(await areLoggedIn()).toEqual([false, false, false, false]);
});

test('a session ended on another server ends here as soon as the log is read', async () => {
  const { person, desk } = await logInThrice();
  const { sessions: cache, vault } = site.services;
  expect(await cache.identify(desk.cookie)).not.toBeNull();
  const [, , third] = await vault.listSessions(person.id);
  // Acts like another server: changes the vault and the log without updating this server's memory.
  await vault.endSession(third?.id ?? '');
  expect(await cache.identify(desk.cookie), 'trusted for half a minute').not.toBeNull();
  const end = { type: 'EndSessions', userId: person.id, sessionId: third?.id ?? '' } as const;
  const context = { actorId: 'system', commandId: 'end', correlationId: 'test' };
  await site.services.commands.account(end, context);
  await expect.poll(() => cache.identify(desk.cookie)).toBeNull();
  expect(await isLoggedIn(site, person)).toBe(true);
});

test("clears the browser's cache only when the caller's own session ends", async () => {
  const { phone, desk } = await logInThrice();
  const endSession = async (session: (row: SessionRow) => boolean) => {
    const row = (await readSessions(phone)).find(session);
    const { headers } = await site.send('DELETE', `/sessions/${row?.id}`, undefined, { as: phone });
    return headers['clear-site-data'];
  };
  expect(await endSession(({ user_agent }) => user_agent === 'test')).toBeUndefined();
  expect(await endSession(({ current }) => current)).toBe('"cache"');
  const logoutResponse = await site.send('POST', '/logout', undefined, { as: desk });
  expect(logoutResponse.headers['clear-site-data']).toBe('"cache"');
});

test("the browser may cache a member's own data, but no secrets", async () => {
  const { phone } = await logInThrice();
  const readCaching = async (path: string) =>
    (await site.send('GET', path, undefined, { as: phone })).headers['cache-control'];
  for (const path of [
    '/me',
    '/notifications',
    '/forums/read/places',
    '/ignored',
    '/forums/watches',
    '/account/profile',
  ])
    expect(await readCaching(path), path).toBe('private, no-cache');
  expect(await readCaching('/sessions')).toBe('private, no-store');
});

test('a login and a logout succeed even if they cannot store what they remember about the member', async () => {
  onTestFinished(() => void vi.restoreAllMocks());
  const person = await createPersonWithPassword(site);
  const { vault, knownCallers, presence } = site.services;
  const error = new Error('no vault');
  const editChoice = vi.spyOn(vault, 'editChoice').mockRejectedValueOnce(error);
  const remember = vi.spyOn(knownCallers, 'remember').mockRejectedValueOnce(error);
  const record = vi.spyOn(presence, 'record').mockRejectedValueOnce(error);
  const response = await logIn(site, person.name, getPassword(person.name), { time_zone: 'Asia/Tokyo' });
  expect(response.status).toBe(200);
  const session = parseCookie(response);
  expect(await isLoggedIn(site, session)).toBe(true);
  expect((await site.send('POST', '/logout', undefined, { as: session })).status).toBe(200);
  expect(await isLoggedIn(site, session)).toBe(false);
  for (const failed of [editChoice, remember, record]) expect(failed).toHaveBeenCalledOnce();
});
