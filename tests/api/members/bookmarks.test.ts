import { limits } from '@guildhall/domain/limits.js';
import type {
  Bookmark,
  BookmarkRow,
  NotificationsResponse,
} from '@guildhall/domain/wire/schemas/members/notifications.js';
import { TestListener } from '@guildhall/server/testing/test-listener.js';
import { createBookmark } from '@guildhall/server/testing/vault/vault-samples.js';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { readAccountArchive } from '../../support/site/account-archive.js';
import { type SiteMember, testSite } from '../../support/site/site.js';

const site = testSite({ live: { reminderIntervalMs: 20 } });
let anna: SiteMember;
let thread: number;
beforeEach(async () => {
  anna = await site.createMember(site.createName());
  thread = await site.createThread();
});

const save = (kind: string, id: number, body: object = {}, as = anna) =>
  site.send('PUT', `/bookmarks/${kind}/${id}`, body, { as });
const remove = (kind: string, id: number) => site.send('DELETE', `/bookmarks/${kind}/${id}`, undefined, { as: anna });
const readBookmarks = (query = '') => site.get<BookmarkRow[]>(`/bookmarks${query}`, anna);
const readNotifications = (as = anna) => site.get<NotificationsResponse>('/notifications', as);
const formatMsFromNow = (ms: number) => new Date(Date.now() + ms).toISOString();

/** Sets a reminder in the past, which the API refuses. */
async function remind(id: number, dueMs = -1_000): Promise<void> {
  const bookmark = {
    ...createBookmark(anna.id, id),
    order: `${formatMsFromNow(0)}.${id}`,
    remindAt: formatMsFromNow(dueMs),
  };
  await site.services.vault.saveBookmark(bookmark, limits.bookmarks);
}

describe('managing bookmarks', () => {
  test('lists bookmarked threads and replies with their notes, newest first', async () => {
    const reply = await site.createReply(thread, site.other, 'Bring **rope**.');
    await save('thread', thread, { note: '  Read on Sunday ' });
    await save('post', reply, { remind_at: '2099-01-01T12:00:00+01:00' });
    const sharedFields = { thread_id: thread, title: 'A title' };
    expect(await readBookmarks()).toMatchObject([
      {
        ...sharedFields,
        kind: 'post',
        id: reply,
        content: 'Bring rope.',
        note: '',
        remind_at: '2099-01-01T11:00:00.000Z',
      },
      { ...sharedFields, kind: 'thread', id: thread, content: 'What it says', note: 'Read on Sunday', remind_at: null },
    ]);
    const threadBookmarks = await site.get<Bookmark[]>(`/bookmarks/threads/${thread}`, anna);
    expect(threadBookmarks.map(({ kind, id }) => [kind, id])).toEqual([
      ['post', reply],
      ['thread', thread],
    ]);
    expect(await site.get('/bookmarks', site.other)).toEqual([]);
    expect(await site.get(`/bookmarks/threads/${thread}`, site.other)).toEqual([]);
  });

  test('paginates bookmarks', async () => {
    const threads = [thread, await site.createThread(), await site.createThread()];
    for (const id of threads) await save('thread', id);
    const firstPage = await site.send('GET', '/bookmarks?limit=2', undefined, { as: anna });
    const next = /<\/api([^>]+)>; rel="next"/.exec(String(firstPage.headers.link))?.[1] ?? '';
    const ids = [...(firstPage.json as BookmarkRow[]), ...(await site.get<BookmarkRow[]>(next, anna))].map(
      ({ id }) => id,
    );
    expect(ids).toEqual(threads.toReversed());
  });

  test('a bookmark can be changed in place, and removing it again has no effect', async () => {
    const otherThread = await site.createThread();
    await save('thread', thread, { note: 'First' });
    await save('thread', otherThread);
    for (let n = 0; n < 2; n++) await save('thread', thread, { note: 'Second' });
    expect((await readBookmarks()).map(({ id, note }) => [id, note])).toEqual([
      [otherThread, ''],
      [thread, 'Second'],
    ]);
    for (let n = 0; n < 2; n++) expect((await remove('thread', thread)).status).toBe(200);
    expect((await readBookmarks()).map(({ id }) => id)).toEqual([otherThread]);
  });

  test('rejects bookmarks of missing or hidden targets, past reminders, and too many bookmarks', async () => {
    const section = await site.createSection();
    const hiddenThread = await site.createThread(site.admin, { section_id: section });
    await site.hide(section);
    for (const [kind, id] of [
      ['thread', hiddenThread],
      ['thread', 999_999],
      ['post', thread],
      ['wallpost', thread],
    ] as const)
      // prettier-ignore
      expect((await save(kind, id)).status, `${kind} ${id}`).toBe(404);
    expect((await save('thread', thread, { remind_at: formatMsFromNow(-1_000) })).json).toMatchObject({
      code: 'reminder-past',
    });
    expect((await save('thread', thread, { note: 'x'.repeat(501) })).status).toBe(400);
    const saveSpy = vi.spyOn(site.services.vault, 'saveBookmark').mockResolvedValueOnce(false);
    expect((await save('thread', thread)).json).toMatchObject({ code: 'bookmarks-full' });
    expect(saveSpy.mock.calls[0]?.[1]).toBe(1_000);
    saveSpy.mockRestore();
  });

  test('a bookmark reveals nothing about a deleted or hidden target, but can be removed', async () => {
    const section = await site.createSection();
    const hiddenThread = await site.createThread(site.admin, { section_id: section, title: 'Secret plans' });
    const deletedThread = await site.createThread(site.member, { title: 'Secret plans' });
    const reply = await site.createReply(thread, site.member, 'Secret plans');
    for (const id of [hiddenThread, deletedThread]) await save('thread', id, { note: 'Mine' });
    await save('post', reply);
    await site.hide(section);
    await site.perform('DELETE', `/forums/threads/${deletedThread}`, {}, { as: site.admin });
    await site.perform('DELETE', `/forums/posts/${reply}`, {}, { as: site.admin });
    const rows = await readBookmarks();
    expect(JSON.stringify(rows)).not.toContain('Secret');
    expect(rows).toMatchObject([
      { id: reply, title: null, content: null },
      { id: deletedThread, title: null, content: null, note: 'Mine' },
      { id: hiddenThread, title: null, content: null, note: 'Mine' },
    ]);
    for (const { kind, id } of rows) await remove(kind, id);
    expect(await readBookmarks()).toEqual([]);
  });

  test('exports bookmarks with the account and erases them with it', async () => {
    await save('thread', thread, { note: 'Private', remind_at: '2099-01-01T12:00:00Z' });
    await site.givePassword(anna, 'a long password');
    const fields = { kind: 'thread', id: thread, thread_id: thread, remind_at: '2099-01-01T12:00:00.000Z' };
    const { account } = await readAccountArchive<{ bookmarks: object[] }>(site, anna);
    expect(account.bookmarks).toMatchObject([{ ...fields, note: 'Private' }]);
    const [stored] = await site.services.vault.findBookmarksBefore(anna.id, null, 1);
    expect(stored?.note).toMatch(new RegExp(`^~${anna.id}\\.`));
    await site.perform('POST', `/admin/delete/${anna.id}`, { reason: 'They asked for it' }, { as: site.admin });
    expect(await site.services.vault.findBookmarksBefore(anna.id, null, 1)).toEqual([]);
  });
});

describe('reminders', () => {
  test('a due reminder is shown as a notification until it is opened or all are marked as read', async () => {
    const otherThread = await site.createThread();
    await remind(thread, -2_000);
    await remind(otherThread, -1_000);
    await save('thread', await site.createThread(), { remind_at: formatMsFromNow(60_000) });
    expect(await readNotifications()).toMatchObject({ unread: 2, reminders: [{ id: thread }, { id: otherThread }] });
    const markSeen = (body: object) => site.perform('PUT', '/notifications/read', body, { as: anna });
    await markSeen({ seen: [{ kind: 'thread', id: otherThread }] });
    await markSeen({ reminders: [{ kind: 'thread', id: thread }] });
    expect(await readNotifications()).toMatchObject({ unread: 1, reminders: [{ id: otherThread }] });
    await markSeen({});
    expect(await readNotifications()).toMatchObject({ unread: 0, reminders: [] });
    expect((await readBookmarks()).map(({ remind_at }) => remind_at !== null)).toEqual([true, false, false]);
  });

  test('sends a reminder once, even with two servers and a page on each', async () => {
    const second = await site.startSecond();
    const urls = [site.url, second.url];
    const listeners = await Promise.all(
      urls.map((url) => TestListener.open(url, { cookie: anna.cookie, origin: url })),
    );
    try {
      const topic = `member:${anna.id}` as const;
      const position = `${site.services.historyId}.${await site.readHead()}`;
      for (const listener of listeners) await listener.listen(topic, position);
      await save('thread', thread, { remind_at: formatMsFromNow(250) });
      const read = async (url: string) => {
        const response = await fetch(`${url}/api/notifications`, { headers: { cookie: anna.cookie } });
        return (await response.json()) as NotificationsResponse;
      };
      // The other server's page receives only the due reminder, not the earlier bookmark change.
      await listeners[1]?.waitUntil(() => (listeners[1]?.listRows(topic).length ?? 0) > 0, 'the reminder');
      expect(listeners[1]?.listRows(topic)[0]).toMatchObject({ kind: 'bookmarks', id: anna.id });
      for (const url of urls) expect(await read(url)).toMatchObject({ unread: 1, reminders: [{ id: thread }] });
      await site.perform('PUT', '/notifications/read', {}, { as: anna });
      for (const url of urls) expect(await read(url)).toMatchObject({ unread: 0, reminders: [] });
    } finally {
      for (const listener of listeners) listener.close();
      await second.stop();
    }
  });

  test("only the member's own pages receive bookmark changes", async () => {
    const position = `${site.services.historyId}.${await site.readHead()}`;
    const page = await TestListener.open(site.url, { cookie: anna.cookie });
    const otherListener = await TestListener.open(site.url, { cookie: site.other.cookie });
    await page.listen(`member:${anna.id}`, position);
    await otherListener.listen(`member:${site.other.id}`, position);
    await save('thread', thread);
    await page.waitUntil(() => page.listRows(`member:${anna.id}`).length === 1, 'the bookmark');
    await remove('thread', thread);
    await page.waitUntil(() => page.listRows(`member:${anna.id}`).length === 2, 'its removal');
    expect(otherListener.listRows(`member:${site.other.id}`)).toEqual([]);
    for (const listener of [page, otherListener]) listener.close();
  });
});
