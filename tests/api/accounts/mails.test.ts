import { createNewAccount } from '@guildhall/server/accounts/accounts.js';
import { createMail, type Mail } from '@guildhall/server/mail/mail.js';
import { addMail, createAccountMail } from '@guildhall/server/mail/new-mail.js';
import { startFakeSmtp, type FakeSmtp } from '@guildhall/server/testing/mail/fake-smtp.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readPages } from '../../support/site/pages.js';
import { register } from '../../support/site/people.js';
import { testSite } from '../../support/site/site.js';

interface MailRow {
  id: string;
  user_id: number;
  username: string;
  kind: string;
  attempts: number;
  last_error: string | null;
  due_at: string | null;
  expired: boolean;
}

const site = testSite();
let smtp: FakeSmtp;
let mail: Mail;

beforeAll(async () => {
  smtp = await startFakeSmtp();
  const { services } = site;
  mail = createMail({ ...services.env, smtpUrl: smtp.url }, services.vault, services.logger, (id) =>
    services.policy.isGone(id),
  );
  Object.assign(services.mail, mail);
});
afterAll(async () => {
  await mail.stop();
  await smtp.close();
});

const readMails = () => site.get<MailRow[]>('/admin/mails', site.admin);
const pollMailTo = (name: string) =>
  expect.poll(async () => (await readMails()).find(({ username }) => username === name));

test('an Admin can see which emails failed and why, and resend them', async () => {
  smtp.refusal = '450 4.2.1 <trent@example.org> has no room now';
  await register(site, 'Trent');
  await pollMailTo('Trent').toMatchObject({
    kind: 'verify',
    attempts: 1,
    expired: false,
    last_error: expect.stringContaining('no room') as string,
  });
  const [row] = await readMails();
  const trent = await site.services.vault.findAccountByLogin('Trent');
  expect(row?.user_id).toBe(trent?.id);
  smtp.refusal = null;
  await site.perform('POST', `/admin/mails/${row?.id}/retry`, undefined, { as: site.admin });
  await pollMailTo('Trent').toBeUndefined();
  expect(smtp.mails).toHaveLength(1);
  const response = await site.send('POST', `/admin/mails/${row?.id}/retry`, undefined, { as: site.admin });
  expect(response.status, 'it was sent').toBe(404);
});

test('an Admin can send a test email to any address, and sees the error if that fails', async () => {
  smtp.mails.length = 0;
  Object.assign(site.services.env, { smtpUrl: smtp.url });
  const sent = await site.send('POST', '/admin/test-mail', { to: 'owner@example.com' }, { as: site.admin });
  expect(sent.json).toMatchObject({ message: 'The test email is on its way.' });
  await expect.poll(() => smtp.mails.length).toBe(1);
  expect(smtp.mails[0]).toMatch(/^To: owner@example\.com\r?$/m);
  expect(smtp.mails[0]).toContain('Test email from Guildhall');
  smtp.refusal = '550 5.7.1 not from here';
  await site.perform('POST', '/admin/test-mail', { to: 'owner@example.com' }, { as: site.admin });
  await pollMailTo('Alex').toMatchObject({
    kind: 'test',
    last_error: expect.stringContaining('not from here') as string,
  });
  smtp.refusal = null;
});

test('lists an email that expired before it was sent, and never sends it', async () => {
  const expiresAt = new Date(Date.now() - 60_000).toISOString();
  const lostMail = { ...createAccountMail('reset'), expiresAt, attempts: 3, lastError: 'no such host' };
  await site.services.vault.editAccount(site.member.id, addMail(lostMail));
  mail.nudge();
  smtp.mails.length = 0;
  await pollMailTo(site.member.name).toMatchObject({
    expired: true,
    due_at: null,
    attempts: 3,
    last_error: 'no such host',
  });
  const readDueTime = async () => (await site.services.vault.findAccount(site.member.id))?.mails[0]?.dueAt ?? '';
  await expect.poll(readDueTime).toBe(new Date(Date.parse(expiresAt) + 3 * 86_400_000).toISOString());
  const path = `/admin/mails/${site.member.id}.${lostMail.id}/retry`;
  const response = await site.send('POST', path, undefined, { as: site.admin });
  expect([response.status, response.json]).toMatchObject([409, { code: 'mail-expired' }]);
  expect(smtp.mails).toEqual([]);
});

test('lists at most fifty pages of emails, in order', async () => {
  const { vault } = site.services;
  const { findUnsentMails } = vault;
  const due = Array.from({ length: 60 }, (_, n) => ({
    account: { ...createNewAccount(n + 1, `Member${n}`, `${n}@example.org`, ''), key: undefined },
    mail: { ...createAccountMail('test'), id: `mail-${n}` },
  }));
  vault.findUnsentMails = (limit) => Promise.resolve(due.slice(0, limit));
  const read = (page: number) => site.send('GET', `/admin/mails?limit=1&page=${page}`, undefined, { as: site.admin });
  const pages = [await read(1), await read(2), await read(50)];
  due.length = 4;
  const ofTwo = await readPages(site, '/admin/mails?limit=2', site.admin);
  vault.findUnsentMails = findUnsentMails;
  expect(ofTwo.map(({ length }) => length)).toEqual([2, 2]);
  expect(pages.map(({ json }) => (json as { user_id: number }[]).map(({ user_id }) => user_id))).toEqual([
    [1],
    [2],
    [50],
  ]);
  expect(pages.map(({ headers }) => headers.link)).toEqual([
    '</api/admin/mails?limit=1&page=2>; rel="next"',
    '</api/admin/mails?limit=1&page=3>; rel="next"',
    undefined,
  ]);
});

test('only Admins can see the emails', async () => {
  for (const as of [site.member, undefined]) {
    const status = as ? 404 : 401;
    expect((await site.send('GET', '/admin/mails', undefined, { as })).status).toBe(status);
    expect((await site.send('POST', '/admin/test-mail', { to: 'a@example.org' }, { as })).status).toBe(status);
    expect((await site.send('POST', '/admin/mails/1.x/retry', undefined, { as })).status).toBe(status);
  }
});

test.each([
  ['http://localhost:3000', 'folder', /^Nothing is sent: SMTP_URL is not set.*folder on the server\.$/],
  ['https://play.example.org', 'folder-public', /^Nothing is sent: SMTP_URL is not set.*Members cannot verify/],
])('a site at %s without a mail server warns that no email is sent', async (publicUrl, delivery, expected) => {
  const { env } = site.services;
  const envBefore = { ...env };
  Object.assign(env, { smtpUrl: null, publicUrl });
  try {
    const testResponse = await site.send(
      'POST',
      '/admin/test-mail',
      { to: 'o@example.com' },
      { as: site.admin, headers: { origin: publicUrl } },
    );
    expect(testResponse.json).toMatchObject({ message: expect.stringMatching(expected) as string });
    expect(await site.get('/admin/server', site.admin)).toMatchObject({ mail_delivery: delivery });
  } finally {
    Object.assign(env, envBefore);
  }
});
