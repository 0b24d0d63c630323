import type { OnlineMembers } from '@guildhall/domain/wire/schemas/members/members.js';
import { onlineTopic, type Topic } from '@guildhall/domain/wire/topics.js';
import { TestListener } from '@guildhall/server/testing/test-listener.js';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { testSite, type SecondServer, type SiteMember } from '../support/site/site.js';

const site = testSite({ live: { resyncSpreadMs: 0, presenceIntervalMs: 20 } });
let secondServer: SecondServer;
beforeAll(async () => {
  secondServer = await site.startSecond();
});
afterAll(() => secondServer.stop());

async function open(url: string, topics: Topic[], as?: SiteMember): Promise<TestListener> {
  const listener = await TestListener.open(url, as && { cookie: as.cookie });
  const head = await site.readHead();
  // A permission change that arrives later would end the topic.
  expect(await secondServer.services.logWatermark.waitFor(head, 30_000)).toBe(true);
  const position = `${site.services.historyId}.${head}`;
  for (const topic of topics) await listener.listen(topic, position);
  return listener;
}
/** Each server does this every 15 seconds. */
const exchange = async () => {
  await secondServer.services.presence.exchange();
  await site.services.presence.exchange();
};
const listNames = (listener: TestListener) =>
  listener
    .listRows(onlineTopic)
    .findLast((row) => row.kind === 'online')
    ?.members.map(({ username }) => username);
const listReaders = (listener: TestListener, topic: Topic) =>
  listener.listRows(topic).findLast((row) => row.kind === 'readers');
const saveProfile = (member: SiteMember, hide_last_seen: boolean) =>
  site.perform('PUT', '/account/profile', { title: null, bio: null, links: [], hide_last_seen }, { as: member });

test('a member on another server appears online until they hide it', async () => {
  const thread = await site.createThread();
  const topic: Topic = `thread:${thread}`;
  const reader = await open(site.url, [onlineTopic, topic], site.member);
  const otherListener = await open(secondServer.url, [topic], site.other);
  otherListener.socket.emit('writing', topic);
  await otherListener.waitUntil(
    () => listReaders(otherListener, topic)?.members[0]?.writing === true,
    'the writer on the own server',
  );
  await exchange();
  await reader.waitUntil(() => listNames(reader)?.includes('Robin') === true, 'Robin online');
  await reader.waitUntil(() => listReaders(reader, topic)?.members[0]?.username === 'Robin', 'Robin among the readers');
  expect(listReaders(reader, topic)).toMatchObject({ readers: 2 });
  const online = await site.get<OnlineMembers>('/presence', site.member);
  expect(online).toMatchObject({ enabled: true, count: 2 });
  expect(online.members).toContainEqual({
    id: site.other.id,
    username: 'Robin',
    avatar_url: null,
    role: null,
    staff: false,
  });

  await saveProfile(site.other, true);
  await reader.waitUntil(() => !listNames(reader)?.includes('Robin'), 'Robin offline');
  await reader.waitUntil(() => listReaders(reader, topic)?.readers === 1, 'one reader');
  expect((await site.get<OnlineMembers>('/presence', site.member)).count).toBe(1);
  // The other server stores the row without Robin once it has read the change from the log.
  await vi.waitFor(async () => {
    await exchange();
    expect(JSON.stringify(await site.services.vault.listPresence('', 10))).not.toContain(`"userId":${site.other.id},`);
  });
  await saveProfile(site.other, false);
  await vi.waitFor(async () => {
    await exchange();
    expect(listNames(reader)).toContain('Robin');
  });
  for (const page of [reader, otherListener]) page.close();
});

test('a member who returns to a thread on the same connection receives its readers again', async () => {
  const topic: Topic = `thread:${await site.createThread()}`;
  const page = await open(site.url, [topic], site.member);
  await page.waitUntil(() => listReaders(page, topic)?.readers === 1, 'the reader');
  page.socket.emit('leave', [topic]);
  page.received.length = 0;
  await page.listen(topic, `${site.services.historyId}.${await site.readHead()}`);
  await page.waitUntil(() => listReaders(page, topic)?.readers === 1, 'the reader again');
  page.close();
});

test('a reader of a staff-only section appears only to those who can view it', async () => {
  const hiddenSection = await site.createSection();
  await site.hide(hiddenSection);
  const secret: Topic = `thread:${await site.createThread(site.admin, { section_id: hiddenSection })}`;
  const staff = await open(secondServer.url, [secret], site.admin);
  const member = await open(site.url, [onlineTopic], site.member);
  await exchange();
  await member.waitUntil(() => listNames(member)?.[0] === 'Alex', 'the Admin online, before the members');
  const position = `${site.services.historyId}.${await site.readHead()}`;
  expect(await member.join(secret, position)).toBe('refused');
  await staff.waitUntil(() => listReaders(staff, secret)?.readers === 1, 'the reader');
  expect(JSON.stringify(member.received)).not.toContain(secret.slice('thread:'.length));
  for (const page of [staff, member]) page.close();
});

test('a guest sees neither who is online nor who is reading', async () => {
  const topic: Topic = `thread:${await site.createThread()}`;
  const [guest, member] = [await open(site.url, [topic]), await open(site.url, [topic], site.member)];
  await guest.waitUntil(() => listReaders(guest, topic)?.readers === 2, 'two readers');
  expect(listReaders(guest, topic)?.members).toEqual([]);
  expect(await guest.join(onlineTopic, `${site.services.historyId}.${await site.readHead()}`)).toBe('refused');
  expect((await site.send('GET', '/presence')).status).toBe(401);
  for (const page of [guest, member]) page.close();
});

test('an Admin can turn presence off for the site, which is audited and can be undone', async () => {
  const topic: Topic = `thread:${await site.createThread()}`;
  const pages = [await open(site.url, [onlineTopic, topic], site.member), await open(site.url, [topic], site.other)];
  const [page] = pages as [TestListener];
  await page.waitUntil(() => listReaders(page, topic)?.readers === 2, 'two readers');
  await site.perform('PUT', '/admin/settings', { presence: 0 }, { as: site.admin });
  await page.waitUntil(() => listReaders(page, topic)?.readers === 0, 'no readers');
  await page.waitUntil(
    () => page.listRows(onlineTopic).at(-1)?.kind === 'online' && listNames(page)?.length === 0,
    'nobody',
  );
  expect(await site.get('/presence', site.member)).toEqual({ enabled: false, count: 0, guests: 0, members: [] });
  await exchange();
  expect(await site.services.vault.listPresence('', 10)).toEqual([]);
  const profile = await site.get<{ seen: unknown }>('/profile/Robin', site.member);
  expect(profile.seen).toBeNull();
  const [entry] = await site.get<{ id: string }[]>('/admin/audit?limit=1', site.admin);
  await site.perform('POST', `/admin/audit/${entry!.id}/undo`, { reason: 'Needed' }, { as: site.admin });
  await page.waitUntil(() => listReaders(page, topic)?.readers === 2, 'the readers again');
  for (const each of pages) each.close();
});
