import { StoreUnavailable } from '@guildhall/projections/view-store.js';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DeliverySite } from '../testing/deliveries/delivery-site.js';
import { addMember, type TestMember } from '../testing/services.js';
import { VaultUnavailable } from '../vault/vault.js';
import type { DeliveryOutcome } from './delivery-content.js';

let site: DeliverySite;
let readers: TestMember[];
let threadId: number;

beforeEach(async () => {
  site = await DeliverySite.start('2026-03-02T10:00:00.000Z');
  threadId = await site.site.addThread(site.site.open);
  readers = [];
  for (const name of ['Anna', 'Bram', 'Cleo']) readers.push(await addMember(site.services, name));
  await site.react();
});
afterEach(() => vi.restoreAllMocks());

const listIds = () => readers.map(({ id }) => id);
const mentionAll = () => site.site.reply(threadId, 'Hello', site.site.member, listIds());
const listRecipients = () => site.take('email').map(({ recipient }) => recipient.id);
const findPending = () => site.services.vault.findDueDeliveries('email', '9999', 100);

test('an email that temporarily fails is sent again with the same id, after increasing delays', async () => {
  site.outcome = ({ id }) => (id === listIds()[0] ? { failure: 'temporary', reason: 'busy' } : 'sent');
  await mentionAll();
  await site.pass(2);
  const [firstDelivery] = site.take('email', listIds()[0]);
  expect(listRecipients().sort()).toEqual(listIds().slice(1));
  expect(await findPending()).toMatchObject([{ userId: listIds()[0], attempts: 1, lastError: 'busy' }]);
  await site.pass(1);
  const [second] = site.take('email', listIds()[0]);
  await site.pass(4, 1);
  expect(listRecipients()).toEqual([]);
  site.outcome = () => 'sent';
  await site.pass(1);
  const [third] = site.take('email', listIds()[0]);
  expect([second?.id, third?.id]).toEqual([firstDelivery?.id, firstDelivery?.id]);
  await site.expectNothingPending();
});

test('gives up after a permanent failure, or three days of temporary ones, and stores the reason', async () => {
  const listFailures = async () =>
    (await site.services.vault.findFailedDeliveriesBefore(null, 10))
      .filter(({ channel }) => channel === 'email')
      .map(({ userId, attempts, reason }) => [userId, attempts, reason]);
  const reason = 'no '.repeat(100);
  site.outcome = ({ id }) => ({ failure: id === listIds()[0] ? 'permanent' : 'temporary', reason });
  await mentionAll();
  await site.pass(2);
  expect((await findPending()).map(({ userId }) => userId)).toEqual(listIds().slice(1));
  expect(await listFailures()).toEqual([[listIds()[0], 1, reason.slice(0, 200)]]);
  await site.pass(3 * 24 * 60, 60);
  expect(await findPending()).toMatchObject([{ attempts: 73 }, { attempts: 73 }]);
  await site.pass(120, 60);
  await site.expectNothingPending();
  expect((await listFailures()).sort()).toEqual(listIds().map((id, n) => [id, n === 0 ? 1 : 75, reason.slice(0, 200)]));
});

test('stores no failure of a member who was erased during the attempt', async () => {
  site.outcome = async ({ id }) => {
    if (id === listIds()[0]) await site.actions.erase(readers[0]!);
    return { failure: 'permanent', reason: 'no' };
  };
  await mentionAll();
  await site.pass(2);
  const failures = await site.services.vault.findFailedDeliveriesBefore(null, 10);
  expect(new Set(failures.map(({ userId }) => userId))).toEqual(new Set(listIds().slice(1)));
});

test('an error in one delivery neither stops the others nor blocks the queue', async () => {
  site.outcome = ({ id }) => (id === listIds()[0] ? Promise.reject(new TypeError('oops')) : 'sent');
  await mentionAll();
  await site.pass(2);
  expect(listRecipients()).toHaveLength(3);
  expect(await findPending()).toMatchObject([{ userId: listIds()[0], attempts: 1, lastError: 'TypeError' }]);
});

test('deliveries wait while the vault is unavailable, without counting as attempts', async () => {
  await mentionAll();
  const account = vi.spyOn(site.services.vault, 'findAccount').mockRejectedValue(new VaultUnavailable('away'));
  await expect(site.pass(2)).rejects.toBeInstanceOf(VaultUnavailable);
  account.mockRestore();
  expect((await findPending()).map(({ attempts }) => attempts)).toEqual([0, 0, 0]);
  await site.pass(1);
  expect(listRecipients().sort()).toEqual(listIds());
});

test('deliveries wait while the views lag behind the log', async () => {
  await mentionAll();
  await site.react();
  const queue = site.queue();
  vi.setSystemTime(Date.now() + 2 * 60_000);
  const waitFor = vi.spyOn(site.services.views, 'waitFor').mockResolvedValue(false);
  await expect(queue.sendDue('email')).rejects.toBeInstanceOf(StoreUnavailable);
  expect(site.sent).toEqual([]);
  waitFor.mockRestore();
  await queue.sendDue('email');
  expect(listRecipients().sort()).toEqual(listIds());
});

test('completes what is being sent even if the next deliveries cannot be read', async () => {
  await mentionAll();
  site.outcome = (): DeliveryOutcome => {
    vi.spyOn(site.services.vault, 'findDueDeliveries').mockRejectedValue(new VaultUnavailable('away'));
    return 'sent';
  };
  await expect(site.pass(2)).rejects.toBeInstanceOf(VaultUnavailable);
  vi.restoreAllMocks();
  expect(listRecipients().sort()).toEqual(listIds());
  expect(await findPending()).toEqual([]);
});

test('sends again, with the same ids, only what was sent but not removed before a crash', async () => {
  vi.spyOn(site.services.vault, 'markRead').mockRejectedValueOnce(new VaultUnavailable('killed'));
  await mentionAll();
  await expect(site.pass(2)).rejects.toBeInstanceOf(VaultUnavailable);
  const listSentIds = () => site.take('email').map(({ recipient, id }) => `${recipient.id} ${id}`);
  const idsBeforeCrash = listSentIds();
  expect(idsBeforeCrash).toHaveLength(3);
  await site.pass(1);
  expect(listSentIds().sort()).toEqual(idsBeforeCrash.sort());
  await site.expectNothingPending();
});

test.each(['markRead', 'completeDeliveries'] as const)(
  'sends nothing twice while the vault can be read but fails at %s',
  async (call) => {
    await mentionAll();
    await site.actions.postOnWall(site.site.member, listIds()[0]!, 'Hello');
    await site.react();
    vi.setSystemTime(Date.now() + 2 * 60_000);
    const queue = site.queue();
    const failingCall = vi.spyOn(site.services.vault, call).mockRejectedValue(new VaultUnavailable('read-only'));
    for (let pass = 0; pass < 10; pass++) await expect(queue.sendDue('email')).rejects.toBeInstanceOf(VaultUnavailable);
    expect(listRecipients().sort()).toEqual([listIds()[0], ...listIds()]);
    failingCall.mockRestore();
    await queue.sendDue('email');
    expect(listRecipients()).toEqual([]);
    expect(await findPending()).toEqual([]);
  },
);

test('posts written after the member read the rest wait as long as they would have by themselves', async () => {
  const [anna] = listIds();
  await site.site.reply(threadId, 'Hello', site.site.member, [anna!]);
  await site.react();
  const queue = site.queue();
  const sendAfter = async (seconds: number, channel: 'email' | 'push') => {
    vi.setSystemTime(Date.now() + seconds * 1_000);
    await queue.sendDue(channel);
    return site.take(channel, anna).map(({ items }) => items.length);
  };
  vi.setSystemTime(Date.now() + 8_000);
  await site.readThread(anna!, threadId);
  await site.services.readMarks.move(anna!, [{ key: 'notices', order: await site.services.log.readHead(), count: 0 }]);
  await site.site.reply(threadId, 'Are you there?', site.site.member, [anna!]);
  await site.react();
  expect(await sendAfter(2, 'push')).toEqual([]);
  expect(await sendAfter(8, 'push')).toEqual([1]);
  expect(await sendAfter(102, 'email')).toEqual([]);
  expect(await findPending()).toMatchObject([{ attempts: 0, lastError: '' }]);
  expect(await site.services.vault.findRetriedDeliveries('email', 10)).toEqual([]);
  expect(await sendAfter(8, 'email')).toEqual([1]);
  expect(await findPending()).toEqual([]);
});

test('handling the same event again adds nothing that has not been sent', async () => {
  await mentionAll();
  const handledPosition = site.handled;
  await site.react();
  site.handled = handledPosition;
  await site.react();
  expect(await findPending()).toHaveLength(3);
  await site.pass(2);
  expect(listRecipients()).toHaveLength(3);
  site.handled = handledPosition;
  await site.pass(2);
  expect(listRecipients()).toEqual([]);
  await site.expectNothingPending();
});

test('an event that occurs while an email is being sent is sent later, with another id', async () => {
  await mentionAll();
  let isFirst = true;
  site.outcome = async (): Promise<DeliveryOutcome> => {
    if (isFirst) {
      isFirst = false;
      await mentionAll();
      await site.react();
    }
    return 'sent';
  };
  await site.pass(2);
  const firstDeliveries = site.take('email');
  expect(firstDeliveries).toHaveLength(3);
  expect((await findPending()).length).toBeGreaterThan(0);
  await site.pass(2);
  const after = site.take('email');
  const allIds = [...firstDeliveries, ...after].map(({ id }) => id);
  expect(new Set(allIds).size).toBe(allIds.length);
  await site.expectNothingPending();
});

test('an event that occurs while a digest is being sent waits for the next morning', async () => {
  const [anna] = readers;
  await site.choose(anna!.id, { email: { wall: 'daily' }, time_zone: 'America/New_York' });
  await site.actions.postOnWall(site.site.member, anna!.id, 'one');
  await site.react();
  site.outcome = async ({ id }, channel): Promise<DeliveryOutcome> => {
    if (channel === 'push') return 'sent';
    await site.actions.postOnWall(site.site.member, id, 'two');
    await site.react();
    return 'sent';
  };
  await site.pass(3 * 60);
  expect(site.take('email', anna!.id)).toHaveLength(1);
  expect((await findPending()).map(({ dueAt }) => dueAt)).toEqual(['2026-03-03T13:00:00.000Z']);
});

test('a slow delivery does not delay the others, nor those that become due later', async () => {
  const others = [];
  for (let n = 0; n < 22; n++) others.push((await addMember(site.services, `Reader${n}`)).id);
  const [slow] = listIds();
  await site.site.reply(threadId, 'Hello', site.site.member, [slow!, ...others.slice(0, 21)]);
  let release = () => {};
  const barrier = new Promise<void>((resolve) => (release = resolve));
  site.outcome = async ({ id }): Promise<DeliveryOutcome> => {
    if (id === slow) await barrier;
    return 'sent';
  };
  await site.react();
  vi.setSystemTime(Date.now() + 2 * 60_000);
  const sendResult = site.queue().sendDue('email');
  await vi.waitFor(async () => expect((await findPending()).map(({ userId }) => userId)).toEqual([slow]), 5_000);
  await site.site.reply(threadId, 'Hello', site.site.member, others.slice(21));
  await site.react();
  vi.setSystemTime(Date.now() + 2 * 60_000);
  await vi.waitFor(async () => expect((await findPending()).map(({ userId }) => userId)).toEqual([slow]), 5_000);
  release();
  await sendResult;
  expect(listRecipients().sort()).toEqual([slow, ...others].sort());
  expect(await findPending()).toEqual([]);
});

test('only the server with the lease sends, and sends at most twenty at a time', async () => {
  await mentionAll();
  site.hasLease = false;
  await site.pass(5);
  expect(listRecipients()).toEqual([]);
  site.hasLease = true;
  for (let n = 0; n < 22; n++) {
    const reader = await addMember(site.services, `Reader${n}`);
    await site.site.reply(threadId, 'Hello', site.site.member, [reader.id]);
  }
  let [running, most] = [0, 0];
  site.outcome = async (): Promise<DeliveryOutcome> => {
    most = Math.max(most, ++running);
    await new Promise(setImmediate);
    running--;
    return 'sent';
  };
  await site.pass(2);
  expect(listRecipients()).toHaveLength(25);
  expect(most).toBe(20);
});
