import { setTimeout as sleep } from 'node:timers/promises';
import { createLimits } from '@guildhall/server/request/rate-limits.js';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { getPassword } from '../../support/site/member.js';
import {
  logIn,
  readMail,
  readMails,
  createPersonWithPassword,
  register,
  withoutRandomParts,
} from '../../support/site/people.js';
import type { HttpResponse } from '../../support/site/exchange.js';
import { testSite } from '../../support/site/site.js';

const site = testSite();
afterEach(() => void Object.assign(site.services.limits, createLimits(false)));

describe('hiding whether an account or address exists', () => {
  const pairs: Record<string, (known: string, unknown: string) => Promise<[HttpResponse, HttpResponse]>> = {
    'a login': async (known, unknown) => [await logIn(site, known, 'guess'), await logIn(site, unknown, 'guess')],
    'a registration with an address': async (known, unknown) => {
      const [a, b] = [site.createName(), site.createName()];
      return [await register(site, a, `${known}@example.org`), await register(site, b, `${unknown}@example.org`)];
    },
    'a forgotten password, by name': async (known, unknown) => {
      const requestReset = (email_or_username: string) => site.send('POST', '/password/forgot', { email_or_username });
      return [await requestReset(known), await requestReset(unknown)];
    },
    'a forgotten password, by address': async (known, unknown) => {
      const requestReset = (name: string) =>
        site.send('POST', '/password/forgot', { email_or_username: `${name}@example.org` });
      return [await requestReset(known), await requestReset(unknown)];
    },
    'a mail that is to be sent again': async (known, unknown) => {
      const resendMail = (email_or_username: string) =>
        site.send('POST', '/resend-verification', { email_or_username, password: 'guess' });
      return [await resendMail(known), await resendMail(unknown)];
    },
    'a link of a reset': async (known, unknown) => {
      const id = (await site.services.vault.findAccountByLogin(known))?.id ?? 0;
      const form = { token: `${unknown}.x`, password: 'a good password', confirm_password: 'a good password' };
      const reset = (user: number) => site.send('POST', '/password/reset', { ...form, user });
      return [await reset(id), await reset(id + 1_000_000)];
    },
  };

  test.each(Object.entries(pairs))('the response to %s does not reveal whether an account exists', async (_, both) => {
    const { name } = await createPersonWithPassword(site);
    const [knownResponse, unknownResponse] = await both(name, site.createName());
    expect(withoutRandomParts(knownResponse)).toEqual(withoutRandomParts(unknownResponse));
  });

  test.each(Object.entries(pairs))(
    'the response to %s after too many attempts does not reveal whether an account exists',
    async (_, both) => {
      const { name } = await createPersonWithPassword(site);
      const otherName = site.createName();
      Object.assign(site.services.limits, createLimits(true));
      for (let i = 0; i < 12; i++) {
        const [knownResponse, unknownResponse] = await both(name, otherName);
        expect([i, knownResponse.status, knownResponse.text]).toEqual([
          i,
          unknownResponse.status,
          unknownResponse.text,
        ]);
      }
    },
  );

  test('responds before any work that is only done for existing accounts', async () => {
    const [person, { vault }] = [await createPersonWithPassword(site), site.services];
    const { editAccount } = vault;
    const edited: number[] = [];
    vault.editAccount = (id, change) => {
      if (id !== person.id) return editAccount(id, change);
      edited.push(id);
      return new Promise(() => undefined);
    };
    const responses = [
      await site.send('POST', '/password/forgot', { email_or_username: person.name }),
      await register(site, site.createName(), `${person.name}@example.org`),
    ];
    expect(responses.map(({ status }) => status)).toEqual([200, 201]);
    await expect.poll(() => edited).toEqual([person.id, person.id]);
    vault.editAccount = editAccount;
  });

  test('sends no email to an unknown address', async () => {
    await site.send('POST', '/password/forgot', { email_or_username: 'Nobody' });
    await site.send('POST', '/password/forgot', { email_or_username: 'nobody@example.org' });
    expect(
      (await site.services.vault.findUnsentMails(1_000)).filter(({ account }) => account.username === 'Nobody'),
    ).toEqual([]);
  });
});

describe('registering with a known address', () => {
  test('notifies the owner of an address at most once a day that someone registered with it', async () => {
    const owner = await createPersonWithPassword(site);
    await register(site, site.createName(), `${owner.name}@EXAMPLE.org`);
    const ownerMail = await readMail(site, owner.id, 'already-registered');
    await register(site, site.createName(), `${owner.name}@example.org`);
    await register(site, site.createName(), 'somebody-else@example.org');
    const otherUserId = (await site.services.vault.findAccountByLogin('somebody-else@example.org'))?.id ?? 0;
    expect(await readMails(site, otherUserId, 'already-registered')).toEqual([]);
    expect(await readMails(site, owner.id, 'already-registered')).toEqual([ownerMail]);
  });
});

describe('account rate limits', () => {
  const repeatUntil429 = async (
    attempt: () => Promise<HttpResponse>,
    most: number,
  ): Promise<[number, HttpResponse]> => {
    for (let tries = 1; tries <= most; tries++) {
      const response = await attempt();
      if (response.status === 429) return [tries, response];
    }
    throw new Error(`Not refused in ${most} attempts`);
  };

  test('reports when the next login attempt is allowed', async () => {
    Object.assign(site.services.limits, createLimits(true));
    const [tries, response] = await repeatUntil429(() => logIn(site, 'Somebody', 'guess'), 20);
    expect(tries).toBe(11);
    expect(response.json).toEqual({ error: 'Too many attempts. Please wait a moment.', code: 'too-many' });
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(response.headers['retry-after'])).toBeLessThanOrEqual(60);
  });

  test('limits login attempts by name across addresses, and by address across names', async () => {
    Object.assign(site.services.limits, createLimits(true));
    let address = 0;
    const logInFrom = (ip: string, name: string) =>
      site.send(...(['POST', '/login', { email_or_username: name, password: 'guess' }] as const), {
        headers: { 'x-forwarded-for': ip },
      });
    const [tries] = await repeatUntil429(() => logInFrom(`192.0.2.${address++}`, 'One'), 100);
    expect(tries).toBe(61);
    expect((await logInFrom('192.0.2.200', 'Two')).status).toBe(401);
    let name = 0;
    const [names] = await repeatUntil429(() => logInFrom('198.51.100.1', `Name${name++}`), 150);
    expect(names).toBe(101);
    expect((await logInFrom('198.51.100.2', 'Name0')).status).toBe(401);
  });

  test('resends an email at most five times an hour, with the same response after that', async () => {
    const name = site.createName();
    await register(site, name);
    const { id } = (await site.services.vault.findAccountByLogin(name)) ?? { id: 0 };
    const readNewestId = async () => (await readMail(site, id, 'verify')).id;
    const mails = new Set([await readNewestId()]);
    Object.assign(site.services.limits, createLimits(true));
    for (let tries = 1; tries <= 8; tries++) {
      const form = { email_or_username: name, password: getPassword(name) };
      const response = await site.send('POST', '/resend-verification', form);
      expect([response.status, response.json]).toEqual([200, { success: true, message: 'We sent the email again.' }]);
      mails.add(await readNewestId());
      expect(mails.size).toBe(1 + Math.min(tries, 5));
    }
  });

  test('rate limits also apply to registrations, resets, codes, passwords and archives', async () => {
    const person = await createPersonWithPassword(site);
    const password = getPassword(person.name);
    await site.services.vault.editAccount(person.id, () => ({
      twoStep: { secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', on: true, lastStep: 0, recovery: [] },
    }));
    Object.assign(site.services.limits, createLimits(true));
    const attempts: [number, () => Promise<HttpResponse>][] = [
      [6, () => logIn(site, person.name, password, { code: '000000' })],
      [11, () => register(site, site.createName())],
      [21, () => site.send('POST', '/password/reset', { user: 1, token: 'x', password, confirm_password: password })],
      [6, () => site.send('POST', '/password/forgot', { email_or_username: person.name })],
      [11, () => site.send('POST', '/two-step/setup', { password: 'guess' }, { as: person })],
      [4, () => site.send('GET', '/account/export', undefined, { as: person })],
      [
        31,
        () =>
          site.send(
            'POST',
            '/forums/threads',
            { section_id: site.section, title: 'A title', content: 'x' },
            { as: person },
          ),
      ],
    ];
    for (const [expected, attempt] of attempts) {
      const [tries, response] = await repeatUntil429(attempt, 40);
      expect(tries).toBe(expected);
      expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
    }
  });
});

test('rejects a login while too many password checks are queued, but serves all other calls', async () => {
  const { passwords } = site.services;
  let isOver = false;
  const otherRequests = Array.from({ length: 70 }, async () => {
    while (!isOver) await passwords.matches(null, 'guess').catch(() => sleep(1));
  });
  const busy = await vi.waitFor(async () => {
    const response = await logIn(site, 'Somebody', 'guess');
    expect(response.status).toBe(503);
    return response;
  });
  expect((await site.send('GET', '/forums/sections')).status).toBe(200);
  isOver = true;
  await Promise.all(otherRequests);
  expect(busy.headers['retry-after']).toBe('2');
  expect(busy.json).toEqual({ error: 'The site is busy right now. Please try again in a moment.', code: 'busy' });
  expect((await logIn(site, 'Somebody', 'guess')).status).toBe(401);
});
