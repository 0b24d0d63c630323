import { beforeEach, expect, test, vi } from 'vitest';
import { unsubscribe } from '../mail/notifications/unsubscribe.js';
import { listKinds, startOnMonday, type DeliverySite } from '../testing/deliveries/delivery-site.js';
import type { TestMember } from '../testing/services.js';

let site: DeliverySite;
let steve: TestMember;
let anna: TestMember;

beforeEach(async () => void ({ site, steve, anna } = await startOnMonday()));

const takeEmails = () =>
  site.take('email', anna.id).map((email) => `${email.at.slice(5, 16)} ${email.frequency}: ${listKinds(email)}`);

test.each([
  ['weekly', 'at-once', ['03-02T10:02 weekly: wall']],
  ['weekly', 'hourly', ['03-02T11:00 weekly: wall']],
  ['weekly', 'daily', ['03-03T08:00 weekly: wall']],
  ['daily', 'weekly', ['03-03T08:00 daily: wall']],
  ['at-once', 'hourly', ['03-02T10:02 at-once: wall']],
  ['at-once', 'weekly', ['03-02T10:02 at-once: wall']],
] as const)('after a change from %s to %s, a notification that was pending is sent once', async (from, to, sent) => {
  await site.choose(anna.id, { email: { wall: from } });
  await site.actions.postOnWall(steve, anna.id, 'Hello');
  await site.react();
  await site.choose(anna.id, { email: { wall: to } });
  await site.pass(2);
  await site.pass(58);
  await site.pass(8 * 24 * 60, 60);
  expect(takeEmails()).toEqual(sent);
  await site.expectNothingPending();
});

test('a pending reply is still sent after its frequency changes, and later replies at the new frequency', async () => {
  const threadId = await site.site.addThread(site.site.open, steve);
  await site.actions.watch(anna, { kind: 'thread', id: threadId });
  await site.site.reply(threadId, 'one', steve);
  await site.react();
  await site.choose(anna.id, { email: { watch: 'hourly' } });
  await site.pass(2);
  await site.site.reply(threadId, 'two', steve);
  await site.pass(58);
  await site.readThread(anna.id, threadId);
  await site.site.reply(threadId, 'three', steve);
  await site.pass(60);
  expect(takeEmails()).toEqual(['03-02T10:02 at-once: watch watch', '03-02T12:00 hourly: watch']);
});

test('a pending notification is not sent if its kind is turned off after another change', async () => {
  await site.choose(anna.id, { email: { wall: 'weekly', follow: 'weekly' } });
  await site.actions.postOnWall(steve, anna.id, 'Hello');
  await site.actions.follow(steve, anna.id);
  await site.react();
  await site.choose(anna.id, { email: { wall: 'hourly' } });
  await site.choose(anna.id, { email: { wall: 'never' } });
  await site.pass(8 * 24 * 60, 60);
  expect(takeEmails()).toEqual(['03-02T11:00 weekly: follow']);
});

test.each([{ kinds: ['wall'] }, { frequency: 'daily' }] as const)(
  'a pending notification is not sent after a link in an email has turned off %j',
  async (target) => {
    await site.choose(anna.id, { email: { wall: 'daily' } });
    await site.actions.postOnWall(steve, anna.id, 'Hello');
    await site.react();
    await unsubscribe(site.services, { userId: anna.id, target }, 'a request');
    await site.pass(24 * 60, 60);
    expect(takeEmails()).toEqual([]);
    await site.expectNothingPending();
  },
);

test('a change that was interrupted loses no pending notification once it is retried', async () => {
  vi.setSystemTime('2026-03-03T10:00:00.000Z');
  await site.choose(anna.id, { email: { wall: 'daily' } });
  await site.actions.postOnWall(steve, anna.id, 'Hello');
  await site.react();
  const { vault } = site.services;
  const change = { email: { wall: 'weekly' }, time_zone: 'America/New_York' } as const;
  for (const call of ['listDeliveries', 'postponeDelivery', 'editChoice'] as const) {
    vi.spyOn(vault, call).mockRejectedValueOnce(new Error('interrupted'));
    await expect(site.choose(anna.id, change)).rejects.toThrow('interrupted');
  }
  await site.choose(anna.id, change);
  await site.pass(8 * 24 * 60, 60);
  expect(takeEmails()).toEqual(['03-04T13:00 daily: wall']);
});

test('a change keeps the failed attempt of a delivery that is postponed at the same time', async () => {
  await site.actions.postOnWall(steve, anna.id, 'Hello');
  await site.react();
  const { vault } = site.services;
  const failed = { dueAt: '2026-03-02T10:30:00.000Z', attempts: 1, lastError: 'busy' };
  const read = vault.listDeliveries.bind(vault);
  vi.spyOn(vault, 'listDeliveries').mockImplementationOnce(async (userId) => {
    const deliveries = await read(userId);
    for (const { id } of deliveries) await vault.postponeDelivery(id, failed);
    return deliveries;
  });
  await site.choose(anna.id, { email: { wall: 'weekly' } });
  const pending = (await read(anna.id)).filter(({ channel }) => channel === 'email');
  expect(pending).toMatchObject([{ ...failed, retainedKinds: ['wall'] }]);
});

test('an hourly email counts every watched thread that it omits', async () => {
  await site.choose(anna.id, { email: { watch: 'hourly' } });
  for (let n = 0; n < 35; n++) {
    const threadId = await site.site.addThread(site.site.open, steve);
    await site.actions.watch(anna, { kind: 'thread', id: threadId });
  }
  await site.pass(60);
  const [email] = site.take('email', anna.id);
  expect([email?.items.length, email?.omitted]).toEqual([20, 15]);
});
