import { createLimits } from '@guildhall/server/request/rate-limits.js';
import { beforeEach, expect, test } from 'vitest';
import { getEmail, getPassword } from '../../support/site/member.js';
import { findCookie, createPersonWithPassword } from '../../support/site/people.js';
import type { HttpResponse } from '../../support/site/exchange.js';
import { type SiteMember, testSite } from '../../support/site/site.js';

const home = '192.0.2.1';
const otherAddress = '198.51.100.1';

const site = testSite();
let owner: SiteMember;
beforeEach(async () => {
  Object.assign(site.services.limits, createLimits(false));
  owner = await createPersonWithPassword(site);
});

function logIn(ip: string, typed: string, password = getPassword(owner.name), cookie = ''): Promise<HttpResponse> {
  const headers = { 'x-forwarded-for': ip };
  return site.send('POST', '/login', { email_or_username: typed, password }, { headers, as: { cookie } });
}

async function lock(...typed: string[]): Promise<void> {
  Object.assign(site.services.limits, createLimits(true));
  for (const name of typed) {
    for (let n = 0; n < 60; n++) expect((await logIn(`203.0.113.${n % 14}`, name, 'guess')).status).toBe(401);
  }
}

test('a locked name suggests and accepts a login by email address', async () => {
  await lock(owner.name);
  const refusal = await logIn(home, owner.name);
  expect(refusal.status).toBe(429);
  const error = 'Too many attempts with this name. You can log in with your email address.';
  expect(refusal.json).toEqual({ error, code: 'name-locked' });
  expect(Number(refusal.headers['retry-after'])).toBeGreaterThan(3000);
  expect((await logIn(home, getEmail(owner.name))).status).toBe(200);
});

test('the response for a locked name does not reveal whether it belongs to an account', async () => {
  await lock(owner.name);
  const fromHome = await logIn(home, owner.name, 'guess');
  const name = site.createName();
  await lock(name);
  const refusal = await logIn(home, name, 'guess');
  expect([refusal.status, refusal.text]).toEqual([fromHome.status, fromHome.text]);
});

test('an IP address that logged in before can log in with a locked name, and others cannot', async () => {
  await logIn(home, owner.name);
  await lock(owner.name);
  expect((await logIn(otherAddress, owner.name)).status).toBe(429);
  expect((await logIn(home, owner.name)).status).toBe(200);
});

test('a browser that logged in before can log in with a locked name or email address', async () => {
  const firstLogin = await logIn(home, owner.name);
  const browser = findCookie('guildhall-browser', firstLogin) ?? '';
  expect(browser).toMatch(/^guildhall-browser=[\w-]{22}$/);
  expect(firstLogin.headers['set-cookie']?.at(-1)).toMatch(/; HttpOnly; SameSite=Lax$/);
  for (const typedName of [owner.name, getEmail(owner.name)]) {
    await lock(typedName);
    expect((await logIn(otherAddress, typedName)).status).toBe(429);
    const secondLogin = await logIn(otherAddress, typedName, undefined, browser);
    expect(secondLogin.status).toBe(200);
    expect(findCookie('guildhall-browser', secondLogin)).toBeUndefined(); // The browser already has a cookie.
  }
});

test("does not reveal a registered email address to others at the owner's IP address", async () => {
  await logIn(home, owner.name);
  const unknownEmail = getEmail(site.createName());
  await lock(getEmail(owner.name), unknownEmail);
  const [of, ofNobody] = [await logIn(home, getEmail(owner.name), 'guess'), await logIn(home, unknownEmail, 'guess')];
  expect(of.status).toBe(429);
  expect(of.text).toBe(ofNobody.text);
});

test("does not recognise a forged browser cookie or another account's", async () => {
  const otherOwner = await createPersonWithPassword(site);
  const browser =
    findCookie('guildhall-browser', await logIn(otherAddress, otherOwner.name, getPassword(otherOwner.name))) ?? '';
  await lock(owner.name);
  for (const cookie of [browser, `guildhall-browser=${'x'.repeat(22)}`, 'guildhall-browser=x']) {
    expect((await logIn(otherAddress, owner.name, undefined, cookie)).status).toBe(429);
  }
});

test('limits login attempts from a recognised browser too', async () => {
  const browser = findCookie('guildhall-browser', await logIn(home, owner.name)) ?? '';
  Object.assign(site.services.limits, createLimits(true));
  const logInFrom = (n: number) => logIn(`203.0.113.${n % 7}`, owner.name, 'guess', browser);
  for (let n = 0; n < 60; n++) expect((await logInFrom(n)).status).toBe(401);
  expect((await logInFrom(60)).status).toBe(429);
});

test('stores at most ten browsers and ten addresses per account, none in plain text', async () => {
  for (let n = 0; n < 12; n++) await logIn(`198.51.100.${n}`, owner.name);
  const { knownCallers = [] } = (await site.services.vault.findAccount(owner.id)) ?? {};
  expect(knownCallers).toHaveLength(20);
  expect(JSON.stringify(knownCallers)).not.toContain('198.51.100');
  await lock(owner.name);
  expect((await logIn('198.51.100.1', owner.name)).status).toBe(429); // Only the ten newest addresses are remembered.
  expect((await logIn('198.51.100.11', owner.name)).status).toBe(200);
});
