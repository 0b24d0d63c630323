import type { Collection } from '../documents.js';
import type { DeliveryCalls } from './pending-deliveries.js';
import type { PushDeviceCalls } from './push-devices.js';

export const createDeliveryCalls = (
  deliveries: Collection<'deliveries'>,
  failures: Collection<'failedDeliveries'>,
): DeliveryCalls => ({
  addDeliveries: (newDeliveries) => deliveries.insertOrRaise(newDeliveries, 'lastOrder'),
  findDueDeliveries: (channel, now, limit) =>
    deliveries.find({ channel, dueAt: { lte: now } }, { orderBy: 'dueAt', limit }),
  // `> ''` matches all timestamps but never null, in every store.
  findRetriedDeliveries: (channel, limit) =>
    deliveries.find({ channel, retryAt: { gt: '' } }, { orderBy: 'retryAt', limit }),
  countDeliveries: (channel, dueBy) => deliveries.count({ channel, dueAt: { lte: dueBy } }),
  completeDeliveries: async (completedDeliveries, dueAt) => {
    // One event causes deliveries to many members, so each statement (and commit) removes many of them.
    for (const lastOrder of new Set(completedDeliveries.map((delivery) => delivery.lastOrder))) {
      const ids = completedDeliveries.filter((delivery) => delivery.lastOrder === lastOrder).map(({ id }) => id);
      if ((await deliveries.remove({ id: { in: ids }, lastOrder })) === ids.length) continue;
      // Sorts after this position and before the next one.
      const restart = { firstOrder: `${lastOrder}+`, dueAt, attempts: 0, lastError: '' };
      for (const id of ids)
        await deliveries.edit(id, ({ retryAt: _, retainedKinds: __, ...storedDelivery }) =>
          // Another server may have completed it, and later events may have added it again.
          storedDelivery.firstOrder > lastOrder ? null : { ...storedDelivery, ...restart },
        );
    }
  },
  postponeDelivery: async (id, change) =>
    void (await deliveries.edit(id, (storedDelivery) => {
      const changedDelivery = { ...storedDelivery, ...change };
      return { ...changedDelivery, ...(changedDelivery.attempts > 0 && { retryAt: changedDelivery.dueAt }) };
    })),
  listDeliveries: (userId) => deliveries.find({ userId }),
  saveFailedDelivery: (delivery) => failures.put(delivery),
  findFailedDeliveriesBefore: (beforeOrder, limit) =>
    failures.find(beforeOrder === null ? {} : { order: { lt: beforeOrder } }, {
      orderBy: 'order',
      newestFirst: true,
      limit,
    }),
  listFailedDeliveries: (userId) => failures.find({ userId }),
  pruneFailedDeliveries: async (failedBefore) => void (await failures.remove({ order: { lt: failedBefore } })),
});

export const pushDeviceCalls = (
  devices: Collection<'pushDevices'>,
  keys: Collection<'vapidKeys'>,
): PushDeviceCalls => ({
  savePushDevice: (device) => devices.put(device),
  listPushDevices: (userId) => devices.find({ userId }, { orderBy: 'createdAt' }),
  hasPushDevices: async () => (await devices.find({}, { limit: 1 })).length > 0,
  findMembersWithDevices: async (userIds) => {
    const foundDevices = await devices.find({ userId: { in: userIds } });
    return [...new Set(foundDevices.map(({ userId }) => userId))];
  },
  removePushDevices: async (ids) => void (await devices.remove({ id: { in: ids } })),
  storeVapidKeys: async (newKeys) => {
    const storedKeys = { id: 'keys', ...newKeys } as const;
    await keys.insert(storedKeys);
    const { publicKey, privateKey } = (await keys.get('keys')) ?? storedKeys;
    return { publicKey, privateKey };
  },
});
