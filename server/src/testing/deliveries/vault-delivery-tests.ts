import { expect, test } from 'vitest';
import type { Vault } from '../../vault/vault.js';
import { createDelivery, buildFailedDelivery } from './vault-delivery-samples.js';
import { formatHour, buildAccount } from '../vault/vault-samples.js';

export function testDeliveries(vault: () => Vault): void {
  const findDue = (now: string, limit = 10) => vault().findDueDeliveries('email', now, limit);
  const createThreadDelivery = (userId: number, more = {}) => createDelivery(userId, 'thread:7', more);

  test('returns due deliveries of one channel, the first due first', async () => {
    const rows = [
      createThreadDelivery(1, { dueAt: formatHour(3) }),
      createThreadDelivery(2, { dueAt: formatHour(1) }),
      createThreadDelivery(3, { dueAt: formatHour(2) }),
    ];
    await vault().addDeliveries([...rows, createDelivery(4, 'thread:7', { channel: 'push' })]);
    expect((await findDue(formatHour(2))).map(({ userId }) => userId)).toEqual([2, 3]);
    expect((await findDue(formatHour(3), 1)).map(({ userId }) => userId)).toEqual([2]);
    expect(await vault().findDueDeliveries('push', formatHour(3), 10)).toHaveLength(1);
    expect([
      await vault().countDeliveries('email', formatHour(2)),
      await vault().countDeliveries('push', formatHour(2)),
    ]).toEqual([2, 1]);
    expect(await vault().listDeliveries(3)).toEqual([rows[2]]);
  });

  test('adds a later event to an existing delivery without postponing it', async () => {
    await vault().addDeliveries([createThreadDelivery(1)]);
    const later = { firstOrder: '5', lastOrder: '5', dueAt: formatHour(5) };
    await vault().addDeliveries([createThreadDelivery(1, later), createThreadDelivery(2, later)]);
    expect(await findDue(formatHour(9))).toEqual([
      createThreadDelivery(1, { lastOrder: '5' }),
      createThreadDelivery(2, later),
    ]);
    await vault().addDeliveries([createThreadDelivery(1, { lastOrder: '4' })]);
    expect(await findDue(formatHour(1))).toEqual([createThreadDelivery(1, { lastOrder: '5' })]);
  });

  test('adds more deliveries than one command contains', async () => {
    await vault().addDeliveries(Array.from({ length: 120 }, (_, n) => createThreadDelivery(n + 1)));
    expect(await findDue(formatHour(1), 200)).toHaveLength(120);
    await vault().addDeliveries([]);
  });

  test('completing a delivery removes it, but not events that were added in the meantime', async () => {
    await vault().addDeliveries([createThreadDelivery(1), createThreadDelivery(2)]);
    const change = { dueAt: formatHour(1), attempts: 0, lastError: '', retainedKinds: ['watch'] } as const;
    await vault().postponeDelivery(createThreadDelivery(2).id, change);
    const [first, second] = await findDue(formatHour(1));
    expect(second?.retainedKinds).toEqual(['watch']);
    if (!first || !second) throw new Error('there are no due deliveries');
    await vault().addDeliveries([createThreadDelivery(2, { lastOrder: '3' })]);
    await vault().completeDeliveries([first, second], formatHour(4));
    expect(await findDue(formatHour(9))).toEqual([
      createThreadDelivery(2, { firstOrder: '1+', dueAt: formatHour(4), lastOrder: '3' }),
    ]);
    await vault().completeDeliveries([first], formatHour(4));
    expect(await findDue(formatHour(9))).toHaveLength(1);
  });

  test('completing a delivery again changes nothing that was added after the first time', async () => {
    await vault().addDeliveries([createThreadDelivery(1)]);
    const dueDeliveries = await findDue(formatHour(1));
    await vault().completeDeliveries(dueDeliveries, formatHour(4));
    const next = createThreadDelivery(1, { firstOrder: '2', lastOrder: '3', dueAt: formatHour(2) });
    await vault().addDeliveries([next]);
    await vault().completeDeliveries(dueDeliveries, formatHour(5));
    expect(await findDue(formatHour(9))).toEqual([next]);
  });

  test('postpones a delivery after a failure', async () => {
    await vault().addDeliveries([createThreadDelivery(1)]);
    const change = { dueAt: formatHour(2), attempts: 1, lastError: 'busy' };
    await vault().postponeDelivery(createThreadDelivery(1).id, change);
    expect(await findDue(formatHour(1))).toEqual([]);
    expect(await findDue(formatHour(2))).toEqual([createThreadDelivery(1, { ...change, retryAt: formatHour(2) })]);
    await vault().postponeDelivery(createThreadDelivery(1).id, { retainedKinds: ['watch'] });
    await vault().postponeDelivery(createThreadDelivery(1).id, { dueAt: formatHour(1) });
    const adaptedChange = { ...change, dueAt: formatHour(1), retryAt: formatHour(1), retainedKinds: ['watch'] };
    expect(await findDue(formatHour(2))).toEqual([createThreadDelivery(1, adaptedChange)]);
    await vault().postponeDelivery(createThreadDelivery(2).id, change);
    expect(await findDue(formatHour(9))).toHaveLength(1);
  });

  test('returns the deliveries that are retried, until they are completed or restarted', async () => {
    const findRetried = async () => (await vault().findRetriedDeliveries('email', 2)).map(({ userId }) => userId);
    await vault().addDeliveries([1, 2, 3, 4].map((userId) => createThreadDelivery(userId)));
    await vault().addDeliveries([createThreadDelivery(5, { id: 'push 5', channel: 'push' })]);
    for (const [userId, hours] of [
      [2, 4],
      [3, 2],
      [4, 3],
    ] as const)
      await vault().postponeDelivery(createThreadDelivery(userId).id, {
        dueAt: formatHour(hours),
        attempts: 1,
        lastError: 'busy',
      });
    await vault().postponeDelivery('push 5', { dueAt: formatHour(2), attempts: 1, lastError: 'busy' });
    expect(await findRetried()).toEqual([3, 4]);
    await vault().completeDeliveries([createThreadDelivery(3)], formatHour(4));
    expect(await findRetried()).toEqual([4, 2]);
    await vault().addDeliveries([createThreadDelivery(4, { lastOrder: '2' })]);
    await vault().completeDeliveries([createThreadDelivery(4)], formatHour(4));
    expect(await findRetried()).toEqual([2]);
    expect(await findDue(formatHour(9))).toHaveLength(3);
  });

  test('stores the newest failure of each member and channel, until it is pruned', async () => {
    const listFailures = async (beforeOrder: string | null = null, limit = 10) =>
      (await vault().findFailedDeliveriesBefore(beforeOrder, limit)).map(({ id, reason }) => `${id}: ${reason}`);
    await vault().saveFailedDelivery(buildFailedDelivery(1, formatHour(1), { reason: 'older' }));
    await vault().saveFailedDelivery(buildFailedDelivery(1, formatHour(3)));
    await vault().saveFailedDelivery(buildFailedDelivery(2, formatHour(2)));
    await vault().saveFailedDelivery(buildFailedDelivery(3, formatHour(2), { channel: 'push' }));
    expect(await listFailures()).toEqual(['email 1: no', 'push 3: no', 'email 2: no']);
    expect(await listFailures(`${formatHour(2)} push 3`, 1)).toEqual(['email 2: no']);
    expect(await vault().listFailedDeliveries(3)).toEqual([buildFailedDelivery(3, formatHour(2), { channel: 'push' })]);
    await vault().pruneFailedDeliveries(formatHour(3));
    expect(await listFailures()).toEqual(['email 1: no']);
  });

  test.each([true, false])("removes an erased account's deliveries (key dropped: %s)", async (dropKey) => {
    await vault().createAccount(buildAccount(1, 'Steve'));
    await vault().addDeliveries([createThreadDelivery(1), createThreadDelivery(2)]);
    for (const userId of [1, 2]) await vault().saveFailedDelivery(buildFailedDelivery(userId, formatHour(1)));
    await vault().eraseAccount(1, dropKey);
    expect(await findDue(formatHour(9))).toEqual([createThreadDelivery(2)]);
    expect(await vault().findFailedDeliveriesBefore(null, 10)).toEqual([buildFailedDelivery(2, formatHour(1))]);
  });
}
