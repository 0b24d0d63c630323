import { notificationKinds } from '@guildhall/domain/wire/kinds.js';
import type {
  NotificationSettings,
  NotificationsResponse,
  WatchRow,
} from '@guildhall/domain/wire/schemas/members/notifications.js';
import { loadNotificationSettings } from '@guildhall/server/notifications/notification-choices.js';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { getEmail, getPassword } from '../../support/site/member.js';
import { logIn, createPersonWithPassword } from '../../support/site/people.js';
import { type SiteMember, testSite } from '../../support/site/site.js';

const site = testSite();
let anna: SiteMember;
let bram: SiteMember;
beforeEach(async () => {
  anna = await site.createMember(site.createName());
  bram = await site.createMember(site.createName());
});

const readNotifications = (as = anna) => site.get<NotificationsResponse>('/notifications', as);
const listKinds = async (as = anna) => (await readNotifications(as)).notices.map(({ kind }) => kind);
const listThreadsWithReplies = async (as = anna) =>
  (await readNotifications(as)).threads.map(({ thread_id }) => thread_id);
const watch = (kind: string, id: number, level: string | null, as = anna) =>
  site.perform('PUT', '/forums/watches', { kind, id, level }, { as });
const onWall = (of: SiteMember, as: SiteMember) =>
  site.perform('POST', `/profile/${of.name}/posts`, { content: 'Hello!' }, { as });

describe('notifying a member', () => {
  test('a post in a watched thread that mentions the member is one notification', async () => {
    const thread = await site.createThread(anna);
    await site.createReply(thread, bram, `Ask @${anna.name}.`);
    const { notices, ...others } = await readNotifications();
    expect(others).toEqual({ unread: 1, threads: [], reminders: [] });
    await site.perform('PUT', '/notifications/read', { id: notices[0]?.id }, { as: anna });
    expect(await readNotifications()).toMatchObject({ unread: 0, threads: [] });
    await site.createReply(thread, bram, 'Nobody in particular.');
    expect(await readNotifications()).toMatchObject({ unread: 1, threads: [{ thread_id: thread }] });
  });

  test('lists notifications of mentions, quotes, follows and wall posts with links, newest first', async () => {
    const thread = await site.createThread(anna);
    const link = `/forums/thread/${thread}`;
    const mention = await site.createReply(thread, bram, `Ask @${anna.name.toUpperCase()}, not \`@${anna.name}\`.`);
    const quote = await site.createReply(thread, bram, `> @${anna.name} [wrote](${link}):\n> What it says\n\nYes`);
    await site.perform('POST', `/profile/${anna.name}/follow`, undefined, { as: bram });
    const wall = await onWall(anna, bram);
    const { notices: notifications, unread } = await readNotifications();
    const by = { user_id: bram.id, username: bram.name, read: false };
    const threadFields = { thread: { id: thread, title: 'A title' } };
    expect(notifications).toMatchObject([
      { kind: 'wall', subject: { kind: 'wallpost', id: wall.id }, wall_of: anna.name, thread: null, ...by },
      { kind: 'follow', subject: { kind: 'member', id: bram.id }, thread: null, ...by },
      { kind: 'quote', subject: { kind: 'post', id: quote }, ...threadFields, ...by },
      { kind: 'mention', subject: { kind: 'post', id: mention }, ...threadFields, ...by },
    ]);
    expect(unread).toBe(4);
    expect(await listKinds(bram)).toEqual([]);
  });

  test('notifies members whom a wall post or its reply mentions, unless they mute its author', async () => {
    const cas = await site.createMember(site.createName());
    await site.perform('POST', `/profile/${bram.name}/mute`, undefined, { as: cas });
    const content = `Hello @${anna.name} and @${cas.name}`;
    const post = await site.perform('POST', `/profile/${bram.name}/posts`, { content }, { as: bram });
    await site.perform('POST', `/profile/posts/${post.id}/replies`, { content }, { as: bram });
    const mention = { kind: 'mention', subject: { kind: 'wallpost', id: post.id }, wall_of: bram.name, thread: null };
    expect((await readNotifications()).notices).toMatchObject([mention, mention]);
    expect(await listKinds(cas)).toEqual([]);
    expect(await listKinds(bram)).toEqual([]);
  });

  test('notifies members of staff actions with actor and reason, and of report answers', async () => {
    const thread = await site.createThread(anna);
    await site.changeThread(thread, { locked: 1 });
    await site.perform('DELETE', `/forums/threads/${thread}`, { reason: 'Off topic' }, { as: site.admin });
    const report = await site.perform('POST', '/reports', { kind: 'bug', text: 'It creaks' }, { as: anna });
    await site.perform('POST', `/admin/reports/${report.id}/resolve`, { answer: 'Oiled' }, { as: site.admin });
    const { notices: notifications } = await readNotifications();
    const by = { user_id: site.admin.id, username: site.admin.name };
    expect(notifications).toMatchObject([
      { kind: 'report', subject: { kind: 'report', id: report.id }, reason: null },
      { kind: 'moderation', act: 'ThreadDeleted', thread: { id: thread }, reason: 'Off topic', ...by },
      { kind: 'moderation', act: 'ThreadLocked', reason: null, ...by },
    ]);
    expect(notifications[0]).not.toHaveProperty('username');
  });

  test('staff actions on one thread are a single notification, and are read together', async () => {
    const [thread, other] = [await site.createThread(anna), await site.createThread(anna)];
    for (const locked of [1, 0, 1]) await site.changeThread(thread, { locked });
    expect((await readNotifications()).unread).toBe(1);
    await site.changeThread(other, { locked: 1 });
    expect((await readNotifications()).unread).toBe(2);
    const [, newest] = (await readNotifications()).notices;
    await site.perform('PUT', '/notifications/read', { id: newest!.id }, { as: anna });
    expect(await readNotifications()).toMatchObject({
      unread: 1,
      notices: [{ thread: { id: other }, read: false }, { read: true }, { read: true }, { read: true }],
    });
    await site.changeThread(thread, { locked: 0 });
    expect((await readNotifications()).unread).toBe(2);
  });

  test('paginates notifications', async () => {
    for (let n = 0; n < 5; n++) await onWall(anna, bram);
    const seenIds: string[] = [];
    let next: string | null = '/notifications?limit=2';
    while (next !== null) {
      const response = await site.send('GET', next.replace('/api', ''), undefined, { as: anna });
      seenIds.push(...(response.json as NotificationsResponse).notices.map(({ id }) => id));
      next = /<([^>]+)>/.exec(String(response.headers.link ?? ''))?.[1] ?? null;
    }
    expect(seenIds).toHaveLength(5);
    expect(seenIds).toEqual([...new Set(seenIds)].sort().reverse());
  });
});

describe('removing and omitting notifications', () => {
  test('a member can remove one or all of the notifications they have read', async () => {
    await onWall(anna, bram);
    await onWall(anna, bram);
    const [newest, older] = (await readNotifications()).notices;
    await site.perform('PUT', '/notifications/read', { id: older!.id }, { as: anna });
    expect(await readNotifications()).toMatchObject({ unread: 1, notices: [{ read: false }, { read: true }] });
    await site.perform('PUT', '/notifications/read', {}, { as: anna });
    expect(await readNotifications()).toMatchObject({
      unread: 0,
      notices: [{ id: newest!.id, read: true }, { read: true }],
    });
    await onWall(anna, bram);
    expect((await readNotifications()).unread).toBe(1);
  });

  test('marking a notification as read again writes nothing', async () => {
    for (let n = 0; n < 3; n++) await onWall(anna, bram);
    const ids = (await readNotifications()).notices.map(({ id }) => id);
    const writes = vi.spyOn(site.services.vault, 'markRead');
    for (const read of [ids.slice(1), ids, ids]) {
      await site.perform('PUT', '/notifications/read', { ids: read }, { as: anna });
    }
    expect(writes.mock.calls.flatMap(([marks]) => marks)).toHaveLength(3);
    writes.mockRestore();
    expect((await readNotifications()).unread).toBe(0);
  });

  test("ignores a read mark in the future, or for another member's notification", async () => {
    await onWall(anna, bram);
    await onWall(bram, anna);
    const [foreign] = (await readNotifications(bram)).notices;
    await site.perform('PUT', '/notifications/read', { id: foreign!.id }, { as: anna });
    expect(await site.services.vault.readMarks(anna.id, [`notice:${foreign!.id}`])).toEqual([]);
    await site.perform('PUT', '/notifications/read', { up_to: '9'.repeat(20) }, { as: anna });
    expect((await readNotifications()).unread).toBe(0);
    await onWall(anna, bram);
    expect((await readNotifications()).unread).toBe(1);
  });

  test('shows no notification about a deleted reply to an existing wall post', async () => {
    const post = await onWall(bram, anna);
    const wallReply = await site.perform('POST', `/profile/posts/${post.id}/replies`, { content: 'Hi!' }, { as: bram });
    expect(await listKinds()).toEqual(['wall']);
    await site.perform('DELETE', `/profile/posts/${wallReply.id}`, {}, { as: bram });
    expect(await listKinds()).toEqual([]);
  });

  test("does not show the title of another member's deleted thread", async () => {
    const thread = await site.createThread(bram);
    const reply = await site.createReply(thread, anna);
    await site.perform('DELETE', `/forums/posts/${reply}`, {}, { as: site.admin });
    expect((await readNotifications()).notices).toMatchObject([{ act: 'ReplyDeleted', thread: { id: thread } }]);
    await site.perform('DELETE', `/forums/threads/${thread}`, {}, { as: bram });
    expect((await readNotifications()).notices).toMatchObject([{ act: 'ReplyDeleted', thread: null }]);
  });

  test("omits deleted and hidden threads from a member's watched threads", async () => {
    const section_id = await site.createSection();
    const [visibleThread, goneThread] = [await site.createThread(bram), await site.createThread(bram)];
    const within = await site.createThread(bram, { section_id });
    for (const id of [visibleThread, goneThread, within]) await watch('thread', id, 'watching');
    await watch('section', section_id, 'muted');
    const listIds = async () => (await site.get<WatchRow[]>('/forums/watches', anna)).map(({ id }) => id);
    expect(await listIds()).toEqual([section_id, within, goneThread, visibleThread]);
    await site.perform('DELETE', `/forums/threads/${goneThread}`, {}, { as: bram });
    await site.hide(section_id);
    expect(await listIds()).toEqual([visibleThread]);
    expect((await site.send('GET', `/forums/watches/${goneThread}`, undefined, { as: anna })).status).toBe(404);
    await site.hide(section_id, null, false);
    expect(await listIds()).toEqual([section_id, within, visibleThread]);
  });

  test('shows notifications of each kind only while the member has it turned on', async () => {
    await onWall(anna, bram);
    const thread = await site.createThread(anna);
    await site.createReply(thread, bram);
    await site.perform('PUT', '/notifications/choices', { wall: false, reply: false }, { as: anna });
    expect(await readNotifications()).toEqual({ unread: 0, threads: [], reminders: [], notices: [] });
    const choices = await site.get<Record<string, boolean>>('/notifications/choices', anna);
    expect(notificationKinds.filter((kind) => !choices[kind])).toEqual(['reply', 'wall']);
    const both = [{ follow: false }, { quote: false }];
    await Promise.all(both.map((choice) => site.perform('PUT', '/notifications/choices', choice, { as: anna })));
    const now = await site.get<Record<string, boolean>>('/notifications/choices', anna);
    expect(notificationKinds.filter((kind) => !now[kind])).toEqual(['reply', 'quote', 'wall', 'follow']);
    await site.perform('PUT', '/notifications/choices', { wall: true }, { as: anna });
    expect(await listKinds()).toEqual(['wall']);
  });

  test('stores how each kind is notified and the time zone, and turns watched threads off separately', async () => {
    const readSettings = () => site.get<NotificationSettings>('/notifications/settings', anna);
    expect(await readSettings()).toMatchObject({ page: { watch: true }, email: { watch: 'at-once' }, time_zone: null });
    const thread = await site.createThread(anna);
    await site.createReply(thread, bram);
    expect((await readNotifications()).threads).toHaveLength(1);
    const put = (body: object) => site.send('PUT', '/notifications/settings', body, { as: anna });
    await Promise.all([put({ page: { watch: false } }), put({ email: { mention: 'weekly' } })]);
    await put({ time_zone: 'Asia/Kathmandu' });
    expect(await readSettings()).toMatchObject({
      page: { watch: false, reply: true },
      email: { mention: 'weekly', reply: 'at-once' },
      time_zone: 'Asia/Kathmandu',
    });
    expect(await readNotifications()).toEqual({ unread: 0, threads: [], reminders: [], notices: [] });
    for (const body of [{ time_zone: 'Mars/Base' }, { email: { mention: 'often' } }, { page: { watch: 'no' } }])
      expect((await put(body)).status).toBe(400);
  });

  test("a login sets the browser's time zone only if the member has none, and ignores unknown ones", async () => {
    const person = await createPersonWithPassword(site);
    const readZone = async () => (await site.get<NotificationSettings>('/notifications/settings', person)).time_zone;
    for (const [time_zone, expected] of [
      ['Mars/Base', null],
      ['Asia/Tokyo', 'Asia/Tokyo'],
      ['Europe/Paris', 'Asia/Tokyo'],
    ]) {
      expect((await logIn(site, person.name, getPassword(person.name), { time_zone })).status).toBe(200);
      expect(await readZone()).toBe(expected);
    }
  });

  test("a registration stores the browser's time zone, and ignores an unknown one", async () => {
    for (const [time_zone, expected] of [
      ['Asia/Tokyo', 'Asia/Tokyo'],
      ['Mars/Base', null],
    ]) {
      const username = site.createName();
      const password = getPassword(username);
      const form = { username, email: getEmail(username), password, confirm_password: password };
      expect((await site.send('POST', '/register', { ...form, time_zone })).status).toBe(201);
      const account = await site.services.vault.findAccountByLogin(username);
      const settings = await loadNotificationSettings(site.services, account?.id ?? 0);
      expect(settings.time_zone).toBe(expected);
    }
  });

  test('a registration succeeds even if the time zone cannot be stored', async () => {
    const username = site.createName();
    const password = getPassword(username);
    const form = { username, email: getEmail(username), password, confirm_password: password };
    const editChoice = vi.spyOn(site.services.vault, 'editChoice').mockRejectedValueOnce(new Error('no vault'));
    expect((await site.send('POST', '/register', { ...form, time_zone: 'Asia/Tokyo' })).status).toBe(201);
    expect(editChoice).toHaveBeenCalledOnce();
    editChoice.mockRestore();
  });

  test('the first login and a settings change move a waiting digest to the new time zone', async () => {
    const person = await createPersonWithPassword(site);
    const delivery = {
      userId: person.id,
      channel: 'email',
      subject: 'daily',
      firstOrder: '1',
      lastOrder: '1',
    } as const;
    const dueAt = '2999-01-02T08:00:00.000Z';
    await site.services.vault.addDeliveries([
      { ...delivery, id: `email ${person.id} daily`, dueAt, attempts: 0, lastError: '' },
    ]);
    const listDueTimes = async () =>
      (await site.services.vault.listDeliveries(person.id)).map((storedDelivery) => storedDelivery.dueAt);
    await logIn(site, person.name, getPassword(person.name), { time_zone: 'Asia/Tokyo' });
    expect(await listDueTimes()).toEqual(['2999-01-01T23:00:00.000Z']);
    await site.perform('PUT', '/notifications/settings', { time_zone: 'America/New_York' }, { as: person });
    expect(await listDueTimes()).toEqual(['2999-01-02T13:00:00.000Z']);
  });

  test.each([
    ['ignore', '/ignored', '/muted'],
    ['mute', '/muted', '/ignored'],
  ])('shows no notifications of actions by members whom they %s', async (verb, list, otherList) => {
    const thread = await site.createThread(anna);
    await site.createReply(thread, bram, `@${anna.name}!`);
    await onWall(anna, bram);
    await site.perform('POST', `/profile/${anna.name}/follow`, undefined, { as: bram });
    const shownKinds = ['follow', 'wall', 'mention'];
    expect(await listKinds()).toEqual(shownKinds);
    await site.perform('POST', `/profile/${bram.name}/${verb}`, undefined, { as: anna });
    expect(await readNotifications()).toEqual({ unread: 0, threads: [], reminders: [], notices: [] });
    const listMembers = async (address: string) =>
      (await site.get<{ username: string }[]>(address, anna)).map(({ username }) => username);
    expect([await listMembers(list), await listMembers(otherList)]).toEqual([[bram.name], []]);
    await site.perform('POST', `/profile/${bram.name}/un${verb}`, undefined, { as: anna });
    expect(await listKinds()).toEqual(shownKinds);
    expect(await listMembers(list)).toEqual([]);
  });

  test('counts replies in a watched thread even if an ignored member replies later', async () => {
    const mila = await site.createMember(site.createName());
    const thread = await site.createThread(anna);
    await site.perform('POST', `/profile/${bram.name}/ignore`, undefined, { as: anna });
    const reply = await site.createReply(thread, mila);
    await site.createReply(thread, bram);
    expect((await readNotifications()).threads).toMatchObject([
      { thread_id: thread, last_post_id: reply, last_username: mila.name },
    ]);
    await site.createReply(thread, anna);
    await site.createReply(thread, bram);
    expect(await listThreadsWithReplies()).toEqual([]);
  });

  test('shows no notifications of deleted posts or posts in hidden places', async () => {
    const section = await site.createSection();
    const thread = await site.createThread(bram, { section_id: section });
    const reply = await site.createReply(thread, bram, `@${anna.name}!`);
    await watch('thread', thread, 'watching');
    expect([await listKinds(), await listThreadsWithReplies()]).toEqual([['mention'], []]);
    await site.createReply(thread, bram);
    expect(await listThreadsWithReplies()).toEqual([thread]);
    await site.hide(section);
    expect(await readNotifications()).toEqual({ unread: 0, threads: [], reminders: [], notices: [] });
    expect(await site.get('/forums/watches', anna)).toEqual([]);
    const refusal = await site.send(
      'PUT',
      '/forums/watches',
      { kind: 'section', id: section, level: 'watching' },
      { as: anna },
    );
    expect(refusal.status).toBe(404);
    expect((await site.send('GET', `/forums/watches/${thread}`, undefined, { as: anna })).status).toBe(404);
    await site.hide(section, null, false);
    expect(await listKinds()).toEqual(['mention']);
    await site.perform('DELETE', `/forums/posts/${reply}`, {}, { as: bram });
    expect(await listKinds()).toEqual([]);
  });
});
