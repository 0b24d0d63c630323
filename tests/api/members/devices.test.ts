import type { DevicesResponse } from '@guildhall/domain/wire/schemas/members/devices.js';
import { expect, test } from 'vitest';
import { createPersonWithPassword } from '../../support/site/people.js';
import type { SendOptions } from '../../support/site/site.js';
import { testSite } from '../../support/site/site.js';

const site = testSite();
const path = '/notifications/devices';
const keys = { p256dh: 'B'.repeat(87), auth: 'c'.repeat(22) };

const readDevices = (as: SendOptions['as']) => site.get<DevicesResponse>(path, as);
const add = (endpoint: string, as: SendOptions['as']) =>
  site.send('POST', path, { endpoint, keys }, { as, headers: { 'user-agent': 'A phone' } });

test('a member adds a device, lists it and removes it', async () => {
  const person = await createPersonWithPassword(site);
  const response = await add('https://push.example/phone', person);
  expect(response.status).toBe(201);
  const [device, ...others] = (await readDevices(person)).devices;
  expect([others, device?.current, device?.user_agent]).toEqual([[], true, 'A phone']);
  expect(response.json).toEqual({ success: true, id: device?.id });
  await site.perform('DELETE', `${path}/${device?.id}`, undefined, { as: person });
  expect((await readDevices(person)).devices).toEqual([]);
});

test("a member can neither see nor remove another member's device", async () => {
  const person = await createPersonWithPassword(site);
  await add('https://push.example/private', person);
  const id = (await readDevices(person)).devices[0]?.id;
  expect((await readDevices(site.other)).devices).toEqual([]);
  expect((await site.send('DELETE', `${path}/${id}`, undefined, { as: site.other })).status).toBe(404);
  expect((await readDevices(person)).devices).toHaveLength(1);
});

test('a device has one owner, and a logout removes it', async () => {
  const [first, second] = [await createPersonWithPassword(site), await createPersonWithPassword(site)];
  for (const person of [first, second]) await add('https://push.example/shared', person);
  expect([(await readDevices(first)).devices, (await readDevices(second)).devices.length]).toEqual([[], 1]);
  await site.perform('POST', '/logout', undefined, { as: second });
  expect(await site.services.vault.listPushDevices(second.id)).toEqual([]);
});

test.each([
  'http://push.example/x',
  'https://127.0.0.1/x',
  'https://[::1]:8443/x',
  'https://169.254.169.254/latest/meta-data',
  'https://10.0.0.5/x',
  'ftp://push.example/x',
  'not an address',
  `https://push.example/${'x'.repeat(1_000)}`,
])('rejects a device at %s', async (endpoint) => {
  const { status, json } = await add(endpoint, site.member);
  expect([status, json]).toMatchObject([400, { field: 'endpoint' }]);
});

test.each([{ p256dh: 'short', auth: keys.auth }, { p256dh: keys.p256dh, auth: '!'.repeat(22) }, {}])(
  'rejects a device with the keys %j',
  async (invalidKeys) => {
    const body = { endpoint: 'https://push.example/x', keys: invalidKeys };
    expect((await site.send('POST', path, body, { as: site.member })).status).toBe(400);
  },
);

test('every server returns the same key, and the key is a point on the curve', async () => {
  const { key } = await readDevices(site.member);
  expect((await readDevices(site.other)).key).toBe(key);
  expect(Buffer.from(key, 'base64url')).toHaveLength(65);
});
