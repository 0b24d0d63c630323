import type {
  DeliveriesResponse,
  EmailPauseRow,
  FailedDeliveryRow,
} from '@guildhall/domain/wire/schemas/staff/deliveries.js';
import { buildFailedDelivery } from '@guildhall/server/testing/deliveries/vault-delivery-samples.js';
import { beforeEach, expect, test } from 'vitest';
import type { PendingDelivery } from '../../../server/src/vault/deliveries/pending-deliveries.js';
import { type SiteMember, testSite } from '../../support/site/site.js';

const site = testSite();
let anna: SiteMember;

const at = '2026-03-01T12:00:00.000Z';
const later = '2999-01-01T08:00:00.000Z';
const buildDelivery = (subject: string, more: Partial<PendingDelivery> = {}): PendingDelivery => ({
  id: `email ${anna.id} ${subject}`,
  userId: anna.id,
  channel: 'email',
  subject,
  firstOrder: '1',
  lastOrder: '1',
  dueAt: at,
  attempts: 0,
  lastError: '',
  ...more,
});

beforeEach(async () => {
  anna = await site.createMember(site.createName());
});

test('staff see which notifications are waiting, and why they could not be sent', async () => {
  const { vault } = site.services;
  const failure = { dueAt: later, attempts: 3, lastError: 'The server is busy' };
  await vault.addDeliveries([buildDelivery('daily'), buildDelivery('thread:7', { dueAt: '2998-01-01T08:00:00.000Z' })]);
  await vault.postponeDelivery(buildDelivery('daily').id, failure);
  const { channels, deliveries } = await site.get<DeliveriesResponse>('/admin/deliveries', site.admin);
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

/** Returns the names on both pages of a list of three members. */
async function readInPages(path: string): Promise<string[]> {
  const firstPage = await site.send('GET', `${path}?limit=2`, undefined, { as: site.admin });
  const next = /<\/api([^>]+)>; rel="next"/.exec(String(firstPage.headers.link))?.[1] ?? '';
  const rows = [firstPage.json, await site.get(next, site.admin)] as { username: string }[][];
  return rows.flat().map(({ username }) => username);
}

test('paginates the notifications that could not be sent, with reasons', async () => {
  const [bram, cleo] = [await site.createMember(site.createName()), await site.createMember(site.createName())];
  for (const { id } of [anna, bram, cleo]) await site.services.vault.saveFailedDelivery(buildFailedDelivery(id, later));
  const [newest] = await site.get<FailedDeliveryRow[]>('/admin/deliveries/failed', site.admin);
  expect(newest).toEqual({
    id: `email ${cleo.id}`,
    user_id: cleo.id,
    username: cleo.name,
    channel: 'email',
    subject: 'thread',
    attempts: 1,
    failed_at: later,
    reason: 'no',
  });
  expect(await readInPages('/admin/deliveries/failed')).toEqual([cleo, bram, anna].map(({ name }) => name));
});

test('paginates refused addresses with reasons, and staff can resume emails to them', async () => {
  const { vault, directory } = site.services;
  const pause = { at, reason: '550 No such user' };
  const [bram, cleo] = [await site.createMember(site.createName()), await site.createMember(site.createName())];
  for (const { id } of [anna, bram, cleo])
    await vault.editAccount(id, ({ email }) => ({ emailPause: { address: email.toLowerCase(), ...pause } }));
  await directory.refresh([anna.id]);
  const address = '/admin/email-pauses';
  const read = async () => (await site.get<EmailPauseRow[]>(address, site.admin)).map(({ username }) => username);
  expect((await site.get<EmailPauseRow[]>(address, site.admin))[2]).toEqual({
    user_id: anna.id,
    username: anna.name,
    ...pause,
  });
  expect(await readInPages(address)).toEqual([cleo, bram, anna].map(({ name }) => name));
  const resume = `${address}/${anna.id}/resume`;
  expect((await site.send('POST', resume, undefined, { as: anna })).status).toBe(404);
  expect(await read()).toHaveLength(3);
  await site.perform('POST', resume, undefined, { as: site.admin });
  expect(await read()).toEqual([cleo.name, bram.name]);
  expect((await vault.findAccount(anna.id))?.emailPause).toBeNull();
  // A repeated call also succeeds.
  await site.perform('POST', resume, undefined, { as: site.admin });
  expect((await site.send('POST', `${address}/4/resume`, undefined, { as: site.admin })).status).toBe(404);
});
