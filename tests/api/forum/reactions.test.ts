import type { PostRow, ReactionRow } from '@guildhall/domain/wire/schemas/forum/posts.js';
import type { ThreadRow, ThreadSummary } from '@guildhall/domain/wire/schemas/forum/threads.js';
import { describe, expect, test } from 'vitest';
import { readPages } from '../../support/site/pages.js';
import { type SiteMember, testSite } from '../../support/site/site.js';

const site = testSite();

type Kind = 'post' | 'thread';
const send = (kind: Kind, id: number, emoji: unknown, as?: SiteMember) =>
  site.send('PUT', '/forums/reactions', { kind, id, emoji }, { as });
const react = async (kind: Kind, id: number, emoji: string | null, as: SiteMember) =>
  expect((await send(kind, id, emoji, as)).json).toEqual({ success: true, id });
const readThreadRow = (id: number) => site.get<ThreadRow>(`/forums/threads/${id}`);
const readPeople = async (kind: Kind, id: number, as?: SiteMember) =>
  (await site.get<ReactionRow[]>(`/forums/reactions/${kind}/${id}/people`, as)).map(
    ({ username, emoji }) => `${username}: ${emoji}`,
  );
const readOwnReactions = (thread: number, as: SiteMember) =>
  site.get<Record<string, string>>(`/forums/reactions/${thread}`, as);

describe('reactions', () => {
  test("counts a reaction to a reply only in the reply's row", async () => {
    const thread = await site.createThread();
    const [first, second] = [await site.createReply(thread), await site.createReply(thread)];
    await react('post', first, 'like', site.member);
    await react('post', first, 'like', site.other);
    await react('post', first, 'wow', site.admin);
    const rows = await site.get<PostRow[]>(`/forums/posts/${thread}`);
    expect(rows.map(({ reactions }) => reactions)).toEqual([{ like: 2, wow: 1 }, {}]);
    expect((await readThreadRow(thread)).reactions).toEqual({});
    expect(await readPeople('post', first)).toEqual(['Alex: wow', 'Robin: like', 'Steve: like']);
    expect(await readPeople('post', second)).toEqual([]);
  });

  test('counts a reaction to a thread on its page and in lists', async () => {
    const section_id = await site.createSection();
    const thread = await site.createThread(site.member, { section_id });
    await react('thread', thread, 'party', site.other);
    expect((await readThreadRow(thread)).reactions).toEqual({ party: 1 });
    const [summary] = await site.get<ThreadSummary[]>(`/forums/threads?section_id=${section_id}`);
    expect(summary?.reactions).toEqual({ party: 1 });
    expect(await readPeople('thread', thread)).toEqual(['Robin: party']);
  });

  test('a reaction can be replaced and removed', async () => {
    const thread = await site.createThread();
    await react('thread', thread, 'like', site.member);
    await react('thread', thread, 'like', site.member);
    await react('thread', thread, 'love', site.member);
    expect((await readThreadRow(thread)).reactions).toEqual({ love: 1 });
    await react('thread', thread, null, site.member);
    expect((await readThreadRow(thread)).reactions).toEqual({});
    expect(await readPeople('thread', thread)).toEqual([]);
  });

  test("returns a member's own reactions one thread at a time, and only to them", async () => {
    const thread = await site.createThread();
    const [reply, other] = [await site.createReply(thread), await site.createReply(await site.createThread())];
    await react('thread', thread, 'like', site.member);
    await react('post', reply, 'sad', site.member);
    await react('post', other, 'wow', site.member);
    expect(await readOwnReactions(thread, site.member)).toEqual({ [thread]: 'like', [reply]: 'sad' });
    expect(await readOwnReactions(thread, site.other)).toEqual({});
    await react('post', reply, null, site.member);
    expect(await readOwnReactions(thread, site.member)).toEqual({ [thread]: 'like' });
    expect((await site.send('GET', `/forums/reactions/${thread}`)).json).toMatchObject({ error: 'Login first!' });
  });

  test('rejects reactions by guests, unknown reactions, and reactions to a missing post', async () => {
    const thread = await site.createThread();
    const readError = async (...args: Parameters<typeof send>) => {
      const { status, json } = await send(...args);
      return [status, (json as { error: string }).error];
    };
    expect(await readError('thread', thread, 'like')).toEqual([401, 'Login first!']);
    for (const emoji of ['👍', 'LIKE', '', 5, undefined, '__proto__', 'toString']) {
      expect((await readError('thread', thread, emoji, site.member))[0]).toBe(400);
    }
    expect((await readError('thread', 12345, 'like', site.member))[0]).toBe(404);
    expect((await readError('post', thread, 'like', site.member))[0], 'a thread is no reply').toBe(404);
    expect((await readThreadRow(thread)).reactions).toEqual({});
  });

  test('reacting in a place requires permission, but removing a reaction does not', async () => {
    const section_id = await site.createSection();
    const thread = await site.createThread(site.member, { section_id });
    await react('thread', thread, 'like', site.member);
    const rest = { can_view: 1, can_post: 1, can_reply: 1, can_delete_post: 0 };
    const entries = [{ role_id: 2, ...rest, can_emoji_react: 0 }];
    await site.perform('PUT', '/forums/permissions', { section_id, subsection_id: null, entries }, { as: site.admin });
    expect((await send('thread', thread, 'wow', site.member)).status).toBe(403);
    expect((await send('thread', thread, 'wow', site.other)).status).toBe(403);
    await react('thread', thread, 'wow', site.admin);
    await react('thread', thread, null, site.member);
    expect((await readThreadRow(thread)).reactions).toEqual({ wow: 1 });
  });

  test('a hidden place neither shows nor accepts reactions', async () => {
    const section_id = await site.createSection();
    const thread = await site.createThread(site.member, { section_id });
    const reply = await site.createReply(thread);
    await react('post', reply, 'like', site.member);
    await site.hide(section_id);
    for (const as of [undefined, site.member]) {
      for (const path of [`thread/${thread}`, `post/${reply}`]) {
        expect((await site.send('GET', `/forums/reactions/${path}/people`, undefined, { as })).status).toBe(404);
      }
    }
    expect((await site.send('GET', `/forums/reactions/${thread}`, undefined, { as: site.member })).status).toBe(404);
    expect((await send('post', reply, null, site.member)).status).toBe(404);
    expect(await readPeople('post', reply, site.admin)).toEqual(['Steve: like']);
  });

  test("retains an erased member's reaction without their name", async () => {
    const thread = await site.createThread();
    const erasedMember = await site.createMember(site.createName());
    await react('thread', thread, 'love', erasedMember);
    await site.perform('POST', `/admin/delete/${erasedMember.id}`, { texts: true }, { as: site.admin });
    expect(await readPeople('thread', thread)).toEqual(['[deleted]: love']);
    expect((await readThreadRow(thread)).reactions).toEqual({ love: 1 });
  });

  test('hides the reactions to a deleted reply', async () => {
    const thread = await site.createThread();
    const reply = await site.createReply(thread);
    await site.perform('DELETE', `/forums/posts/${reply}`, undefined, { as: site.member });
    expect((await send('post', reply, 'like', site.other)).status).toBe(404);
    expect((await site.send('GET', `/forums/reactions/post/${reply}/people`)).status).toBe(404);
    for (const path of ['wall/5', 'posts/5', `post/${thread}`, `thread/${reply}`]) {
      expect((await site.send('GET', `/forums/reactions/${path}/people`)).status, path).toBe(404);
    }
  });

  test('paginates reactions, newest first', async () => {
    const thread = await site.createThread();
    for (const as of [site.member, site.other, site.admin]) await react('thread', thread, 'like', as);
    for (const limit of [1, 2, 3]) {
      const pages = await readPages<ReactionRow>(site, `/forums/reactions/thread/${thread}/people?limit=${limit}`);
      expect(pages[0]).toHaveLength(limit);
      expect(pages.flat().map(({ username }) => username)).toEqual(['Alex', 'Robin', 'Steve']);
    }
  });
});
