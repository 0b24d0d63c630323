import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { createTemporaryFolder } from '@guildhall/event-store/testing/temporary-folder.js';
import { defaultSettings } from '@guildhall/domain/settings/site-settings.js';
import { theme } from '@guildhall/domain/theme/decide.js';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readEnv } from '../process/env.js';
import { startFakeSmtp, type FakeSmtp } from '../testing/mail/fake-smtp.js';
import { buildAccount, buildMail } from '../testing/vault/vault-samples.js';
import { openSqliteVault } from '../vault/sqlite/sqlite-vault.js';
import type { AccountMail, MailKind } from '../vault/account/account.js';
import type { Vault } from '../vault/vault.js';
import { isLinkToken } from './link-token.js';
import { mailTexts } from './mail-texts.js';
import { changeMail, addMail, mailLifetimesMs } from './new-mail.js';
import { withoutAddress } from '../accounts/accounts.js';
import { createMail, type Mail } from './mail.js';
import { announceDelivery } from './mail-delivery.js';
import { createMailer } from './mailer.js';

const secret = 'a secret of at least 32 characters';
let folder: string;
let vault: Vault;
let output: string;
let mail: Mail | null;
let goneIds: Set<number>;

beforeEach(async () => {
  folder = createTemporaryFolder();
  vault = await openSqliteVault(join(folder, 'vault.db'));
  [output, mail, goneIds] = ['', null, new Set()];
});

afterEach(async () => {
  await mail?.stop();
  await vault.close();
});

test('writes an email to the outbox folder and logs its link if there is no mail server', async () => {
  await vault.createAccount(createSteve());
  mail = startMail();
  await vi.waitFor(() => expect(output).toContain('/api/verify?'));
  const [name = ''] = readdirSync(readOutbox());
  expect(name).toMatch(/^\d{4}-\d\d-\d\dT\d{6}\.\d{3}Z-7-mail-1\.eml$/);
  expect(statSync(join(readOutbox(), name)).mode & 0o077).toBe(0);
  const eml = decodeMail(readFileSync(join(readOutbox(), name), 'utf8'));
  const link = /https:\/\/guild\.example\/api\/verify\?user=7&mail=mail-1&token=([\w-]{43})/.exec(output);
  expect(isLinkToken('verify', secret, 7, 'mail-1', link?.[1] ?? '')).toBe(true);
  expect(eml).toContain('multipart/alternative');
  expect(eml).toMatch(/^Auto-Submitted: auto-generated\r?$/m);
  expect(eml).toMatch(/^To: steve@example\.org\r?$/m);
  expect(eml).toMatch(/^From: Guildhall <noreply@guild\.example>\r?$/m);
  expect(eml).toMatch(/^Subject: Confirm your email address for Guildhall\r?$/m);
  const [, text = '', html = ''] = eml.split(/^Content-Type: text\//m);
  expect(text).toMatch(/^plain/);
  expect(text).toContain(`Hello Steve,`);
  expect(text).toContain(link?.[0]);
  expect(html).toMatch(/^html/);
  expect(html).toContain(`<a href="${link?.[0].replaceAll('&', '&amp;')}">`);
});

const deliveries = [
  [
    {},
    30,
    /^SMTP_URL is not set: members receive no notifications by email, .+ only written to \S+outbox\. Their links/,
  ],
  [
    { PUBLIC_URL: 'https://guild.example' },
    40,
    /^SMTP_URL is not set: members receive no notifications by email, .+outbox\. Members of this public site cannot verify/,
  ],
  [{ PUBLIC_URL: 'http://192.168.1.7:3000' }, 40, /Members of this public site cannot verify/],
  [{ PUBLIC_URL: 'https://guild.example', SMTP_URL: 'smtp://u:secret@mail.example' }, null, null],
] as const;

test.each(deliveries)('logs how emails are sent at startup with %j', (variables, level, text) => {
  const lines: { level: number; msg: string }[] = [];
  const logger = pino({}, { write: (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[number]) });
  announceDelivery(
    readEnv({ ...variables, DATA_DIR: folder }, () => secret),
    logger,
  );
  if (text === null) return expect(lines).toEqual([]);
  expect(lines).toMatchObject([{ level, msg: expect.stringMatching(text) as string }]);
});

test('logs an email without a link and sends it to its recipient', async () => {
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
  const to = 'former@example.org';
  await vault.createAccount(
    buildAccount(7, 'Steve', {
      verified: true,
      mails: [buildMail('mail-1', { kind: 'address-changed', to, expiresAt })],
    }),
  );
  mail = startMail();
  await vi.waitFor(() => expect(output).toContain('an email was written to the outbox."'));
  const eml = decodeMail(readFileSync(join(readOutbox(), readdirSync(readOutbox())[0] ?? ''), 'utf8'));
  expect(eml).toMatch(/^To: former@example\.org\r?$/m);
  expect(eml).toContain('Your email address at Guildhall was changed');
  expect(eml).not.toContain('steve@example.org');
});

test('an email contains the sender and the site name from the current settings', async () => {
  await vault.createAccount(createSteve());
  mail = startMail(undefined, { name: 'Our Server', mailSender: 'Staff <staff@server.example>' });
  await vi.waitFor(() => expect(output).toContain('/api/verify?'));
  const eml = decodeMail(readFileSync(join(readOutbox(), readdirSync(readOutbox())[0] ?? ''), 'utf8'));
  expect(eml).toMatch(/^From: Staff <staff@server\.example>\r?$/m);
  expect(eml).toMatch(/^Subject: Confirm your email address for Our Server\r?$/m);
});

const endsAt = '2100-11-21T18:05:00.000Z';
const linkEndings: Readonly<Record<MailKind, string | null>> = {
  verify: 'The link works until 21 November 2100 (UTC).',
  reset: 'The link works only once, until 21 November 2100 at 18:05 (UTC).',
  'confirm-address': 'The link works until 21 November 2100 at 18:05 (UTC).',
  'already-registered': null,
  'address-changed': null,
  'password-changed': null,
  'two-step-changed': null,
  test: null,
};
const kinds = Object.keys(mailTexts) as MailKind[];

test('an email states when its link expires, including the hour if within a day', async () => {
  const mails = kinds.map((kind) => buildMail(kind, { kind, to: 'steve@example.org', expiresAt: endsAt }));
  // Accounts without a verified address get a different email.
  const isReset = ({ kind }: { kind: string }) => kind === 'reset';
  await vault.createAccount(buildAccount(7, 'Steve', { mails: mails.filter((storedMail) => !isReset(storedMail)) }));
  await vault.createAccount(buildAccount(8, 'Alex', { mails: mails.filter(isReset), verified: true }));
  mail = startMail();
  await vi.waitFor(() =>
    expect(readdirSync(readOutbox()).filter((name) => name.endsWith('.eml'))).toHaveLength(kinds.length),
  );
  for (const kind of kinds) {
    const name = readdirSync(readOutbox()).find((fileName) => fileName.endsWith(`-${kind}.eml`)) ?? '';
    const eml = decodeMail(readFileSync(join(readOutbox(), name), 'utf8'));
    const end = linkEndings[kind];
    for (const part of eml.split(/^Content-Type: text\//m).slice(1)) {
      if (end === null) expect(part, kind).not.toMatch(/The link works|2100/);
      else expect(part, kind).toContain(end);
    }
    if (end !== null) expect(/at \d\d:\d\d/.test(end), kind).toBe(mailLifetimesMs[kind] <= 24 * 3_600_000);
  }
});

test('an account without a verified address is asked for its first password', async () => {
  await vault.createAccount(
    buildAccount(7, 'Steve', { mails: [buildMail('reset', { kind: 'reset', expiresAt: endsAt })] }),
  );
  mail = startMail();
  await vi.waitFor(() => expect(readdirSync(readOutbox())).toHaveLength(1));
  const eml = decodeMail(readFileSync(join(readOutbox(), readdirSync(readOutbox())[0] ?? ''), 'utf8'));
  expect(eml).toContain('registered the account Steve');
  expect(eml).not.toContain('your password stays the same');
});

test('an account without an address receives only emails with a recipient of their own', async () => {
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
  await vault.createAccount(withoutAddress(buildAccount(7, 'Steve')));
  await vault.editAccount(7, addMail(buildMail('mail-1', { kind: 'reset', expiresAt })));
  mail = startMail();
  await vi.waitFor(async () => expect((await findPending())?.sentAt).not.toBeNull());
  expect(existsSync(readOutbox())).toBe(false);
});

test("removing an account's emails does not affect others", async () => {
  mkdirSync(readOutbox());
  for (const name of ['2026-Z-7-a.eml', '2026-Z-7-b.eml.part', '2026-Z-77-a.eml', '2026-Z-8-7-a.eml', 'note-7-a.txt']) {
    writeFileSync(join(readOutbox(), name), 'x');
  }
  mail = startMail();
  await mail.removeMailsOf([7]);
  expect(readdirSync(readOutbox()).sort()).toEqual(['2026-Z-77-a.eml', '2026-Z-8-7-a.eml', 'note-7-a.txt']);
  rmSync(readOutbox(), { recursive: true });
  await mail.removeMailsOf([7]);
});

test('removes an email that is being written when its account is erased', async () => {
  await vault.createAccount(createSteve());
  mail = startMail();
  await vi.waitFor(async () => expect((await findPending())?.attempts).toBe(1), { interval: 1 });
  await mail.removeMailsOf([7]);
  await mail.stop();
  const remainingFiles = existsSync(readOutbox()) ? readdirSync(readOutbox()) : [];
  expect(remainingFiles).toEqual([]);
});

test('removes the emails of an erased account even if another email is written later', async () => {
  const options = { from: () => 'Guildhall <noreply@guild.example>', smtpUrl: null, outbox: readOutbox() };
  const mailer = createMailer({ ...options, announce: () => undefined });
  const common = { messageId: 'a', subject: 'Hello', html: '', link: null, to: 'a@example.org', mailId: 'a' };
  const deliveries = [
    mailer.deliver({ ...common, accountId: 7, text: 'A long email. '.repeat(300_000) }),
    mailer.deliver({ ...common, accountId: 8, text: 'A short email.' }),
  ];
  await mailer.removeMailsOf([7]);
  await Promise.all(deliveries);
  expect(readdirSync(readOutbox())).toEqual([expect.stringMatching(/Z-8-a\.eml$/)]);
});

test('sends no email to an erased member, even if an older vault still contains one', async () => {
  await vault.createAccount(createSteve());
  goneIds.add(7);
  mail = startMail();
  await vi.waitFor(async () => expect((await findPending())?.sentAt).not.toBeNull());
  expect(existsSync(readOutbox())).toBe(false);
  expect(output).not.toContain('/api/verify');
});

test('retries an email until the mail server accepts it', async () => {
  const smtp = await startFakeSmtp();
  smtp.refusal = '450 4.2.1 <STEVE@Example.org> has no room now';
  await vault.createAccount(createSteve());
  mail = startMail(smtp);
  await vi.waitFor(async () => expect((await findPending())?.lastError).toContain('has no room now'));
  expect(smtp.mails).toEqual([]);
  expect(output).toContain('an email was not sent');
  expect(output.toLowerCase()).not.toContain('steve@example.org');

  smtp.refusal = null;
  await vault.editAccount(7, changeMail('mail-1', { dueAt: new Date().toISOString() }));
  mail.nudge();
  await vi.waitFor(async () => expect((await findPending())?.sentAt).not.toBeNull());
  expect(await findPending()).toMatchObject({ attempts: 2, lastError: null });
  expect(smtp.mails).toHaveLength(1);
  expect(decodeMail(smtp.mails[0] ?? '')).toContain('https://guild.example/api/verify?user=7&mail=mail-1&token=');
  expect(smtp.mails[0]).toMatch(/^Message-ID: <mail-1\.7\.[\w-]{22}@guild\.example>\r$/m);
  expect(output).not.toContain('/api/verify');
  expect(existsSync(readOutbox())).toBe(false);
  await smtp.close();
});

test('logs once that the mail server rejects the login, and once that it has recovered', async () => {
  const smtp = await startFakeSmtp();
  smtp.refusal = '530 5.7.0 Authentication required';
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
  await vault.createAccount(
    buildAccount(7, 'Steve', { mails: ['mail-1', 'mail-2'].map((id) => buildMail(id, { expiresAt })) }),
  );
  mail = startMail(smtp);
  const findMails = async () => (await vault.findAccount(7))?.mails ?? [];
  await vi.waitFor(async () => expect((await findMails()).map(({ attempts }) => attempts)).toEqual([1, 1]));
  await vi.waitFor(async () => expect((await findMails()).every(({ lastError }) => lastError !== null)).toBe(true));
  expect(output.split('emails are not sent: SMTP_URL: the server rejects the user name or password')).toHaveLength(2);
  expect(output).not.toContain('an email was not sent');
  expect(mail.getFault()).toMatch(/^SMTP_URL: .*530 5\.7\.0 Authentication required/);

  smtp.refusal = null;
  for (const id of ['mail-1', 'mail-2'])
    await vault.editAccount(7, changeMail(id, { dueAt: new Date().toISOString() }));
  mail.nudge();
  await vi.waitFor(() => expect(smtp.mails).toHaveLength(2));
  await vi.waitFor(() => expect(output.split('the mail server accepts emails again')).toHaveLength(2));
  expect(mail.getFault()).toBeNull();
  await smtp.close();
});

test('sends an email on the next start if no mail server accepted it', async () => {
  const smtp = await startFakeSmtp();
  await smtp.close();
  await vault.createAccount(createSteve());
  mail = startMail(smtp);
  await vi.waitFor(async () => expect((await findPending())?.lastError).toContain('ECONNREFUSED'));
  await mail.stop();
  await vault.close();
  vault = await openSqliteVault(join(folder, 'vault.db'));
  expect(await findPending()).toMatchObject({ sentAt: null, attempts: 1 });
  await vault.editAccount(7, changeMail('mail-1', { dueAt: new Date().toISOString() }));
  mail = startMail();
  await vi.waitFor(async () => expect((await findPending())?.sentAt).not.toBeNull());
  expect(readdirSync(readOutbox())).toHaveLength(1);
});

function startMail(smtp?: FakeSmtp, settings = { name: 'Guildhall', mailSender: '' }): Mail {
  const env = readEnv({
    DATA_DIR: folder,
    PUBLIC_URL: 'https://guild.example',
    SECRET: secret,
    MAIL_FROM: 'Guildhall <noreply@guild.example>',
    SMTP_URL: smtp?.url,
  });
  const lines = new Writable({
    write(chunk, _encoding, done) {
      output += String(chunk);
      done();
    },
  });
  return createMail(env, vault, pino(lines), (id) => goneIds.has(id), {
    settings: { ...defaultSettings, ...settings },
    theme: theme.initial(),
  });
}

function createSteve() {
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
  return buildAccount(7, 'Steve', { mails: [buildMail('mail-1', { expiresAt })] });
}

async function findPending(): Promise<AccountMail | undefined> {
  return (await vault.findAccount(7))?.mails[0];
}

function readOutbox(): string {
  return join(folder, 'outbox');
}

function decodeMail(eml: string): string {
  return eml
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
