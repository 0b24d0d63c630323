import type { DeliveriesResponse } from '@guildhall/domain/wire/schemas/staff/deliveries.js';
import { beforeEach, expect, test } from 'vitest';
import type { PendingDelivery } from '../../../server/src/vault/deliveries/pending-deliveries.js';
import { type SiteMember, testSite } from '../../support/site/site.js';

const site = testSite();
let anna: SiteMember;

const at = '2026-03-01T12:00:00.000Z';
const later = '2999-01-01T08:00:00.000Z';
const delivery = (subject: string, more: Partial<PendingDelivery> = {}): PendingDelivery => ({
  ...{ id: `email ${anna.id} ${subject}`, userId: anna.id, channel: 'email', subject },
  ...{ firstOrder: '1', lastOrder: '1', dueAt: at, attempts: 0, lastError: '', ...more },
});
const read = () => site.get<DeliveriesResponse>('/admin/deliveries', site.admin);

beforeEach(async () => {
  anna = await site.person(site.newName());
});

test('staff see which notifications are waiting, and why they could not be sent', async () => {
  const { vault } = site.services;
  const failure = { dueAt: later, attempts: 3, lastError: 'The server is busy' };
  await vault.addDeliveries([delivery('daily', failure), delivery('thread:7', { dueAt: '2998-01-01T08:00:00.000Z' })]);
  const { channels, deliveries } = await read();
  expect(channels).toContainEqual({ channel: 'push', pending: 0, due: 0, oldest_due_at: null });
  expect(channels[0]).toMatchObject({
    channel: 'email',
    pending: 2,
    due: 0,
    oldest_due_at: '2998-01-01T08:00:00.000Z',
  });
  expect(
    deliveries.map(({ username, subject, attempts, last_error }) => [username, subject, attempts, last_error]),
  ).toEqual([
    [anna.name, 'daily', 3, 'The server is busy'],
    [anna.name, 'thread', 0, ''],
  ]);
});

test('staff see refused addresses with the reason, and resume them', async () => {
  const { vault, directory } = site.services;
  const pause = { at, reason: '550 No such user' };
  await vault.editAccount(anna.id, ({ email }) => ({ emailPause: { address: email.toLowerCase(), ...pause } }));
  await directory.refresh([anna.id]);
  expect((await read()).pauses).toEqual([{ user_id: anna.id, username: anna.name, ...pause }]);
  const address = `/admin/email-pauses/${anna.id}/resume`;
  expect((await site.send('POST', address, undefined, { as: anna })).status).toBe(404);
  expect((await read()).pauses).toHaveLength(1);
  await site.done('POST', address, undefined, { as: site.admin });
  expect((await read()).pauses).toEqual([]);
  expect((await vault.account(anna.id))?.emailPause).toBeNull();
  // Pressing again, or as another staff member, also succeeds.
  await site.done('POST', address, undefined, { as: site.admin });
  expect((await site.send('POST', '/admin/email-pauses/4/resume', undefined, { as: site.admin })).status).toBe(404);
});
