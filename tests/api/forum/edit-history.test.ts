import type { PostRow, TextVersion } from '@guildhall/domain/wire/schemas/forum/posts.js';
import type { NotificationsResponse } from '@guildhall/domain/wire/schemas/members/notifications.js';
import type { ThreadRow } from '@guildhall/domain/wire/schemas/forum/threads.js';
import type { StoredEvent } from '@guildhall/event-store/port.js';
import { describe, expect, test, vi } from 'vitest';
import { createHolder, createRoleWith } from '../../support/site/holders.js';
import { readPages } from '../../support/site/pages.js';
import { type SiteMember, testSite } from '../../support/site/site.js';

const site = testSite();

const edit = (path: string, body: object, as = site.member, version?: string) =>
  site.send('PUT', path, body, { as, headers: version === undefined ? {} : { 'if-match': version } });
const readHistory = (path: string, as?: SiteMember) => site.send('GET', `${path}/history`, undefined, { as });
const readVersions = async (path: string, as: SiteMember) => (await readHistory(path, as)).json as TextVersion[];

describe('edit history', () => {
  test("lists a reply's versions oldest first, each with its author", async () => {
    const path = `/forums/posts/${await site.createReply(await site.createThread(), site.member, 'one')}`;
    await edit(path, { content: 'two' });
    await edit(path, { content: 'three' }, site.admin);
    const versions = await readVersions(path, site.member);
    expect(versions).toMatchObject([
      { version: 1, content: 'one', by: { id: site.member.id, username: 'Steve' } },
      { version: 2, content: 'two', by: { id: site.member.id, username: 'Steve' } },
      { version: 3, content: 'three', by: { id: site.admin.id, username: 'Alex' } },
    ]);
    expect(versions.map(({ at }) => at)).toEqual(versions.map(({ at }) => at).sort());
    expect(await readVersions(path, site.admin)).toEqual(versions);
  });

  test('each version of a thread contains title and content, and only edits create versions', async () => {
    const id = await site.createThread(site.member, { title: 'First', content: 'one' });
    const path = `/forums/threads/${id}`;
    await edit(path, { title: 'Second', content: 'one' });
    await edit(path, { title: 'Second', content: 'one', locked: 1 }, site.admin);
    await edit(path, { title: 'Second', content: 'two' });
    expect(await readVersions(path, site.member)).toMatchObject([
      { version: 1, title: 'First', content: 'one' },
      { version: 2, title: 'Second', content: 'one' },
      { version: 3, title: 'Second', content: 'two' },
    ]);
    expect((await site.get<ThreadRow>(path)).version).toBe(3);
  });

  test('locking a thread that names a member who registered later does not edit it', async () => {
    const name = site.createName();
    const content = `Ask @${name}`;
    const id = await site.createThread(site.member, { content });
    const named = await site.createMember(name);
    const locker = await createHolder(site, await createRoleWith(site, 'lock_topics'));
    await site.changeThread(id, { content, locked: 1 }, locker);
    const thread = await site.get<ThreadRow>(`/forums/threads/${id}`);
    expect(thread).toMatchObject({ content, locked: true, edited_at: null, version: 1 });
    expect((await site.get<NotificationsResponse>('/notifications', named)).notices).toEqual([]);
  });

  test('only the author and moderators can read versions, except those in a hidden place', async () => {
    const section_id = await site.createSection();
    const thread = await site.createThread(site.member, { section_id });
    const paths = [`/forums/threads/${thread}`, `/forums/posts/${await site.createReply(thread)}`];
    for (const path of paths) {
      expect((await readHistory(path)).status, 'a guest').toBe(401);
      expect((await readHistory(path, site.other)).status, 'another member').toBe(403);
    }
    await site.hide(section_id);
    for (const path of paths) {
      for (const as of [site.member, site.other]) expect((await readHistory(path, as)).status).toBe(404);
      expect((await readHistory(path, site.admin)).status).toBe(200);
    }
    for (const path of ['/forums/threads/12345', '/forums/posts/12345']) {
      expect((await readHistory(path, site.admin)).status).toBe(404);
    }
  });

  test('deleting a post or its thread removes its versions', async () => {
    const thread = await site.createThread();
    const [reply, other] = [await site.createReply(thread), await site.createReply(thread)];
    await site.perform('DELETE', `/forums/posts/${reply}`, undefined, { as: site.member });
    expect((await readHistory(`/forums/posts/${reply}`, site.member)).status).toBe(404);
    await site.perform('DELETE', `/forums/threads/${thread}`, undefined, { as: site.member });
    expect((await readHistory(`/forums/threads/${thread}`, site.member)).status).toBe(404);
    expect((await readHistory(`/forums/posts/${other}`, site.member)).status).toBe(404);
  });

  test('returns no versions of posts by an author whose posts are erased', async () => {
    const author = await site.createMember(site.createName());
    const thread = await site.createThread(author, { title: 'A secret', content: 'another' });
    await edit(`/forums/threads/${thread}`, { title: 'No secret', content: 'at all' }, author);
    await site.perform('POST', `/admin/delete/${author.id}`, { texts: true }, { as: site.admin });
    const by = { id: author.id, username: '[deleted]' };
    expect(await readVersions(`/forums/threads/${thread}`, site.admin)).toMatchObject([
      { version: 1, title: '[erased]', content: '[erased]', by },
      { version: 2, title: '[erased]', content: '[erased]', by },
    ]);
  });

  test("paginates a post's versions", async () => {
    const path = `/forums/posts/${await site.createReply(await site.createThread(), site.member, '1')}`;
    for (const content of ['2', '3', '4']) await edit(path, { content });
    for (const limit of [2, 3]) {
      const pages = await readPages<TextVersion>(site, `${path}/history?limit=${limit}`, site.member);
      expect(pages[0]).toHaveLength(limit);
      expect(pages.flat().map(({ version, content }) => [version, content])).toEqual([
        [1, '1'],
        [2, '2'],
        [3, '3'],
        [4, '4'],
      ]);
    }
  });

  test('each page of versions reads only part of a long stream', async () => {
    const thread = await site.createThread();
    const path = `/forums/threads/${thread}`;
    const edits = 40;
    for (let n = 0; n < edits; n++)
      await edit(path, { title: 'A title', content: String(n), locked: n % 2 }, site.admin);
    const read = vi.spyOn(site.services.log, 'readStream');
    for (let at = `${path}/history?limit=10`, version = 1; ; version += 10) {
      read.mockClear();
      const page = await site.send('GET', at, undefined, { as: site.member });
      expect((page.json as TextVersion[])[0]).toMatchObject({ version });
      const parts = await Promise.all(read.mock.results.map(({ value }) => value as Promise<StoredEvent[]>));
      expect(parts.flat().length).toBeLessThanOrEqual(50);
      const next = /<\/api([^>]+)>; rel="next"/.exec(String(page.headers.link))?.[1];
      if (next === undefined) return expect(version).toBe(41);
      at = next;
    }
  });
});

describe('editing with If-Match', () => {
  test('rejects the second of two edits based on the same version and overwrites nothing', async () => {
    const thread = await site.createThread();
    const id = await site.createReply(thread);
    const [row] = await site.get<PostRow[]>(`/forums/posts/${thread}`);
    const seenVersion = `"${row?.version}"`;
    const path = `/forums/posts/${id}`;
    expect((await edit(path, { content: 'by the first' }, site.member, seenVersion)).status).toBe(200);
    const second = await edit(path, { content: 'by the second' }, site.admin, seenVersion);
    expect([second.status, second.json]).toEqual([
      412,
      { error: 'Someone changed this in the meantime.', code: 'changed-since' },
    ]);
    const [now] = await site.get<PostRow[]>(`/forums/posts/${thread}`);
    expect(now).toMatchObject({ content: 'by the first', version: 2 });
    expect((await edit(path, { content: 'by the second' }, site.admin, String(now?.version))).status).toBe(200);
  });

  test('accepts only one of two concurrent edits', async () => {
    const path = `/forums/threads/${await site.createThread()}`;
    const { version } = await site.get<ThreadRow>(path);
    const texts = ['one', 'two'].map((content) => ({ title: 'A title', content }));
    const responses = await Promise.all(texts.map((body) => edit(path, body, site.member, `"${version}"`)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 412]);
    const winner = texts[responses.findIndex(({ status }) => status === 200)];
    expect(await site.get<ThreadRow>(path)).toMatchObject({ ...winner, version: 2 });
  });

  test('resending an edit returns the same response', async () => {
    const path = `/forums/posts/${await site.createReply(await site.createThread())}`;
    const editAgain = () =>
      site.send('PUT', path, { content: 'Edited' }, { as: site.member, key: 'an edit', headers: { 'if-match': '1' } });
    expect((await editAgain()).status).toBe(200);
    expect((await editAgain()).status).toBe(200);
  });

  test('rejects an If-Match header that is not a version', async () => {
    const thread = await site.createThread();
    for (const path of [`/forums/threads/${thread}`, `/forums/posts/${await site.createReply(thread)}`]) {
      const body = { title: 'A title', content: 'Edited' };
      for (const version of ['', 'abc', '"1" "2"']) {
        const response = await edit(path, body, site.member, version);
        expect([response.status, response.json], version).toMatchObject([
          400,
          { code: 'validation', field: 'if-match' },
        ]);
      }
    }
  });
});
