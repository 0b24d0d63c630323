import type {
  NotificationsResponse,
  WatchResponse,
  WatchRow,
} from '@guildhall/domain/wire/schemas/members/notifications.js';
import { beforeEach, describe, expect, test } from 'vitest';
import { type SiteMember, testSite } from '../../support/site/site.js';

const site = testSite();
let anna: SiteMember;
let bram: SiteMember;
beforeEach(async () => {
  anna = await site.createMember(site.createName());
  bram = await site.createMember(site.createName());
});

const getNotifications = (as = anna) => site.get<NotificationsResponse>('/notifications', as);
const listThreadsWithReplies = async (as = anna) =>
  (await getNotifications(as)).threads.map(({ thread_id }) => thread_id);
const watch = (kind: string, id: number, level: string | null, as = anna) =>
  site.perform('PUT', '/forums/watches', { kind, id, level }, { as });

describe('new replies in watched threads', () => {
  test('lists unread replies in threads that the member started, wrote in or watches', async () => {
    const [own, response, watchedThread, other] = [
      await site.createThread(anna),
      await site.createThread(bram),
      await site.createThread(bram),
      await site.createThread(bram),
    ];
    await site.createReply(response, anna);
    await watch('thread', watchedThread, 'watching');
    expect(await listThreadsWithReplies()).toEqual([watchedThread]); // Bram started it, and Anna has never read it.
    for (const thread of [own, response, watchedThread, other]) await site.createReply(thread, bram);
    expect(await listThreadsWithReplies()).toEqual([watchedThread, response, own]);
    await site.perform('PUT', `/forums/threads/${own}/read`, { order: '9'.repeat(20) }, { as: anna });
    expect(await listThreadsWithReplies()).toEqual([watchedThread, response]);
    await watch('thread', response, 'muted');
    expect(await listThreadsWithReplies()).toEqual([watchedThread]);
    await watch('thread', response, null);
    await site.createReply(response, anna);
    expect(await listThreadsWithReplies()).toEqual([watchedThread]); // In the other thread, the last reply is Anna's own.
  });

  test('lists every thread with new posts in a watched place and its subsections, except muted ones', async () => {
    const section = await site.createSection();
    const subsection = await site.createSubsection(section);
    const [quiet, earlierThread] = [
      await site.createThread(bram, { section_id: section }),
      await site.createThread(bram, { section_id: section }),
    ];
    await site.createReply(quiet, bram);
    await watch('section', section, 'watching');
    const firstThread = await site.createThread(bram, { section_id: section });
    const second = await site.createThread(bram, { section_id: section, subsection_id: subsection });
    expect((await getNotifications()).threads).toMatchObject([
      { thread_id: second, last_post_id: null, last_username: bram.name },
      { thread_id: firstThread, last_post_id: null, last_username: bram.name },
    ]);
    await watch('thread', firstThread, 'muted');
    expect(await listThreadsWithReplies()).toEqual([second]);
    const reply = await site.createReply(earlierThread, bram);
    expect((await getNotifications()).threads).toMatchObject([
      { thread_id: earlierThread, last_post_id: reply, others: 0 },
      { thread_id: second },
    ]);
    await watch('subsection', subsection, 'normal');
    expect(await listThreadsWithReplies()).toEqual([earlierThread]);
    await watch('thread', second, 'watching');
    await watch('thread', earlierThread, 'normal');
    expect(await listThreadsWithReplies()).toEqual([second]);
    const response = await site.get<WatchResponse>(`/forums/watches/${section}`, anna);
    expect(response).toEqual({ level: 'watching', applies: 'watching', default_level: 'normal', tells: true });
    const rows = await site.get<WatchRow[]>('/forums/watches', anna);
    expect(rows.map(({ id, level }) => [id, level])).toEqual([
      [second, 'watching'],
      [firstThread, 'muted'],
      [section, 'watching'],
    ]);
  });

  test("the level in effect is the thread's, or else its subsection's or section's", async () => {
    const section = await site.createSection();
    const subsection = await site.createSubsection(section);
    const thread = await site.createThread(bram, { section_id: section, subsection_id: subsection });
    const listStates = () =>
      Promise.all([thread, subsection, section].map((id) => site.get<WatchResponse>(`/forums/watches/${id}`, anna)));
    const listApplies = async () => (await listStates()).map((state) => state.applies);
    const listDefaults = async () => (await listStates()).map((state) => state.default_level);
    expect(await listApplies()).toEqual(['normal', 'normal', 'normal']);
    await watch('section', section, 'watching');
    expect(await listApplies()).toEqual(['watching', 'watching', 'watching']);
    await watch('subsection', subsection, 'muted');
    expect(await listApplies()).toEqual(['muted', 'muted', 'watching']);
    await watch('thread', thread, 'normal');
    expect(await listDefaults()).toEqual(['muted', 'watching', 'normal']);
    await watch('thread', thread, null);
    expect(await listApplies()).toEqual(['muted', 'muted', 'watching']);
    await site.createReply(thread, anna);
    expect(await listApplies()).toEqual(['watching', 'muted', 'watching']);
    await watch('thread', thread, 'normal');
    expect(await listApplies()).toEqual(['normal', 'muted', 'watching']);
    expect(await listDefaults()).toEqual(['watching', 'watching', 'normal']);
    await watch('thread', thread, null);
    await watch('subsection', subsection, null);
    expect(await listApplies()).toEqual(['watching', 'watching', 'watching']);
  });

  test('members who turn off automatic watching do not watch the threads that they write in afterwards', async () => {
    const earlierThread = await site.createThread(anna);
    const setAutoWatch = (auto_watch: boolean) =>
      site.perform('PUT', '/notifications/settings', { auto_watch }, { as: anna });
    await setAutoWatch(false);
    const [own, repliedThread] = [await site.createThread(anna), await site.createThread(bram)];
    await site.createReply(repliedThread, anna);
    const all = [earlierThread, own, repliedThread];
    for (const thread of all) await site.createReply(thread, bram);
    expect(await listThreadsWithReplies()).toEqual([earlierThread]);
    expect(await site.get<WatchResponse>(`/forums/watches/${own}`, anna)).toEqual({
      level: null,
      applies: 'normal',
      default_level: 'normal',
      tells: false,
    });
    expect((await site.get<{ id: number }[]>('/forums/recent/own?list=watched', anna)).map(({ id }) => id)).toEqual([
      earlierThread,
    ]);
    await setAutoWatch(true);
    await site.createReply(repliedThread, anna);
    await site.createReply(repliedThread, bram);
    expect(await listThreadsWithReplies()).toEqual([repliedThread, earlierThread]);
  });
});

test('lists new threads in other places even if one place is very busy', async () => {
  const [quiet, busy] = [await site.createSection(), await site.createSection()];
  for (const section of [quiet, busy]) await watch('section', section, 'watching');
  const firstThread = await site.createThread(bram, { section_id: quiet });
  for (let n = 0; n < 21; n++) await site.createThread(bram, { section_id: busy });
  expect(await listThreadsWithReplies()).toContain(firstThread);
});
