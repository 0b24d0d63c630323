import { join } from 'node:path';
import { createTemporaryFolder } from '@guildhall/event-store/testing/temporary-folder.js';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import type { DeliveryContent, DeliveryItem } from '../deliveries/delivery-content.js';
import { changeNotificationSettings } from '../notifications/notification-choices.js';
import { SiteState } from '../policy/site-state.js';
import { PushEndpoint, verifyVapid } from '../testing/deliveries/push-endpoint.js';
import { pushDevice } from '../testing/deliveries/vault-delivery-samples.js';
import { buildAccount, buildSession } from '../testing/vault/vault-samples.js';
import { openSqliteVault } from '../vault/sqlite/sqlite-vault.js';
import type { Vault } from '../vault/vault.js';
import { PushDevices } from './push-devices.js';
import { PushSender } from './push-sender.js';

const account = buildAccount(1, 'Steve');
const session = { ...buildSession('s1', 1), expiresAt: '2999-01-01T00:00:00.000Z' };

let endpoint: PushEndpoint;
let vault: Vault;
let pushDevices: PushDevices;
let sender: PushSender;
let bannedSince = '';

beforeEach(async () => {
  endpoint = new PushEndpoint();
  await endpoint.listen();
  vault = await openSqliteVault(join(createTemporaryFolder(), 'vault.db'));
  await vault.createAccount(account);
  for (const id of ['s1', 's2']) await vault.createSession({ ...session, id });
  open({ allowPrivatePush: true });
});
afterEach(async () => {
  await vault.close();
  await endpoint.close();
});

function open(env: { allowPrivatePush: boolean }): void {
  pushDevices = new PushDevices({ vault, env });
  const site = new SiteState();
  const logo = `/pictures/${'a'.repeat(64)}.webp`;
  const { settings, theme } = site;
  sender = new PushSender({
    vault,
    pushDevices,
    policy: { isValidDespiteBans: (_userId, begunAt) => begunAt > bannedSince },
    env: { ...env, publicUrl: 'https://guild.example' },
    site: { settings: { ...settings, name: 'The Guild' }, theme: { ...theme, logo } },
  });
}

const add = (name: string, sessionId = 's1') => pushDevices.add(1, sessionId, endpoint.subscribe(name), 'Mozilla/5.0');

const item: DeliveryItem = {
  kind: 'mention',
  notificationId: '7:1',
  actor: 'Anna',
  subject: 'post',
  thread: { id: 7, title: 'Spawn' },
  wallOf: null,
  act: null,
  reason: null,
  path: '/thread/7?post=9',
  excerpt: 'Look at this',
  at: '2026-01-02T00:00:00.000Z',
};

const buildContent = (more: Partial<DeliveryContent> = {}): DeliveryContent => ({
  id: 'a'.repeat(32),
  recipient: { id: 1, username: 'Steve', timeZone: null },
  frequency: 'at-once',
  threadId: 7,
  items: [item],
  omitted: 0,
  digest: null,
  ...more,
});

test('sends an encrypted and signed message that only the device can read', async () => {
  await add('phone');
  expect(await sender.send(account, buildContent())).toBe('sent');
  const [push] = endpoint.received;
  expect(push?.message).toEqual({
    title: 'Anna mentioned you in “Spawn”',
    body: 'Look at this',
    path: '/thread/7?post=9',
    tag: 'thread:7',
    icon: `/icons/${'a'.repeat(64)}-192.png`,
    notifications: ['7:1'],
  });
  expect(push?.headers).toMatchObject({ ttl: '86400', 'content-encoding': 'aes128gcm' });
  expect(push?.headers['topic']).toMatch(/^[\w-]{32}$/);
  const { publicKey } = await pushDevices.readVapidKeys();
  expect(verifyVapid(push?.headers.authorization ?? '', publicKey)).toMatchObject({
    aud: endpoint.origin,
    sub: 'https://guild.example',
  });
});

test('messages about one thread replace each other, and others do not', async () => {
  await add('phone');
  await sender.send(account, buildContent());
  await sender.send(account, buildContent({ id: 'b'.repeat(32) }));
  await sender.send(account, buildContent({ id: 'c'.repeat(32), threadId: null }));
  expect(endpoint.received.map(({ message }) => message.tag)).toEqual(['thread:7', 'thread:7', 'c'.repeat(32)]);
  const topics = endpoint.received.map(({ headers }) => headers['topic']);
  expect([topics[0] === topics[1], topics[0] === topics[2]]).toEqual([true, false]);
});

test('contains no text if the member hides it', async () => {
  await add('phone');
  await changeNotificationSettings({ vault }, 1, () => ({ push_text: false }));
  await sender.send(account, buildContent());
  expect(endpoint.received[0]?.message).toMatchObject({
    title: 'The Guild',
    body: 'You have a new notification.',
    path: '/thread/7?post=9',
    tag: 'thread:7',
  });
});

test('fits into the smallest message that push services accept', async () => {
  await add('phone');
  const longText = '👩‍🚀'.repeat(500);
  const longItem = { ...item, thread: { id: 7, title: longText }, excerpt: longText };
  expect(await sender.send(account, buildContent({ items: [longItem] }))).toBe('sent');
  expect(Number(endpoint.received[0]?.headers['content-length'])).toBeLessThanOrEqual(4_096);
});

test.each([404, 410])('removes a device whose push service responds with %s', async (status) => {
  await add('phone');
  await add('desk', 's2');
  endpoint.respondWith(status, 'phone');
  expect(await sender.send(account, buildContent())).toBe('sent');
  expect((await vault.listPushDevices(1)).map((device) => device.endpoint)).toEqual([`${endpoint.origin}/desk`]);
});

test.each([401, 403, 408, 429, 500])('retries a message to which the push service responds with %s', async (status) => {
  await add('phone');
  endpoint.respondWith(status, 'phone');
  expect(await sender.send(account, buildContent())).toEqual({
    failure: 'temporary',
    reason: `The push service responded ${status}`,
  });
  expect(await vault.listPushDevices(1)).toHaveLength(1);
});

test.each([400, 413])('neither retries a message nor removes the device after a response of %s', async (status) => {
  await add('phone');
  endpoint.respondWith(status, 'phone');
  expect(await sender.send(account, buildContent())).toMatchObject({ failure: 'permanent' });
  expect(await vault.listPushDevices(1)).toHaveLength(1);
});

test("does not remove a device because the site's own keys are not valid", async () => {
  await vault.storeVapidKeys({ publicKey: 'short', privateKey: 'short' });
  await add('phone');
  expect(await sender.send(account, buildContent())).toMatchObject({ failure: 'temporary' });
  expect(await vault.listPushDevices(1)).toHaveLength(1);
});

test('does not retry a message that one of several devices has received', async () => {
  await add('phone');
  await add('desk', 's2');
  endpoint.respondWith(500, 'phone');
  expect(await sender.send(account, buildContent())).toBe('sent');
});

test('removes the device of an expired session instead of sending to it', async () => {
  await vault.createSession({ ...session, id: 's2', expiresAt: '2020-01-01T00:00:00.000Z' });
  await add('phone', 's2');
  expect(await sender.send(account, buildContent())).toMatchObject({ failure: 'permanent' });
  expect([endpoint.received, await vault.listPushDevices(1)]).toEqual([[], []]);
});

test('removes the device of a session that a ban has ended, even after the ban', async () => {
  await add('phone');
  bannedSince = session.createdAt;
  onTestFinished(() => void (bannedSince = ''));
  expect(await sender.send(account, buildContent())).toMatchObject({ failure: 'permanent' });
  expect([endpoint.received, await vault.listPushDevices(1)]).toEqual([[], []]);
});

test('removes a device whose keys are not valid', async () => {
  await vault.savePushDevice(pushDevice('broken', 1, { endpoint: `${endpoint.origin}/broken` }));
  expect(await sender.send(account, buildContent())).toMatchObject({ failure: 'permanent' });
  expect(await vault.listPushDevices(1)).toEqual([]);
});

test('gives up on a message to a private address without connecting to it', async () => {
  const refusal = { failure: 'permanent', reason: 'The address is not on the public internet' };
  await add('phone');
  open({ allowPrivatePush: false });
  expect(await sender.send(account, buildContent())).toEqual(refusal);
  await vault.removePushDevices((await vault.listPushDevices(1)).map(({ id }) => id));
  const { port } = new URL(endpoint.origin);
  const keys = endpoint.subscribe('named').keys;
  await vault.savePushDevice(pushDevice('named', 1, { ...keys, endpoint: `https://localhost:${port}/named` }));
  expect(await sender.send(account, buildContent())).toEqual(refusal);
  expect(endpoint.received).toEqual([]);
});

test('neither follows a redirect nor retries after one', async () => {
  await add('phone');
  endpoint.respondWith(307, 'phone');
  expect(await sender.send(account, buildContent())).toMatchObject({ failure: 'permanent' });
  expect(endpoint.received).toHaveLength(1);
});

test('stores at most ten devices per member, without the oldest', async () => {
  await vault.savePushDevice(pushDevice('oldest', 1));
  for (let n = 1; n <= 10; n++) {
    await vault.createSession({ ...session, id: `session${n}` });
    await add(`device${n}`, `session${n}`);
  }
  const ids = (await vault.listPushDevices(1)).map(({ id }) => id);
  expect(ids.length).toBe(10);
  expect(ids).not.toContain('oldest');
});

test('a renewed subscription replaces the device of the same session', async () => {
  await add('desk', 's2');
  await add('before');
  await add('after');
  const endpoints = (await vault.listPushDevices(1)).map((device) => device.endpoint).sort();
  expect(endpoints).toEqual([`${endpoint.origin}/after`, `${endpoint.origin}/desk`]);
});

test('two servers use the same keys', async () => {
  const other = new PushDevices({ vault, env: { allowPrivatePush: true } });
  expect(await other.readVapidKeys()).toEqual(await pushDevices.readVapidKeys());
});

test('does not add a device to a session that has just ended', async () => {
  await vault.endSession('s1');
  await add('phone');
  expect(await vault.listPushDevices(1)).toEqual([]);
});
