import { generateAppCode } from '../../support/site/app-code.js';
import { describe, expect, test } from 'vitest';
import { readAccountArchive } from '../../support/site/account-archive.js';
import { getPassword } from '../../support/site/member.js';
import { logIn, readMails, createPersonWithPassword } from '../../support/site/people.js';
import { type SiteMember, testSite } from '../../support/site/site.js';

const site = testSite();

const post = (path: string, body: object, as?: { cookie: string }) =>
  site.send('POST', `/two-step/${path}`, body, { as });
const step = 30_000;

async function createPersonWithTwoStep() {
  const person = await createPersonWithPassword(site);
  const password = getPassword(person.name);
  const { secret } = await site.perform<{ secret: string }>('POST', '/two-step/setup', { password }, { as: person });
  // Uses the previous time step's code so that the current and the next code remain unused.
  const code = generateAppCode(secret, Date.now() - step);
  const enabled = await site.perform<{ recovery_codes: string[] }>(
    'POST',
    '/two-step/enable',
    { code },
    { as: person },
  );
  return { person, password, secret, codes: enabled.recovery_codes };
}
const isOn = async (person: SiteMember) =>
  (await site.get<{ user: { two_step: boolean } }>('/me', person)).user.two_step;

describe('two-step login', () => {
  test('a two-step login requests a code only after the right password', async () => {
    const { person, password, secret } = await createPersonWithTwoStep();
    expect(await isOn(person)).toBe(true);
    expect(await logIn(site, person.name, 'not his password')).toMatchObject({ json: { code: 'login-failed' } });
    const response = await logIn(site, person.name, password);
    expect(response).toMatchObject({ status: 401, json: { code: 'two-step-required' } });
    expect(response.headers['set-cookie']).toBeUndefined();
    const wrongCode = await logIn(site, person.name, password, { code: '000000' });
    expect(wrongCode).toMatchObject({ status: 401, json: { code: 'two-step-wrong', field: 'code' } });
    expect(wrongCode.headers['set-cookie']).toBeUndefined();
    const right = await logIn(site, person.name, password, { code: generateAppCode(secret) });
    expect(right).toMatchObject({ status: 200, json: { user: { two_step: true } } });
  });

  test('accepts each app code only once, even if sent ten times at the same time', async () => {
    const { person, password, secret } = await createPersonWithTwoStep();
    const code = generateAppCode(secret);
    const responses = await Promise.all(Array.from({ length: 10 }, () => logIn(site, person.name, password, { code })));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await logIn(site, person.name, password, { code })).json).toMatchObject({ code: 'two-step-wrong' });
    const next = generateAppCode(secret, Date.now() + step);
    expect((await logIn(site, person.name, password, { code: next })).status).toBe(200);
  });

  test('accepts each recovery code only once, even if sent ten times at the same time', async () => {
    const { person, password, codes } = await createPersonWithTwoStep();
    const [first = '', second = ''] = codes;
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => logIn(site, person.name, password, { code: first })),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await logIn(site, person.name, password, { code: second.toLowerCase() })).status).toBe(200);
  });

  test('two-step login is off until a first code has been entered', async () => {
    const person = await createPersonWithPassword(site);
    const password = getPassword(person.name);
    expect((await post('enable', { code: '000000' }, person)).json).toMatchObject({ code: 'two-step-off' });
    const set = await site.perform<{ secret: string; otpauth_url: string }>(
      ...(['POST', '/two-step/setup', { password }, { as: person }] as const),
    );
    expect(set.otpauth_url).toContain(`secret=${set.secret}`);
    expect(await isOn(person)).toBe(false);
    expect((await logIn(site, person.name, password)).status).toBe(200);
    expect((await post('enable', { code: '000000' }, person)).json).toMatchObject({ code: 'two-step-wrong' });
    const enabled = await post('enable', { code: generateAppCode(set.secret) }, person);
    expect((enabled.json as { recovery_codes: string[] }).recovery_codes).toHaveLength(10);
    expect(enabled.headers['cache-control']).toBe('private, no-store');
    expect((await post('setup', { password }, person)).json).toMatchObject({ code: 'two-step-on' });
    expect(await readMails(site, person.id, 'two-step-changed')).toHaveLength(1);
  });

  test('new recovery codes invalidate the old ones', async () => {
    const { person, password, secret, codes } = await createPersonWithTwoStep();
    const renewedCodes = await post('recovery-codes', { password, code: generateAppCode(secret) }, person);
    const { recovery_codes } = renewedCodes.json as { recovery_codes: string[] };
    expect(recovery_codes).toHaveLength(10);
    expect((await logIn(site, person.name, password, { code: codes[0] })).status).toBe(401);
    expect((await logIn(site, person.name, password, { code: recovery_codes[0] })).status).toBe(200);
  });

  test('turning off two-step login requires the password and a code', async () => {
    const { person, password, secret, codes } = await createPersonWithTwoStep();
    expect((await post('disable', { password: 'x', code: generateAppCode(secret) }, person)).status).toBe(403);
    expect((await post('disable', { password, code: '000000' }, person)).status).toBe(401);
    expect(await isOn(person)).toBe(true);
    expect((await post('disable', { password, code: codes[3] }, person)).status).toBe(200);
    expect(await isOn(person)).toBe(false);
    expect((await logIn(site, person.name, password)).status).toBe(200);
    expect((await post('disable', { password, code: codes[4] }, person)).json).toMatchObject({ code: 'two-step-off' });
    expect(await readMails(site, person.id, 'two-step-changed')).toHaveLength(2);
  });

  test('returns the two-step secret only in the setup response', async () => {
    const { person, secret, codes } = await createPersonWithTwoStep();
    const stored = (await site.services.vault.findAccount(person.id))?.twoStep;
    const responses = [(await readAccountArchive(site, person)).accountText];
    for (const path of ['/me', '/sessions']) {
      responses.push((await site.send('GET', path, undefined, { as: person })).text);
    }
    for (const text of responses) {
      for (const value of [secret, ...codes, ...(stored?.recovery ?? [])]) expect(text).not.toContain(value);
    }
    expect(stored?.recovery.some((code) => codes.includes(code))).toBe(false);
  });
});
