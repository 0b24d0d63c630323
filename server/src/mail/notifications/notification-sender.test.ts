import { defaultSettings } from '@guildhall/domain/settings/site-settings.js';
import { theme } from '@guildhall/domain/theme/decide.js';
import { createTemporaryFolder } from '@guildhall/event-store/testing/temporary-folder.js';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { DeliveryContent } from '../../deliveries/delivery-content.js';
import { readEnv } from '../../process/env.js';
import { buildDeliveryContent } from '../../testing/mail/delivery-samples.js';
import { startFakeSmtp, type FakeSmtp } from '../../testing/mail/fake-smtp.js';
import { buildAccount } from '../../testing/vault/vault-samples.js';
import { openSqliteVault } from '../../vault/sqlite/sqlite-vault.js';
import { getActivePause } from '../../vault/account/account-record.js';
import type { Account } from '../../vault/account/account.js';
import type { Vault } from '../../vault/vault.js';
import { createMail, type Mail } from '../mail.js';
import { openUnsubscribeToken } from './unsubscribe-token.js';

const secret = 'a secret of at least 32 characters';
let vault: Vault;
let smtp: FakeSmtp;
let mail: Mail;

beforeEach(async () => {
  const folder = createTemporaryFolder();
  vault = await openSqliteVault(join(folder, 'vault.db'));
  smtp = await startFakeSmtp();
  const env = readEnv({
    DATA_DIR: folder,
    PUBLIC_URL: 'https://guild.example',
    SECRET: secret,
    SMTP_URL: smtp.url,
    MAIL_FROM: 'Guildhall <noreply@guild.example>',
  });
  const site = { settings: { ...defaultSettings, name: 'Our "Server"' }, theme: theme.initial() };
  mail = createMail(env, vault, pino({ level: 'silent' }), (id) => id === 9, site);
  await vault.createAccount(buildAccount(7, 'Steve', { verified: true }));
});

afterEach(async () => {
  await mail.stop();
  await smtp.close();
  await vault.close();
});

const findSteve = async (): Promise<Account> => (await vault.findAccount(7))!;
const send = async (fields: Partial<DeliveryContent> = {}) =>
  mail.notifications.send(await findSteve(), buildDeliveryContent(fields));

function buildHeaders(email = ''): Record<string, string> {
  const [head = ''] = email.split('\r\n\r\n', 1);
  const lines = head.replace(/\r\n\s+/g, ' ').split('\r\n');
  return Object.fromEntries(lines.map((line) => /^([\w-]+): *(.*)$/.exec(line)?.slice(1) as [string, string]));
}

describe('an email about a reply', () => {
  test('an email about a reply has the headers that mail programs use to group, filter and unsubscribe', async () => {
    expect(await send()).toBe('sent');
    const headers = buildHeaders(smtp.mails[0]);
    expect(headers).toMatchObject({
      References: '<thread-42@guild.example>',
      'In-Reply-To': '<thread-42@guild.example>',
      'List-ID': '"Our Server" <notifications.guild.example>',
      'Auto-Submitted': 'auto-generated',
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      Subject: '=?UTF-8?Q?Castle_=3Cbuild=3E_=C2=B7_Our_=22Server?= =?UTF-8?Q?=22?=',
      To: 'steve@example.org',
    });
    expect(headers['Message-ID']).toMatch(/^<a{32}\.7\.[\w-]{22}@guild\.example>$/);
    const [, token = ''] =
      /^<https:\/\/guild\.example\/unsubscribe\?token=([\w-]+)>$/.exec(headers['List-Unsubscribe'] ?? '') ?? [];
    expect(openUnsubscribeToken(secret, token)).toEqual({ userId: 7, target: { kinds: ['reply'] } });
    expect(Buffer.from(token, 'base64url').toString('latin1')).not.toMatch(/Steve|reply|7"|userId/);
  });

  test('an email has the same Message-ID when it is sent again', async () => {
    await send();
    await send();
    expect(buildHeaders(smtp.mails[0])['Message-ID']).toBe(buildHeaders(smtp.mails[1])['Message-ID']);
  });
});

describe('refusals', () => {
  test.each(['550 5.1.1 <STEVE@example.org> unknown', '553 no such user Steve@example.org here', '550 5.2.1 disabled'])(
    'pauses the address after "%s"',
    async (refusal) => {
      smtp.refusal = refusal;
      const outcome = await send();
      expect(outcome).toMatchObject({ failure: 'permanent' });
      expect(JSON.stringify([outcome, getActivePause(await findSteve())?.reason])).not.toMatch(/steve@example/i);
      expect(getActivePause(await findSteve())?.reason).toContain(refusal.slice(0, 3));
      expect(await mail.notifications.findReachable([7])).toEqual(new Set());
      expect((await vault.findPausedAccounts(null, 10)).map(({ account }) => account.id)).toEqual([7]);
      smtp.refusal = null;
      expect(await send()).toMatchObject({ failure: 'permanent' });
      expect(smtp.mails).toEqual([]);
    },
  );

  test.each(['450 4.2.1 later', '554 5.7.1 relay access denied', '550 5.7.1 spam', '550 5.1.8 sender'])(
    'retries later after "%s"',
    async (refusal) => {
      smtp.refusal = refusal;
      expect(await send()).toMatchObject({ failure: 'temporary' });
      expect(getActivePause(await findSteve())).toBeNull();
      smtp.refusal = null;
      expect(await send()).toBe('sent');
    },
  );

  test('gives up on this email, but does not pause the address, if the mailbox is full', async () => {
    smtp.refusal = '552 5.2.2 full';
    expect(await send()).toMatchObject({ failure: 'permanent' });
    expect(getActivePause(await findSteve())).toBeNull();
    smtp.refusal = null;
    expect(await send()).toBe('sent');
  });

  test.each([
    ['554 5.6.0 refused content', 'permanent'],
    ['451 4.3.0 later', 'temporary'],
  ])('after "%s" in response to the text, the failure is %s', async (refusal, failure) => {
    smtp.textRefusal = refusal;
    expect(await send()).toMatchObject({ failure });
    expect(getActivePause(await findSteve())).toBeNull();
  });

  test('retries later if the mail server does not respond', async () => {
    await smtp.close();
    expect(await send()).toMatchObject({ failure: 'temporary' });
    smtp = await startFakeSmtp();
  });

  test('a rejected login is a fault of the server, not of the address', async () => {
    smtp.refusal = '535 5.7.8 wrong';
    expect(await send()).toMatchObject({ failure: 'temporary' });
    expect(mail.getFault()).toMatch(/SMTP_URL/);
  });
});

test('a pause ends when the member changes their address', async () => {
  smtp.refusal = '550 5.1.1 unknown';
  await send();
  await vault.editAccount(7, () => ({ email: 'new@example.org' }));
  smtp.refusal = null;
  expect(await mail.notifications.findReachable([7])).toEqual(new Set([7]));
  expect(await send()).toBe('sent');
  expect(await vault.findPausedAccounts(null, 10)).toEqual([]);
});

test('emails reach only verified, existing accounts with an address', async () => {
  await vault.createAccount(buildAccount(8, 'Alex'));
  await vault.createAccount(buildAccount(9, 'Gone', { verified: true }));
  await vault.createAccount(buildAccount(10, 'None', { verified: true, email: '#10@address.invalid' }));
  expect(await mail.notifications.canReachAnyone()).toBe(true);
  expect(await mail.notifications.findReachable([7, 8, 9, 10, 11])).toEqual(new Set([7]));
});

test('emails reach no one if there is no mail server', async () => {
  const env = readEnv({ DATA_DIR: createTemporaryFolder(), SECRET: secret });
  const withoutSmtp = createMail(env, vault, pino({ level: 'silent' }), () => false);
  expect(await withoutSmtp.notifications.canReachAnyone()).toBe(false);
  expect(await withoutSmtp.notifications.findReachable([7])).toEqual(new Set());
  await withoutSmtp.stop();
});

test('sends many emails over few connections', async () => {
  const account = await findSteve();
  const ids = Array.from({ length: 50 }, (_, n) => n.toString(16).padStart(32, '0'));
  await Promise.all(ids.map((id) => mail.notifications.send(account, buildDeliveryContent({ id }))));
  expect(smtp.mails).toHaveLength(50);
  expect(smtp.connections).toBeLessThanOrEqual(5);
});
