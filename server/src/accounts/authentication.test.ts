import { Policy } from '../policy/policy.js';
import { readEnv } from '../process/env.js';
import { buildMailLink } from '../mail/link-token.js';
import { createAccountMail } from '../mail/new-mail.js';
import { buildAccount } from '../testing/vault/vault-samples.js';
import type { Account } from '../vault/account/account.js';
import { beforeEach, expect, test, vi } from 'vitest';
import { Authentication } from './authentication.js';
import { isFirstAdminRequest } from './first-admin.js';

const env = readEnv({ SECRET: 'a secret of at least 32 characters' });
let account: Account;
let policy: Policy;
let authentication: Authentication;

beforeEach(() => {
  account = buildAccount(7, 'Steve', { verified: true, mails: [createAccountMail('reset')] });
  policy = new Policy();
  const returnAccount = () => Promise.resolve(account);
  authentication = new Authentication({
    env,
    policy,
    limits: { take: () => Promise.resolve() },
    knownCallers: { findMark: () => null },
    vault: { findAccount: returnAccount, findAccountByLogin: returnAccount },
    passwords: { matches: () => Promise.resolve('normal') },
  } as never);
});
const logIn = () => {
  const body = { email_or_username: 'Steve', password: 'the right one' };
  return authentication.authenticate({ body, ip: '127.0.0.1', header: () => undefined });
};
const logInByLink = () => {
  const link = new URL(buildMailLink('reset', 'http://site', env.secret, 7, account.mails[0]?.id ?? ''));
  return authentication.authenticateByLink({ ip: '127.0.0.1' }, 7, link.searchParams.get('token') ?? '');
};

test('an erased member in a restored vault cannot log in or set a password by link', async () => {
  expect(await logIn()).toBe(account);
  expect(await logInByLink()).toMatchObject({ account });
  vi.spyOn(policy, 'isGone').mockReturnValue(true);
  await expect(logIn()).rejects.toMatchObject({ code: 'login-failed' });
  await expect(logInByLink()).rejects.toMatchObject({ code: 'link-invalid' });
});

test('the first account becomes an Admin only if registered locally on a local site', () => {
  const local = { env: readEnv({ SECRET: env.secret }), policy };
  const isFirst = (site: typeof local, ip: string | undefined) => isFirstAdminRequest(site, { ip });
  expect([isFirst(local, '127.0.0.1'), isFirst(local, '::1')]).toEqual([true, true]);
  expect([isFirst(local, '192.168.1.7'), isFirst(local, undefined)]).toEqual([false, false]);
  const settings = [{ HOST: '0.0.0.0' }, { PUBLIC_URL: 'https://guild.example' }];
  for (const site of settings.map((more) => ({ env: readEnv({ SECRET: env.secret, ...more }), policy }))) {
    expect(isFirst(site, '127.0.0.1')).toBe(false);
  }
  policy.staff.holders.set(7, 1);
  expect(isFirst(local, '127.0.0.1')).toBe(false);
});
