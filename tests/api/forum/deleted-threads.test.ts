import type { DeletedPostRow } from '@guildhall/domain/wire/schemas/forum/posts.js';
import type { DeletedThreadRow, ThreadSummary } from '@guildhall/domain/wire/schemas/forum/threads.js';
import { beforeAll, expect, test } from 'vitest';
import { TestUsers } from '../../support/calls/matrix.js';
import { readPages } from '../../support/site/pages.js';
import { type SiteMember, testSite } from '../../support/site/site.js';

const site = testSite();
let deleter: SiteMember;
let locker: SiteMember;
beforeAll(async () => {
  const users = new TestUsers(site);
  await users.prepare();
  deleter = await users.createOne('delete_topics');
  locker = await users.createOne('lock_topics');
});

const remove = (id: number, as: SiteMember) => site.perform('DELETE', `/forums/threads/${id}`, undefined, { as });
const readDeletedThreads = (section: number, as?: SiteMember) =>
  site.get<DeletedThreadRow[]>(`/forums/deleted?section_id=${section}`, as);

test("lists a place's deleted threads by latest activity, with who deleted them and when", async () => {
  const section_id = await site.createSection();
  const subsection_id = await site.createSubsection(section_id);
  const [first, second, visible, deep] = [
    await site.createThread(site.member, { section_id, title: 'First' }),
    await site.createThread(site.member, { section_id, title: 'Second' }),
    await site.createThread(site.member, { section_id, title: 'Kept' }),
    await site.createThread(site.member, { section_id, subsection_id, title: 'Deep' }),
  ];
  await remove(second, deleter);
  await remove(first, site.member);
  await remove(deep, deleter);
  const rows = await readDeletedThreads(section_id, deleter);
  expect(rows.map(({ title, deleted_by }) => [title, deleted_by])).toEqual([
    ['Second', deleter.name],
    ['First', site.member.name],
  ]);
  expect(rows[0]?.deleted_at).toMatch(/^\d{4}-.*Z$/);
  const listedThreads = await site.get<ThreadSummary[]>(`/forums/threads?section_id=${section_id}`, deleter);
  expect(listedThreads.map(({ id }) => id)).toEqual([visible]);
  const deletedInSubsection = await site.get<DeletedThreadRow[]>(
    `/forums/deleted?subsection_id=${subsection_id}`,
    deleter,
  );
  expect(deletedInSubsection.map(({ title }) => title)).toEqual(['Deep']);
});

test('no longer lists a restored thread as deleted', async () => {
  const section_id = await site.createSection();
  const id = await site.createThread(site.member, { section_id });
  await remove(id, deleter);
  await site.perform('POST', '/forums/threads/bulk', { action: 'restore', ids: [id] }, { as: deleter });
  expect(await readDeletedThreads(section_id, deleter)).toEqual([]);
  await remove(id, site.admin);
  expect((await readDeletedThreads(section_id, deleter)).map((row) => row.deleted_by)).toEqual([site.admin.name]);
});

test('lists each deleted thread exactly once across several pages', async () => {
  const section_id = await site.createSection();
  const ids: number[] = [];
  for (let n = 0; n < 5; n++) ids.push(await site.createThread(site.member, { section_id }));
  for (const id of ids) await remove(id, deleter);
  for (const limit of [2, 5]) {
    const rows = await readPages<DeletedThreadRow>(
      site,
      `/forums/deleted?section_id=${section_id}&limit=${limit}`,
      deleter,
    );
    expect(rows.flat().map(({ id }) => id)).toEqual(ids.toReversed());
  }
});

test('hides deleted threads from guests, members, other staff and those who cannot post there', async () => {
  const section_id = await site.createSection();
  await remove(await site.createThread(site.member, { section_id, title: 'Secret plan' }), deleter);
  const ask = async (as?: SiteMember) => {
    const { status, text } = await site.send('GET', `/forums/deleted?section_id=${section_id}`, undefined, { as });
    expect(text).not.toContain('Secret plan');
    return status;
  };
  expect([await ask(), await ask(site.member), await ask(locker)]).toEqual([401, 403, 403]);
  await site.hide(section_id);
  expect(await ask(deleter)).toBe(404);
  const flags = { can_view: 1, can_post: 0, can_reply: 1, can_delete_post: 0, can_emoji_react: 1 };
  const entries = [{ role_id: 2, ...flags }];
  await site.perform('PUT', '/forums/permissions', { section_id, subsection_id: null, entries }, { as: site.admin });
  expect(await ask(deleter)).toBe(403);
  expect(await readDeletedThreads(section_id, site.admin)).toHaveLength(1);
});

test('requires a section or subsection to list deleted threads', async () => {
  const refusal = await site.send('GET', '/forums/deleted', undefined, { as: deleter });
  expect([refusal.status, refusal.json]).toMatchObject([400, { field: 'section_id' }]);
});

test('lists all deleted replies to those who can restore them, and to others only their own', async () => {
  const writer = await site.createMember(site.createName());
  const thread = await site.createThread();
  const ownReply = await site.createReply(thread, writer, 'Mine');
  const otherReply = await site.createReply(thread, site.member, 'Theirs');
  await site.createReply(thread, writer, 'Kept');
  for (const id of [ownReply, otherReply]) await site.perform('DELETE', `/forums/posts/${id}`, {}, { as: deleter });
  const seenBy = async (as: SiteMember) =>
    (await site.get<DeletedPostRow[]>(`/forums/threads/${thread}/deleted`, as)).map((row) => [row.id, row.deleted_by]);
  expect(await seenBy(deleter)).toEqual([
    [ownReply, deleter.name],
    [otherReply, deleter.name],
  ]);
  expect((await seenBy(writer)).map(([id]) => id)).toEqual([ownReply]);
  expect(await seenBy(locker)).toEqual([]);
});
