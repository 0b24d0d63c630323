import type { DeliveriesResponse } from '@guildhall/domain/wire/schemas/staff/deliveries.js';
import type { MailRow } from '@guildhall/domain/wire/schemas/staff/mails.js';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { admin, buildSuccessResponse, buildServerStatus } from '../../../testing/rows.js';
import { server } from '../../../testing/server.js';
import { show } from '../../../testing/show.js';
import { MailsPage } from './mails-page.js';

const at = '2026-03-01T12:00:00.000Z';
const buildMail = (id: string, username: string, more: Partial<MailRow> = {}): MailRow => ({
  id,
  user_id: 12,
  username,
  kind: 'reset',
  attempts: 0,
  last_error: null,
  due_at: at,
  expired: false,
  created_at: at,
  ...more,
});

const buildDeliveries = (more: Partial<DeliveriesResponse> = {}): DeliveriesResponse => ({
  channels: [{ channel: 'email', pending: 0, due: 0, oldest_due_at: null }],
  deliveries: [],
  ...more,
});

beforeEach(() => {
  server.respondWith('GET /admin/server', buildServerStatus());
  server.respondWith('GET /admin/deliveries', buildDeliveries());
  server.respondWith('GET /admin/deliveries/failed', []);
  server.respondWith('GET /admin/email-pauses', []);
});

const open = (...rows: MailRow[]) => {
  server.respondWith('GET /admin/mails', rows);
  return show(<MailsPage />, { as: admin, at: '/', path: '/' });
};
const getItems = (list = 'Unsent emails') =>
  within(screen.getByRole('list', { name: list }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

test('lists failed emails first, each with its error and next attempt', async () => {
  await open(
    buildMail('12.a', 'Bram', { due_at: null }),
    buildMail('12.b', 'Cas', { last_error: 'Mailbox full', attempts: 1 }),
    buildMail('12.c', 'Dirk', { last_error: 'Refused', attempts: 4, expired: true, due_at: null }),
  );
  await screen.findByText('Mailbox full');
  expect(getItems()).toEqual([
    expect.stringMatching(/^Cas · Reset the password.*Mailbox full1 attempt · .* · Next attempt .*Try again now$/),
    expect.stringMatching(/^Dirk · .*Refused4 attempts · .* · Expired: it will not be sent\.$/),
    expect.stringMatching(/^Bram · .*Not tried yet · .* · WaitingTry again now$/),
  ]);
});

test('retries an email and reloads the list', async () => {
  const user = await open(buildMail('12.b', 'Cas', { last_error: 'Mailbox full', attempts: 1 }));
  server.respondWith('POST /admin/mails/12.b/retry', buildSuccessResponse());
  await user.click(await screen.findByRole('button', { name: 'Try again now: Reset the password, Cas' }));
  await screen.findByText('The email to Cas is being sent again.');
  server.respondWith('GET /admin/mails', []);
  await user.click(screen.getByRole('button', { name: 'Reload' }));
  await screen.findByText('All emails have been sent.');
});

test('shows why an email could not be resent', async () => {
  const user = await open(buildMail('12.b', 'Cas', { last_error: 'connect ECONNREFUSED', attempts: 1 }));
  server.refuse('POST /admin/mails/12.b/retry', 'mail-expired');
  await user.click(await screen.findByRole('button', { name: /^Try again now: / }));
  expect((await screen.findByRole('alert')).textContent).toBe('That email has expired and will not be sent.');
});

test.each([
  ['folder', /their links appear in its output\. Set SMTP_URL before you open the site/],
  ['folder-public', /nobody receives them\. Members cannot verify their accounts/],
] as const)('shows that emails are only written to a folder: %s', async (mail_delivery, warning) => {
  server.respondWith('GET /admin/server', buildServerStatus({ mail_delivery }));
  await open();
  await screen.findByText(warning);
  await screen.findByText(/^Written to data\/outbox\. No email server is set up\./);
  expect(screen.queryByText(/have been sent/)).toBeNull();
});

const row = { user_id: 12, username: 'Bram', channel: 'email' as const };
const findRows = (region: string) =>
  within(screen.getByRole('region', { name: region }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

test('lists waiting notifications, failed ones first', async () => {
  const waitingRow = { ...row, due_at: at };
  server.respondWith(
    'GET /admin/deliveries',
    buildDeliveries({
      channels: [{ channel: 'email', pending: 2, due: 1, oldest_due_at: at }],
      deliveries: [
        { ...waitingRow, id: 'email 12 daily', subject: 'daily', attempts: 0, last_error: '' },
        { ...waitingRow, id: 'email 12 thread:7', subject: 'thread', attempts: 2, last_error: 'Busy' },
      ],
    }),
  );
  await open();
  await screen.findByText(/2 waiting, 1 due/);
  expect(getItems('Waiting notifications')).toEqual([
    expect.stringMatching(/^Bram · Email · Posts in a threadBusy2 attempts · Due/),
    expect.stringMatching(/^Bram · Email · Daily emailNot tried yet · Due/),
  ]);
});

test('lists failed notifications with the reason, and shows more of them', async () => {
  const failed = { ...row, id: 'email 12', subject: 'thread' as const, attempts: 1, failed_at: at };
  const next = { id: 'push 13', username: 'Cas', channel: 'push' as const, attempts: 75, reason: 'Timed out' };
  server.respondWith('GET /admin/deliveries/failed', [{ ...failed, reason: '550 No such user' }], {
    next: '/api/admin/deliveries/failed?cursor=x',
  });
  const user = await open();
  await screen.findByText('550 No such user');
  server.respondWith('GET /admin/deliveries/failed', [{ ...failed, ...next }]);
  await user.click(screen.getByRole('button', { name: 'Show more' }));
  await screen.findByText('Timed out');
  expect(findRows('Failed notifications')).toEqual([
    expect.stringMatching(/^Bram · Email · Posts in a thread550 No such user1 attempt · Failed/),
    expect.stringMatching(/^Cas · Devices · Posts in a threadTimed out75 attempts · Failed/),
  ]);
});

test('resumes a paused address', async () => {
  const pause = { user_id: 13, username: 'Cas', at, reason: '550 No such user' };
  server.respondWith('GET /admin/email-pauses', [pause]);
  server.respondWith('POST /admin/email-pauses/13/resume', buildSuccessResponse());
  const user = await open();
  await screen.findByText('550 No such user');
  server.respondWith('GET /admin/email-pauses', []);
  await user.click(screen.getByRole('button', { name: 'Resume emails: Cas' }));
  await screen.findByText('No addresses are paused.');
});
