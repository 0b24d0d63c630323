import { expect, test } from 'vitest';
import type { Vault } from '../../vault/vault.js';
import { pushDevice } from './vault-delivery-samples.js';
import { formatHour, buildAccount, buildSession } from '../vault/vault-samples.js';

export function testPushDevices(vault: () => Vault): void {
  const listIds = async (userId: number) => (await vault().listPushDevices(userId)).map(({ id }) => id);

  test('stores the devices of each member, oldest first', async () => {
    expect(await vault().hasPushDevices()).toBe(false);
    await vault().savePushDevice(pushDevice('b', 1, { createdAt: formatHour(2) }));
    await vault().savePushDevice(pushDevice('a', 1, { createdAt: formatHour(1) }));
    await vault().savePushDevice(pushDevice('c', 2));
    expect(await vault().listPushDevices(1)).toEqual([
      pushDevice('a', 1, { createdAt: formatHour(1) }),
      pushDevice('b', 1, { createdAt: formatHour(2) }),
    ]);
    expect(await vault().hasPushDevices()).toBe(true);
    expect((await vault().findMembersWithDevices([1, 2, 3])).sort()).toEqual([1, 2]);
    await vault().removePushDevices(['a', 'c', 'unknown']);
    expect([await listIds(1), await listIds(2)]).toEqual([['b'], []]);
  });

  test('moves a device to the member who uses it now', async () => {
    await vault().savePushDevice(pushDevice('a', 1));
    await vault().savePushDevice(pushDevice('a', 2));
    expect([await listIds(1), await listIds(2)]).toEqual([[], ['a']]);
  });

  test('removes the devices of a session that ends', async () => {
    for (const [id, sessionId] of [
      ['a', 's1'],
      ['b', 's2'],
      ['c', 's3'],
    ] as const) {
      await vault().createSession(buildSession(sessionId, 1));
      await vault().savePushDevice(pushDevice(id, 1, { sessionId }));
    }
    await vault().savePushDevice(pushDevice('other', 2, { sessionId: 's9' }));
    await vault().endSession('s1');
    expect(await listIds(1)).toEqual(['b', 'c']);
    await vault().endSessions(1, 's3');
    expect(await listIds(1)).toEqual(['c']);
    await vault().endSessions(1);
    expect([await listIds(1), await listIds(2)]).toEqual([[], ['other']]);
  });

  test('removes the devices of expired sessions', async () => {
    await vault().createSession({ ...buildSession('s1', 1), expiresAt: formatHour(1) });
    await vault().createSession({ ...buildSession('s2', 1), expiresAt: formatHour(3) });
    await vault().savePushDevice(pushDevice('a', 1, { sessionId: 's1' }));
    await vault().savePushDevice(pushDevice('b', 1, { sessionId: 's2' }));
    await vault().pruneSessions(formatHour(2));
    expect(await listIds(1)).toEqual(['b']);
  });

  test('erases the devices of an account', async () => {
    await vault().createAccount(buildAccount(1, 'Steve'));
    await vault().savePushDevice(pushDevice('a', 1));
    await vault().savePushDevice(pushDevice('b', 2));
    await vault().eraseAccount(1, false);
    expect([await listIds(1), await listIds(2)]).toEqual([[], ['b']]);
  });

  test("retains the site's first keys", async () => {
    const keys = { publicKey: 'public', privateKey: 'private' };
    expect(await vault().storeVapidKeys(keys)).toEqual(keys);
    expect(await vault().storeVapidKeys({ publicKey: 'later', privateKey: 'later' })).toEqual(keys);
  });
}
