import { setImmediate as nextTurn } from 'node:timers/promises';
import type { PlaceUnreadRow, ReadMarkRow } from '@guildhall/domain/wire/schemas/forum/reading.js';
import type { ThreadSummary } from '@guildhall/domain/wire/schemas/forum/threads.js';
import type { PostRow } from '@guildhall/domain/wire/schemas/forum/posts.js';
import type { NotificationsResponse } from '@guildhall/domain/wire/schemas/members/notifications.js';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createRandom } from '../../support/random.js';
import { type SiteMember, testSite } from '../../support/site/site.js';

const site = testSite();
let anna: SiteMember;
let bram: SiteMember;
beforeEach(async () => {
  anna = await site.createMember(site.createName());
  bram = await site.createMember(site.createName());
});

const readMark = async (thread: number, as = anna) =>
  (await site.get<ReadMarkRow[]>(`/forums/read?threads=${thread}`, as))[0];
const readNotifications = (as = anna) => site.get<NotificationsResponse>('/notifications', as);
const countUnreadNotifications = async (as = anna) =>
  (await readNotifications(as)).notices.filter(({ read }) => !read).length;
const read = (thread: number, order: string | null, as = anna) =>
  site.perform('PUT', `/forums/threads/${thread}/read`, { order }, { as });
const readOrder = async (thread: number, post: number) =>
  (await site.get<PostRow[]>(`/forums/posts/${thread}`, anna)).find(({ id }) => id === post)!.order;

describe('own posts and read marks', () => {
  test('shows a new thread as read to its author until another member replies', async () => {
    const thread = await site.createThread(anna);
    expect(await readMark(thread)).toMatchObject({ unread: false, seen: 0 });
    expect(await readMark(thread, bram)).toMatchObject({ unread: true, seen: null });
    await site.createReply(thread, bram);
    expect(await readMark(thread)).toMatchObject({ unread: true, seen: 0 });
  });

  test('replying in a thread marks earlier replies as read if the member had read it', async () => {
    const thread = await site.createThread(bram);
    const last = await site.createReply(thread, bram);
    await read(thread, await readOrder(thread, last));
    await site.createReply(thread, anna);
    await site.createReply(thread, anna);
    expect(await readMark(thread)).toMatchObject({ unread: false, seen: 3 });
    await site.createReply(thread, bram);
    expect(await readMark(thread)).toMatchObject({ unread: true, seen: 3 });
  });

  test('deleted replies do not count as unread', async () => {
    const thread = await site.createThread(bram);
    const firstReply = await site.createReply(thread, bram);
    await read(thread, await readOrder(thread, firstReply));
    for (let n = 0; n < 3; n++) {
      await site.perform('DELETE', `/forums/posts/${await site.createReply(thread, bram)}`, {}, { as: site.admin });
    }
    await site.createReply(thread, bram);
    expect(await readMark(thread)).toMatchObject({ unread: true, seen: 1 });
  });

  test.each(['thread', 'section'])('a thread is never unread while its %s is muted', async (kind) => {
    const section_id = await site.createSection();
    const thread = await site.createThread(bram, { section_id });
    const listUnread = async () =>
      (await site.get<PlaceUnreadRow[]>('/forums/read/places', anna)).find((row) => row.section_id === section_id)
        ?.threads;
    const mute = (level: 'muted' | null) =>
      site.perform(
        'PUT',
        '/forums/watches',
        { kind, id: kind === 'thread' ? thread : section_id, level },
        { as: anna },
      );
    await mute('muted');
    expect(await readMark(thread)).toMatchObject({ unread: false, muted: true });
    expect(await listUnread()).toEqual([]);
    await mute(null);
    expect(await readMark(thread)).toMatchObject({ unread: true, muted: false });
    expect(await listUnread()).toEqual([thread]);
  });

  test('replying does not mark earlier posts by others as read', async () => {
    const thread = await site.createThread(bram);
    await read(thread, null);
    await site.createReply(thread, bram);
    await site.createReply(thread, anna);
    expect(await readMark(thread)).toMatchObject({ unread: true, seen: 0 });
    const readInPart = await site.createThread(bram);
    const lastSeen = await site.createReply(readInPart, bram);
    await read(readInPart, await readOrder(readInPart, lastSeen));
    await site.createReply(readInPart, bram);
    await site.createReply(readInPart, anna);
    expect(await readMark(readInPart)).toMatchObject({ unread: true, seen: 1 });
    const neverOpened = await site.createThread(bram);
    await site.createReply(neverOpened, anna);
    expect(await readMark(neverOpened)).toMatchObject({ unread: true, order: null });
  });

  test("a member's own reply is read in the next request without delaying the response", async () => {
    const thread = await site.createThread(bram);
    await read(thread, null);
    let go = (): void => undefined;
    const gate = new Promise<void>((resolve) => (go = resolve));
    const { vault } = site.services;
    const readMarks = vault.readMarks.bind(vault);
    const readMarksSpy = vi
      .spyOn(vault, 'readMarks')
      .mockImplementationOnce((...args) => gate.then(() => readMarks(...args)));
    await site.createReply(thread, anna);
    expect(readMarksSpy).toHaveBeenCalledOnce();
    let isKnown = false;
    void site.services.readMarks.loadMarks(anna.id, [`thread:${thread}`]).then(() => (isKnown = true));
    for (let tick = 0; tick < 5; tick++) await nextTurn();
    expect(isKnown).toBe(false);
    const mark = readMark(thread);
    go();
    expect(await mark).toMatchObject({ unread: false, seen: 1 });
    readMarksSpy.mockRestore();
  });

  test("marks all of a member's concurrent replies as read", async () => {
    const threads = [await site.createThread(bram), await site.createThread(bram), await site.createThread(bram)];
    for (const thread of threads) await read(thread, null);
    const { readMarks, vault } = site.services;
    const real = vault.readMarks.bind(vault);
    const go: (() => void)[] = [];
    const readMarksSpy = vi.spyOn(vault, 'readMarks').mockImplementation(async (...args) => {
      if (go.length < 2) await new Promise<void>((resolve) => go.push(resolve));
      return real(...args);
    });
    const replies = threads.map((thread) => site.createReply(thread, anna));
    await expect.poll(() => go.length).toBe(1);
    go[0]?.();
    await expect.poll(() => go.length).toBe(2);
    let isKnown = false;
    const marks = readMarks.loadMarks(anna.id, []).then(() => (isKnown = true));
    for (let tick = 0; tick < 5; tick++) await nextTurn();
    expect(isKnown, 'the second of three is still being found out').toBe(false);
    go[1]?.();
    await Promise.all([...replies, marks]);
    readMarksSpy.mockRestore();
    for (const thread of threads) expect(await readMark(thread)).toMatchObject({ unread: false, seen: 1 });
  });

  test('an acknowledged reply is read by its author, even before the mark is stored', async () => {
    let store = (): void => undefined;
    const stored = new Promise<void>((resolve) => (store = resolve));
    const { vault } = site.services;
    const markRead = vault.markRead.bind(vault);
    const markReadSpy = vi
      .spyOn(vault, 'markRead')
      .mockImplementation((...marks) => stored.then(() => markRead(...marks)));
    const thread = await site.createThread(anna);
    for (let n = 0; n < 3; n++) await site.createReply(thread, anna);
    expect(await readMark(thread)).toMatchObject({ unread: false, seen: 3 });
    store();
    await site.services.readMarks.waitUntilSettled();
    markReadSpy.mockRestore();
    expect(await readMark(thread)).toMatchObject({ unread: false, seen: 3 });
  });
});

describe('marking notifications as read', () => {
  test('reading a thread or its whole place marks its notifications as read', async () => {
    const thread = await site.createThread(bram);
    const firstReply = await site.createReply(thread, bram, `@${anna.name}, one`);
    await site.createReply(thread, bram, `@${anna.name}, two`);
    expect(await countUnreadNotifications()).toBe(2);
    await read(thread, await readOrder(thread, firstReply));
    expect((await readNotifications()).notices.map((notification) => notification.read)).toEqual([false, true]);
    await site.perform('PUT', '/forums/read', { section_id: site.section }, { as: anna });
    expect(await readNotifications()).toMatchObject({ unread: 0 });
  });

  test('seeing a reply marks its notification as read, even if earlier replies are unread', async () => {
    const thread = await site.createThread(bram, { content: `Ask @${anna.name}.` });
    const reply = await site.createReply(thread, bram, `@${anna.name}!`);
    const markSeen = (texts: object[]) => site.perform('PUT', '/notifications/read', { seen: texts }, { as: anna });
    await markSeen([{ kind: 'post', id: thread }]);
    expect(await countUnreadNotifications()).toBe(2);
    await markSeen([{ kind: 'post', id: reply }]);
    expect((await readNotifications()).notices.map((notification) => notification.read)).toEqual([true, false]);
    await markSeen([{ kind: 'thread', id: thread }]);
    expect(await countUnreadNotifications()).toBe(0);
    expect(await readMark(thread)).toMatchObject({ unread: true, order: null });
  });

  test('seeing a wall post or wall reply marks its notification as read', async () => {
    const write = (to: string, as: SiteMember) => site.perform('POST', to, { content: 'Hello!' }, { as });
    const markReplySeen = (id: number) =>
      site.perform('PUT', '/notifications/read', { seen: [{ kind: 'wallpost', id }] }, { as: anna });
    const post = await write(`/profile/${anna.name}/posts`, bram);
    const reply = await write(`/profile/posts/${post.id}/replies`, bram);
    await markReplySeen(post.id);
    expect((await readNotifications()).notices.map((notification) => notification.read)).toEqual([false, true]);
    await markReplySeen(reply.id);
    expect(await countUnreadNotifications()).toBe(0);
  });

  test('seeing a thread does not mark a staff-action notification as read', async () => {
    const thread = await site.createThread(anna);
    await site.changeThread(thread, { locked: 1 });
    await site.perform('PUT', '/notifications/read', { seen: [{ kind: 'thread', id: thread }] }, { as: anna });
    await read(thread, '9'.repeat(20));
    expect(await countUnreadNotifications()).toBe(1);
  });

  test("marks several notifications as read in one call, but not another member's", async () => {
    for (let n = 0; n < 3; n++)
      await site.perform('POST', `/profile/${anna.name}/posts`, { content: 'Hi' }, { as: bram });
    const ids = (await readNotifications()).notices.slice(1).map(({ id }) => id);
    await site.perform('PUT', '/notifications/read', { ids }, { as: bram });
    expect(await countUnreadNotifications()).toBe(3);
    await site.perform('PUT', '/notifications/read', { ids }, { as: anna });
    expect((await readNotifications()).notices.map((notification) => notification.read)).toEqual([false, true, true]);
  });
});

test('marking a section as read includes its subsections, but a subsection is marked alone', async () => {
  const section_id = await site.createSection();
  const [inner, other] = [await site.createSubsection(section_id), await site.createSubsection(section_id)];
  const threads: number[] = [];
  const places = [{ section_id }, { section_id, subsection_id: inner }, { section_id, subsection_id: other }];
  for (const place of places) threads.push(await site.createThread(bram, place));
  const readUnread = async () => {
    const marks = await site.get<ReadMarkRow[]>(`/forums/read?threads=${threads.join(',')}`, anna);
    return threads.map((id) => marks.find(({ thread_id }) => thread_id === id)?.unread);
  };
  expect(await readUnread()).toEqual([true, true, true]);
  await site.perform('PUT', '/forums/read', { section_id, subsection_id: inner }, { as: anna });
  expect(await readUnread()).toEqual([true, false, true]);
  await site.perform('PUT', '/forums/read', { section_id }, { as: anna });
  expect(await readUnread()).toEqual([false, false, false]);
});

test('counts the other members who have replied in a watched thread since it was read', async () => {
  const thread = await site.createThread(anna);
  const [mila, cato] = [await site.createMember(site.createName()), await site.createMember(site.createName())];
  for (const as of [bram, mila, cato, mila]) await site.createReply(thread, as);
  const readRow = async () => (await readNotifications()).threads[0];
  expect(await readRow()).toMatchObject({ last_user_id: mila.id, last_username: mila.name, others: 2 });
  await site.perform('POST', `/profile/${cato.name}/ignore`, undefined, { as: anna });
  expect(await readRow()).toMatchObject({ others: 1 });
  const posts = await site.get<PostRow[]>(`/forums/posts/${thread}`, anna);
  await read(thread, posts[0]!.order);
  expect(await readRow()).toMatchObject({ others: 0 });
});

describe('unread marks after any sequence of reads, replies and hides', () => {
  test.each([1, 2, 3])(
    'counts the same threads as unread in lists, places and notifications (seed %i)',
    async (seed) => {
      const random = createRandom(seed);
      const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)]!;
      const section = await site.createSection();
      const subsection = await site.createSubsection(section);
      const places: { section_id: number; subsection_id?: number }[] = [
        { section_id: section },
        { section_id: section, subsection_id: subsection },
      ];
      const hiddenThreads = new Set<number>();
      const threads: number[] = [];
      const deletedThreads = new Set<number>();
      const actions: (() => Promise<unknown>)[] = [
        async () => threads.push(await site.createThread(pick([anna, bram]), pick(places))),
        () => site.createReply(pick(threads), pick([anna, bram]), pick(['A reply', `@${anna.name}!`])),
        () => site.createReply(pick(threads), bram),
        async () => {
          const thread = pick(threads);
          const posts = await site.get<PostRow[]>(`/forums/posts/${thread}`, site.admin);
          await read(thread, posts.length === 0 ? null : pick(posts).order);
        },
        () => site.perform('PUT', '/forums/read', pick(places), { as: anna }),
        async () => {
          const thread = pick(threads);
          const wasDeleted = deletedThreads.delete(thread);
          if (!wasDeleted) deletedThreads.add(thread);
          const path = `/forums/threads/${thread}${wasDeleted ? '/restore' : ''}`;
          await site.perform(wasDeleted ? 'POST' : 'DELETE', path, {}, { as: site.admin });
        },
        async () => {
          const wasHidden = hiddenThreads.delete(subsection);
          if (!wasHidden) hiddenThreads.add(subsection);
          await site.hide(section, subsection, !wasHidden);
        },
      ];
      // Actions on a deleted or hidden thread are refused and change nothing.
      const step = () => pick(threads.length === 0 ? actions.slice(0, 1) : actions)().catch(() => undefined);
      for (const place of places)
        await site.perform(
          'PUT',
          '/forums/watches',
          {
            kind: place.subsection_id ? 'subsection' : 'section',
            id: place.subsection_id ?? section,
            level: 'watching',
          },
          { as: anna },
        );
      for (let n = 0; n < 40; n++) {
        await step();
        if (threads.length === 0) continue;
        const marks = await site.get<ReadMarkRow[]>(`/forums/read?threads=${threads.join(',')}`, anna);
        const unread = marks.filter((mark) => mark.unread).map(({ thread_id }) => thread_id);
        const rows = (await site.get<PlaceUnreadRow[]>('/forums/read/places', anna)).filter(
          ({ section_id }) => section_id === section,
        );
        expect(rows.flatMap((row) => row.threads).sort()).toEqual([...unread].sort());
        expect(rows.every((row) => row.unread === row.threads.length)).toBe(true);
        const bell = await site.get<NotificationsResponse>('/notifications?limit=50', anna);
        const watchedIds = bell.threads.map(({ thread_id }) => thread_id);
        const recent = await site.get<ThreadSummary[]>('/forums/recent?limit=50', anna);
        // A last post with a mention has its own notification.
        const mentionedIn = new Set(bell.notices.map(({ thread, at }) => `${thread?.id} ${at}`));
        const repliedByOthers = new Set(
          recent
            .filter((row) => row.last_user_id !== anna.id && !mentionedIn.has(`${row.id} ${row.last_post_at}`))
            .map(({ id }) => id),
        );
        expect(watchedIds.sort()).toEqual(unread.filter((id) => repliedByOthers.has(id)).sort());
        const unreadNotifications = bell.notices.filter((notification) => !notification.read);
        const staffActions = unreadNotifications.filter(({ kind }) => kind === 'moderation');
        const moderatedIds = new Set(staffActions.map(({ thread }) => thread?.id)); // Each thread has one notification.
        expect(bell.unread).toBe(
          watchedIds.length + unreadNotifications.length - staffActions.length + moderatedIds.size,
        );
        const readThreads = new Set(marks.filter((mark) => !mark.unread).map(({ thread_id }) => thread_id));
        const mentions = unreadNotifications.filter(({ kind }) => kind === 'mention');
        expect(mentions.filter(({ thread }) => readThreads.has(thread!.id))).toEqual([]);
      }
    },
  );
});
