import { expect, test } from 'vitest';
import type { Vault } from '../../vault/vault.js';
import { createDelivery, failedDelivery } from './vault-delivery-samples.js';
import { hour, newAccount } from '../vault/vault-samples.js';

export function deliveryTests(vault: () => Vault): void {
  const due = (now: string, limit = 10) => vault().findDueDeliveries('email', now, limit);
  const thread = (userId: number, more = {}) => createDelivery(userId, 'thread:7', more);

  test('returns due deliveries of one channel, the first due first', async () => {
    const rows = [thread(1, { dueAt: hour(3) }), thread(2, { dueAt: hour(1) }), thread(3, { dueAt: hour(2) })];
    await vault().addDeliveries([...rows, createDelivery(4, 'thread:7', { channel: 'push' })]);
    expect((await due(hour(2))).map(({ userId }) => userId)).toEqual([2, 3]);
    expect((await due(hour(3), 1)).map(({ userId }) => userId)).toEqual([2]);
    expect(await vault().findDueDeliveries('push', hour(3), 10)).toHaveLength(1);
    expect([await vault().countDeliveries('email', hour(2)), await vault().countDeliveries('push', hour(2))]).toEqual([
      2, 1,
    ]);
    expect(await vault().listDeliveries(3)).toEqual([rows[2]]);
  });

  test('adds a later event to an existing delivery without postponing it', async () => {
    await vault().addDeliveries([thread(1)]);
    const later = { firstOrder: '5', lastOrder: '5', dueAt: hour(5) };
    await vault().addDeliveries([thread(1, later), thread(2, later)]);
    expect(await due(hour(9))).toEqual([thread(1, { lastOrder: '5' }), thread(2, later)]);
    await vault().addDeliveries([thread(1, { lastOrder: '4' })]);
    expect(await due(hour(1))).toEqual([thread(1, { lastOrder: '5' })]);
  });

  test('adds more deliveries than one command contains', async () => {
    await vault().addDeliveries(Array.from({ length: 120 }, (_, n) => thread(n + 1)));
    expect(await due(hour(1), 200)).toHaveLength(120);
    await vault().addDeliveries([]);
  });

  test('completing a delivery removes it, but not events that were added in the meantime', async () => {
    await vault().addDeliveries([thread(1), thread(2)]);
    const change = { dueAt: hour(1), attempts: 0, lastError: '', retainedKinds: ['watch'] } as const;
    await vault().postponeDelivery(thread(2).id, change);
    const [first, second] = await due(hour(1));
    expect(second?.retainedKinds).toEqual(['watch']);
    if (!first || !second) throw new Error('there are no due deliveries');
    await vault().addDeliveries([thread(2, { lastOrder: '3' })]);
    await vault().completeDeliveries([first, second], hour(4));
    expect(await due(hour(9))).toEqual([thread(2, { firstOrder: '1+', dueAt: hour(4), lastOrder: '3' })]);
    await vault().completeDeliveries([first], hour(4));
    expect(await due(hour(9))).toHaveLength(1);
  });

  test('completing a delivery again changes nothing that was added after the first time', async () => {
    await vault().addDeliveries([thread(1)]);
    const completed = await due(hour(1));
    await vault().completeDeliveries(completed, hour(4));
    const next = thread(1, { firstOrder: '2', lastOrder: '3', dueAt: hour(2) });
    await vault().addDeliveries([next]);
    await vault().completeDeliveries(completed, hour(5));
    expect(await due(hour(9))).toEqual([next]);
  });

  test('postpones a delivery after a failure', async () => {
    await vault().addDeliveries([thread(1)]);
    const change = { dueAt: hour(2), attempts: 1, lastError: 'busy' };
    await vault().postponeDelivery(thread(1).id, change);
    expect(await due(hour(1))).toEqual([]);
    expect(await due(hour(2))).toEqual([thread(1, { ...change, retryAt: hour(2) })]);
    await vault().postponeDelivery(thread(1).id, { retainedKinds: ['watch'] });
    await vault().postponeDelivery(thread(1).id, { dueAt: hour(1) });
    const adapted = { ...change, dueAt: hour(1), retryAt: hour(1), retainedKinds: ['watch'] };
    expect(await due(hour(2))).toEqual([thread(1, adapted)]);
    await vault().postponeDelivery(thread(2).id, change);
    expect(await due(hour(9))).toHaveLength(1);
  });

  test('returns the deliveries that are retried, until they are completed or restarted', async () => {
    const retried = async () => (await vault().findRetriedDeliveries('email', 2)).map(({ userId }) => userId);
    await vault().addDeliveries([1, 2, 3, 4].map((userId) => thread(userId)));
    await vault().addDeliveries([thread(5, { id: 'push 5', channel: 'push' })]);
    for (const [userId, hours] of [
      [2, 4],
      [3, 2],
      [4, 3],
    ] as const)
      await vault().postponeDelivery(thread(userId).id, { dueAt: hour(hours), attempts: 1, lastError: 'busy' });
    await vault().postponeDelivery('push 5', { dueAt: hour(2), attempts: 1, lastError: 'busy' });
    expect(await retried()).toEqual([3, 4]);
    await vault().completeDeliveries([thread(3)], hour(4));
    expect(await retried()).toEqual([4, 2]);
    await vault().addDeliveries([thread(4, { lastOrder: '2' })]);
    await vault().completeDeliveries([thread(4)], hour(4));
    expect(await retried()).toEqual([2]);
    expect(await due(hour(9))).toHaveLength(3);
  });

  test('stores the newest failure of each member and channel, until it is pruned', async () => {
    const listFailures = async (before: string | null = null, limit = 10) =>
      (await vault().findFailedDeliveriesBefore(before, limit)).map(({ id, reason }) => `${id}: ${reason}`);
    await vault().saveFailedDelivery(failedDelivery(1, hour(1), { reason: 'older' }));
    await vault().saveFailedDelivery(failedDelivery(1, hour(3)));
    await vault().saveFailedDelivery(failedDelivery(2, hour(2)));
    await vault().saveFailedDelivery(failedDelivery(3, hour(2), { channel: 'push' }));
    expect(await listFailures()).toEqual(['email 1: no', 'push 3: no', 'email 2: no']);
    expect(await listFailures(`${hour(2)} push 3`, 1)).toEqual(['email 2: no']);
    expect(await vault().listFailedDeliveries(3)).toEqual([failedDelivery(3, hour(2), { channel: 'push' })]);
    await vault().pruneFailedDeliveries(hour(3));
    expect(await listFailures()).toEqual(['email 1: no']);
  });

  test.each([true, false])("removes an erased account's deliveries (key dropped: %s)", async (dropKey) => {
    await vault().createAccount(newAccount(1, 'Steve'));
    await vault().addDeliveries([thread(1), thread(2)]);
    for (const userId of [1, 2]) await vault().saveFailedDelivery(failedDelivery(userId, hour(1)));
    await vault().eraseAccount(1, dropKey);
    expect(await due(hour(9))).toEqual([thread(2)]);
    expect(await vault().findFailedDeliveriesBefore(null, 10)).toEqual([failedDelivery(2, hour(1))]);
  });
}
