import type { NotificationsResponse } from '@guildhall/domain/wire/schemas/members/notifications.js';
import type { PostRow } from '@guildhall/domain/wire/schemas/forum/posts.js';
import type { ThreadRow } from '@guildhall/domain/wire/schemas/forum/threads.js';
import type { SearchResponse } from '@guildhall/domain/wire/schemas/forum/search.js';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { readAccountArchive } from '../../support/site/account-archive.js';
import { type SiteMember, testSite } from '../../support/site/site.js';

const site = testSite();
let anna: SiteMember;
let bram: SiteMember;
beforeEach(async () => {
  anna = await site.createMember(site.createName());
  bram = await site.createMember(site.createName());
});

const password = 'correct horse battery';
const rename = async (member: SiteMember, username: string) => {
  await site.givePassword(member, password);
  await site.perform('PUT', '/account/username', { username, password }, { as: member });
};
const readOnlyReply = async (thread: number, as = bram): Promise<PostRow> => {
  const [row] = await site.get<PostRow[]>(`/forums/posts/${thread}`, as);
  if (!row) throw new Error('no reply');
  return row;
};
const readThreadRow = (id: number) => site.get<ThreadRow>(`/forums/threads/${id}`, bram);
const listMentions = async (as = anna) =>
  (await site.get<NotificationsResponse>('/notifications', as)).notices.filter(({ kind }) => kind === 'mention');
const edit = (id: number, content: string, as = bram) =>
  site.perform('PUT', `/forums/posts/${id}`, { content }, { as });

describe('mentions', () => {
  test("a mention shows the current name, even when editing, and never another member's", async () => {
    const [old, next] = [anna.name, site.createName()];
    const thread = await site.createThread(bram, { content: `Ask @${old.toLowerCase()}, not \`@${old}\`` });
    const reply = await site.createReply(thread, bram, `谢谢@${old}帮忙`);
    await rename(anna, next);
    const stranger = await site.createMember(site.createName());
    await rename(stranger, old);
    const link = `<a href="/profile/${next}">@${next}</a>`;
    const row = await readOnlyReply(thread);
    expect([row.content, row.content_html]).toEqual([`谢谢@${next}帮忙`, `<p>谢谢${link}帮忙</p>\n`]);
    expect((await readThreadRow(thread)).content).toBe(`Ask @${next}, not \`@${old}\``);
    await edit(reply, `${row.content}!`);
    expect(await listMentions(stranger)).toEqual([]);
    expect(await listMentions()).toHaveLength(2);
    await rename(anna, site.createName());
    expect((await readOnlyReply(thread)).content).not.toContain(next);
  });

  test('renders a mention of an erased member as deleted', async () => {
    const thread = await site.createThread(bram, { content: `Ask @${anna.name}` });
    await site.perform('POST', `/admin/delete/${anna.id}`, { texts: 0 }, { as: site.admin });
    const { content, content_html } = await readThreadRow(thread);
    expect([content, content_html]).toEqual(['Ask @[deleted]', '<p>Ask @[deleted]</p>\n']);
  });

  test("measures a post's length with mentions as typed", async () => {
    const content = `@${anna.name} `.repeat(1_600).padEnd(20_000, '.').slice(0, 20_000);
    const thread = await site.createThread(bram, { content });
    expect((await readThreadRow(thread)).content).toBe(content);
  });

  test("rejects a mention's stored form", async () => {
    const thread = await site.createThread(bram, {
      title: `Mark @\uFDD0${anna.id}\uFDD1`,
      content: `@\uFDD0${anna.id}\uFDD1`,
    });
    const { title, content } = await readThreadRow(thread);
    expect([title, content]).toEqual([`Mark @${anna.id}`, `@${anna.id}`]);
  });

  test("shows a mentioned member's current name on walls, in previews and in archives", async () => {
    const formerName = anna.name;
    await site.perform('POST', `/profile/${bram.name}/posts`, { content: `Hi @${formerName}` }, { as: bram });
    await rename(anna, site.createName());
    const profile = await site.get<{ posts: { content: string }[] }>(`/profile/${bram.name}`);
    expect(profile.posts[0]?.content).toMatch(/^Hi @Thing/);
    expect(profile.posts[0]?.content).not.toContain(formerName);
    const { accountText } = await readAccountArchive(site, bram);
    expect(accountText).not.toContain(`Hi @${formerName}`);
    expect(accountText).toContain('Hi @Thing');
  });
});

describe('mentions added by an edit', () => {
  test('notifies a member only of the first edit that mentions them', async () => {
    const thread = await site.createThread(bram);
    const reply = await site.createReply(thread, bram, 'Hello');
    await edit(reply, `Hello @${anna.name} and @${bram.name}`);
    expect(await listMentions()).toMatchObject([{ subject: { kind: 'post', id: reply }, username: bram.name }]);
    expect(await listMentions(bram)).toEqual([]);
    await edit(reply, 'Hello');
    await edit(reply, `Hello again @${anna.name}`);
    expect(await listMentions()).toHaveLength(1);
  });

  test("notifies members mentioned in a thread's edit, even if a moderator edits it", async () => {
    const thread = await site.createThread(bram);
    const content = `Hello @${anna.name}`;
    await site.perform('PUT', `/forums/threads/${thread}`, { title: 'A title', content }, { as: site.admin });
    expect(await listMentions()).toMatchObject([{ subject: { kind: 'thread', id: thread }, username: bram.name }]);
  });

  test('shows no notifications of mentions in hidden, deleted or ignored posts', async () => {
    const hiddenSection = await site.createSection();
    await site.hide(hiddenSection);
    const thread = await site.createThread(site.admin, { section_id: hiddenSection });
    const hiddenReply = await site.createReply(thread, site.admin, 'Hello');
    await edit(hiddenReply, `Hello @${anna.name}`, site.admin);
    expect(await listMentions()).toEqual([]);
    const open = await site.createThread(bram);
    const reply = await site.createReply(open, bram, 'Hello');
    await edit(reply, `Hello @${anna.name}`);
    await site.perform('DELETE', `/forums/posts/${reply}`, {}, { as: bram });
    expect(await listMentions()).toEqual([]);
    const otherReply = await site.createReply(open, bram, 'Hello');
    await edit(otherReply, `Hello @${anna.name}`);
    await site.perform('POST', `/profile/${bram.name}/ignore`, undefined, { as: anna });
    expect(await listMentions()).toEqual([]);
  });

  test('reading a thread does not mark a mention added by an edit as read', async () => {
    const thread = await site.createThread(bram);
    const reply = await site.createReply(thread, bram, 'Hello');
    await edit(reply, `Hello @${anna.name}`);
    await site.createReply(thread, bram, 'More');
    const { order } = (await site.get<PostRow[]>(`/forums/posts/${thread}`, anna)).at(-1) ?? {};
    await site.perform('PUT', `/forums/threads/${thread}/read`, { order }, { as: anna });
    expect(await listMentions()).toMatchObject([{ read: false }]);
  });
});

describe('searching for mentions', () => {
  const searchHits = async (q: string) => {
    const { results } = await site.get<SearchResponse>(`/search?q=${encodeURIComponent(q)}&type=all`, bram);
    return results.filter(({ kind }) => kind !== 'member').map(({ id, snippet_html }) => ({ id, snippet_html }));
  };

  test("finds posts by a mentioned member's current name, but not by the former one", async () => {
    const [old, next] = [anna.name, site.createName()];
    const thread = await site.createThread(bram, { content: `Ask @${old}, or look up ${old}s` });
    const reply = await site.createReply(thread, bram, `谢谢@${old}帮忙 quickly`);
    await edit(reply, `谢谢@${old}帮忙 slowly`);
    await vi.waitFor(async () =>
      expect((await searchHits(`"@${old}"`)).map(({ id }) => id).sort()).toEqual([thread, reply].sort()),
    );
    await rename(anna, next);
    await vi.waitFor(async () =>
      expect((await searchHits(`@${next}`)).map(({ id }) => id).sort()).toEqual([thread, reply].sort()),
    );
    expect(await searchHits(`"@${old}"`)).toEqual([]);
    expect((await searchHits(`slowly ${next}`)).map(({ snippet_html }) => snippet_html).join()).toContain(
      `<mark>${next}</mark>`,
    );
    await site.perform('POST', `/admin/delete/${anna.id}`, { texts: 0 }, { as: site.admin });
    await vi.waitFor(async () => expect(await searchHits(`"${next}"`)).toEqual([]));
    expect((await searchHits('slowly'))[0]?.snippet_html).toContain('@[deleted]');
  });

  test('finds mentions after a restart between the rename and the index update', async () => {
    const [old, next] = [anna.name, site.createName()];
    const thread = await site.createThread(bram, { content: `Ask @${old}` });
    await vi.waitFor(async () => expect(await searchHits(`"@${old}"`)).toHaveLength(1));
    await site.services.vault.editAccount(anna.id, () => ({ username: next }));
    await site.restart();
    await vi.waitFor(async () => expect(await searchHits(`"@${next}"`)).toMatchObject([{ id: thread }]));
  });
});
