import type { PostRow } from '@guildhall/domain/wire/schemas/forum/posts.js';
import type { NotificationsResponse } from '@guildhall/domain/wire/schemas/members/notifications.js';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readAccountArchive } from '../../support/site/account-archive.js';
import { type SiteMember, testSite } from '../../support/site/site.js';

const site = testSite();
let anna: SiteMember;
let bram: SiteMember;
let thread: number;
let firstReply: number;
beforeAll(async () => {
  anna = await site.createMember('Anna');
  bram = await site.createMember('Bram');
});
beforeEach(async () => {
  thread = await site.createThread(site.admin);
  firstReply = await site.createReply(thread, anna, 'Where is the lever?');
});

const post = (reply_to: unknown, as = bram, more: object = {}) =>
  site.send('POST', '/forums/posts', { thread_id: thread, content: 'Under the stairs', reply_to, ...more }, { as });
const replyTo = async (target: unknown, as = bram, more: object = {}): Promise<number> => {
  const { status, json } = await post(target, as, more);
  expect(status).toBe(201);
  return (json as { id: number }).id;
};
const readRows = (as?: SiteMember) => site.get<PostRow[]>(`/forums/posts/${thread}`, as);
const readRow = async (id: number) => (await readRows()).find((row) => row.id === id);
const readRepliesTo = (id: number, query = '') => site.get<PostRow[]>(`/forums/posts/${id}/replies${query}`);
const remove = (id: number) => site.perform('DELETE', `/forums/posts/${id}`, {}, { as: site.admin });

describe('replying to a reply', () => {
  test("shows a reply's target, and counts and lists replies to it", async () => {
    const id = await replyTo(firstReply);
    const target = { id: firstReply, number: 0, deleted: false };
    expect(await readRows()).toMatchObject([
      { id: firstReply, reply_to: null, reply_count: 1 },
      { id, reply_to: target, reply_count: 0 },
    ]);
    expect(await readRepliesTo(firstReply)).toMatchObject([{ id, reply_to: target }]);
    expect(await readRepliesTo(id)).toEqual([]);
  });

  test.for<[string, () => unknown, boolean]>([
    ['a number', () => firstReply, true],
    ['a numeric string', () => String(firstReply), true],
    ['null', () => null, false],
    ['the word null', () => 'null', false],
    ['an empty string', () => '', false],
    ['nothing', () => undefined, false],
  ])("accepts %s as a reply's target", async ([, value, names]) => {
    const id = await replyTo(value());
    expect((await readRow(id))?.reply_to?.id).toBe(names ? firstReply : undefined);
  });

  test.for<[string, () => number | Promise<number>]>([
    ['the thread itself', () => thread],
    ['a reply of another thread', async () => site.createReply(await site.createThread())],
    ['a deleted reply', () => remove(firstReply).then(() => firstReply)],
    ['an unknown id', () => 123_456],
  ])('rejects a reply to %s', async ([, target]) => {
    const { status, json } = await post(await target());
    expect([status, json]).toMatchObject([400, { code: 'reply-to', field: 'reply_to' }]);
  });

  test.for([[-1], [1.5], ['abc'], [true], [{}], [[]]])('rejects the invalid target %j', async ([value]) => {
    const { status, json } = await post(value);
    expect([status, json]).toMatchObject([400, { code: 'validation', field: 'reply_to' }]);
  });

  test("marks a reply's target as deleted until it is restored", async () => {
    const id = await replyTo(firstReply);
    await remove(firstReply);
    expect((await readRow(id))?.reply_to).toEqual({ id: firstReply, number: 0, deleted: true });
    expect((await site.send('GET', `/forums/posts/${firstReply}/replies`)).status).toBe(404);
    await site.perform('POST', `/forums/posts/${firstReply}/restore`, {}, { as: site.admin });
    expect((await readRow(id))?.reply_to?.deleted).toBe(false);
    await remove(id);
    expect([await readRepliesTo(firstReply), (await readRow(firstReply))?.reply_count]).toEqual([[], 0]);
  });

  test('resending a reply returns the same response even after its target was deleted', async () => {
    const body = { thread_id: thread, content: 'Under the stairs', reply_to: firstReply };
    const send = () => site.send('POST', '/forums/posts', body, { as: bram, key: 'once' });
    const { json } = await send();
    await remove(firstReply);
    expect(await send()).toMatchObject({ status: 201, json: { id: (json as { id: number }).id } });
  });

  test('paginates the replies to a reply for those who can see the thread', async () => {
    const ids = [await replyTo(firstReply), await replyTo(firstReply), await replyTo(firstReply)];
    const [page] = [await readRepliesTo(firstReply, '?limit=2')];
    expect(page.map(({ id }) => id)).toEqual(ids.slice(0, 2));
    const rest = await readRepliesTo(firstReply, `?limit=2&cursor=${page[1]?.order}`);
    expect(rest.map(({ id }) => id)).toEqual(ids.slice(2));
    await site.perform('DELETE', `/forums/threads/${thread}`, {}, { as: site.admin });
    expect((await site.send('GET', `/forums/posts/${firstReply}/replies`, undefined, { as: site.admin })).status).toBe(
      404,
    );
  });

  test("an archive contains the author's reply targets", async () => {
    await replyTo(firstReply);
    const { accountText } = await readAccountArchive(site, bram);
    expect(accountText).toContain(`"reply_to":${firstReply}`);
  });
});

describe("notifying the target's author", () => {
  const listKinds = async (as = anna) => {
    const { notices } = await site.get<NotificationsResponse>('/notifications', as);
    return notices.filter((notification) => notification.thread?.id === thread).map(({ kind }) => kind);
  };

  test("notifies the target's author, and reading the thread marks the notification as read", async () => {
    const id = await replyTo(firstReply);
    const { notices } = await site.get<NotificationsResponse>('/notifications', anna);
    expect(notices[0]).toMatchObject({ kind: 'reply', subject: { kind: 'post', id }, username: 'Bram', read: false });
    const order = (await readRow(id))?.order;
    await site.perform('PUT', `/forums/threads/${thread}/read`, { order }, { as: anna });
    expect((await site.get<NotificationsResponse>('/notifications', anna)).notices[0]?.read).toBe(true);
  });

  test.for([
    ['they wrote the reply themselves', () => replyTo(firstReply, anna), []],
    ['it mentions them too', () => replyTo(firstReply, bram, { content: 'See @Anna' }), ['mention']],
    [
      'it quotes them too',
      () =>
        replyTo(firstReply, bram, {
          content: `> @Anna [wrote](/forums/thread/${thread}#post-${firstReply}):\n> Where\n\nHere`,
        }),
      ['quote'],
    ],
    [
      'they switched replies off',
      async () => {
        await site.perform('PUT', '/notifications/choices', { reply: false }, { as: anna });
        await replyTo(firstReply);
      },
      [],
    ],
  ] as const)("notifies the target's author as expected when %s", async ([, act, expected]) => {
    await act();
    expect(await listKinds()).toEqual(expected);
    await site.perform('PUT', '/notifications/choices', { reply: true }, { as: anna });
  });

  test('shows no notifications of replies by ignored members or in hidden places', async () => {
    const section = await site.createSection();
    thread = await site.createThread(site.admin, { section_id: section });
    firstReply = await site.createReply(thread, anna);
    await replyTo(firstReply);
    expect(await listKinds()).toEqual(['reply']);
    await site.perform('POST', '/profile/Bram/ignore', undefined, { as: anna });
    expect(await listKinds()).toEqual([]);
    await site.perform('POST', '/profile/Bram/unignore', undefined, { as: anna });
    await site.hide(section);
    expect(await listKinds()).toEqual([]);
  });
});
