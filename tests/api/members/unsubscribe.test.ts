import { streams } from '@guildhall/domain/events.js';
import type { NotificationSettings, WatchResponse } from '@guildhall/domain/wire/schemas/members/notifications.js';
import {
  sealUnsubscribeToken,
  type UnsubscribeTarget,
} from '@guildhall/server/mail/notifications/unsubscribe-token.js';
import { expect, onTestFinished, test, vi } from 'vitest';
import { testSite, type SiteMember } from '../../support/site/site.js';

const site = testSite();

const buildAddress = (member: SiteMember, target: UnsubscribeTarget): string =>
  `${site.url}/unsubscribe?token=${sealUnsubscribeToken(site.services.env.secret, { userId: member.id, target })}`;
const readSettings = (member: SiteMember) => site.get<NotificationSettings>('/notifications/settings', member);
const readLevel = async (member: SiteMember, thread: number) =>
  (await site.get<WatchResponse>(`/forums/watches/${thread}`, member)).level;

/** Posts as Gmail does: without a cookie or `Origin`, with a single field, and without following redirects. */
const postAsGmail = (address: string, body: BodyInit = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })) =>
  fetch(address, { method: 'POST', body, redirect: 'manual' });

test("a mail program turns off an email's kinds with one POST, as often as it likes", async () => {
  const member = await site.createMember(site.createName());
  const address = buildAddress(member, { kinds: ['mention', 'quote'] });
  const form = new FormData();
  form.set('List-Unsubscribe', 'One-Click');
  for (const body of [undefined, undefined, form]) {
    const response = await postAsGmail(address, body);
    expect([response.status, response.headers.get('set-cookie')]).toEqual([200, null]);
    await response.text();
  }
  const { email, page } = await readSettings(member);
  expect(email).toMatchObject({ mention: 'never', quote: 'never', reply: 'at-once', follow: 'daily' });
  expect(page).toMatchObject({ mention: true, quote: true });
});

test('opening the link shows what it turns off, and changes nothing', async () => {
  const member = await site.createMember(site.createName());
  const settingsBefore = await readSettings(member);
  const address = buildAddress(member, { kinds: ['mention'] });
  for (const method of ['GET', 'HEAD']) {
    const response = await fetch(address, { method });
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    const text = await response.text();
    if (method === 'GET') expect(text).toContain('Stop receiving emails about mentions?');
    expect(text).not.toContain(member.name);
  }
  expect(await readSettings(member)).toEqual(settingsBefore);
});

test('a digest is turned off together with all kinds that it contains', async () => {
  const member = await site.createMember(site.createName());
  await site.perform('PUT', '/notifications/settings', { email: { wall: 'daily', reply: 'weekly' } }, { as: member });
  const address = buildAddress(member, { frequency: 'daily' });
  expect(await (await fetch(address)).text()).toContain('Stop receiving daily emails?');
  expect(await (await postAsGmail(address)).text()).toContain('You will receive no more daily emails.');
  expect((await readSettings(member)).email).toMatchObject({ wall: 'never', follow: 'never', reply: 'weekly' });
});

test('mutes a thread, again after the member has unmuted it, and even if it has been deleted', async () => {
  const member = await site.createMember(site.createName());
  const thread = await site.createThread();
  const address = buildAddress(member, { thread });
  await postAsGmail(address);
  await expect.poll(() => readLevel(member, thread)).toBe('muted');
  await site.perform('PUT', '/forums/watches', { kind: 'thread', id: thread, level: 'watching' }, { as: member });
  await postAsGmail(address);
  await expect.poll(() => readLevel(member, thread)).toBe('muted');
  expect((await postAsGmail(buildAddress(member, { thread: 4 }))).status).toBe(200);
});

test('mutes a thread for a member who is banned, and for one who may not view it at the moment', async () => {
  const [bannedMember, member] = [
    await site.createMember(site.createName()),
    await site.createMember(site.createName()),
  ];
  const section_id = await site.createSection();
  const thread = await site.createThread(site.admin, { section_id });
  await site.perform('POST', `/admin/ban/${bannedMember.id}`, { site_only: true }, { as: site.admin });
  await site.hide(section_id);
  for (const person of [bannedMember, member]) {
    const response = await postAsGmail(buildAddress(person, { thread }));
    expect([response.status, await response.text()]).toEqual([200, expect.stringContaining('muted')]);
    const [event] = await site.services.log.readStream(streams.watch(thread, person.id), 0);
    expect(event?.data).toMatchObject({ level: 'muted' });
  }
});

test('rejects links that are cut off, made up or sealed by another site', async () => {
  const member = await site.createMember(site.createName());
  const settingsBefore = await readSettings(member);
  const address = buildAddress(member, { kinds: ['mention'] });
  const foreign = sealUnsubscribeToken('x'.repeat(32), { userId: member.id, target: { kinds: ['mention'] } });
  const addresses = [address.slice(0, -1), `${site.url}/unsubscribe`, `${site.url}/unsubscribe?token=~1.x&token=y`];
  for (const wrong of [...addresses, `${site.url}/unsubscribe?token=${foreign}`]) {
    const response = await postAsGmail(wrong);
    expect(response.status, wrong).toBe(400);
    expect(await response.text()).toContain('This link is not complete.');
  }
  expect(await readSettings(member)).toEqual(settingsBefore);
});

test('stores nothing for an erased member', async () => {
  const member = await site.createMember(site.createName());
  const address = buildAddress(member, { kinds: ['mention'] });
  await site.perform('POST', `/admin/delete/${member.id}`, { texts: true }, { as: site.admin });
  expect((await postAsGmail(address)).status).toBe(200);
  expect(await site.services.vault.findChoice(member.id, 'notification-settings')).toBeNull();
});

test('stores nothing for a member who is erased while a thread is being muted', async () => {
  const member = await site.createMember(site.createName());
  const thread = await site.createThread();
  const address = buildAddress(member, { thread });
  const { commands } = site.services;
  const mute = commands.muteThread.bind(commands);
  const spy = vi.spyOn(commands, 'muteThread').mockImplementationOnce(async (...args) => {
    await site.perform('POST', `/admin/delete/${member.id}`, { texts: true }, { as: site.admin });
    return mute(...args);
  });
  onTestFinished(() => spy.mockRestore());
  expect((await postAsGmail(address)).status).toBe(200);
  expect(spy).toHaveBeenCalledOnce();
  expect(await site.services.log.readStream(streams.watch(thread, member.id), 0)).toEqual([]);
});
