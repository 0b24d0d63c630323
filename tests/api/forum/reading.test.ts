import type { PostRow } from '@guildhall/domain/wire/schemas/forum/posts.js';
import type { SectionRow } from '@guildhall/domain/wire/schemas/forum/sections.js';
import type { ThreadSummary } from '@guildhall/domain/wire/schemas/forum/threads.js';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { HttpResponse } from '../../support/site/exchange.js';
import { readPages } from '../../support/site/pages.js';
import { testSite } from '../../support/site/site.js';

const site = testSite();

const listIds = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);
const read = (path: string, as?: { cookie: string }, headers = {}) =>
  site.send('GET', path, undefined, { as, headers });
const getPosition = ({ headers }: HttpResponse) => headers['guildhall-position'] as string;

describe('section visibility', () => {
  async function buildSecrets() {
    const section = await site.createSection();
    const subsection = await site.createSubsection(section);
    const thread = await site.createThread(site.member, { section_id: section });
    const nestedThread = await site.createThread(site.member, { section_id: section, subsection_id: subsection });
    const reply = await site.createReply(thread);
    return { section, subsection, thread, below: nestedThread, reply };
  }

  /** Checks every address that could reveal a secret. */
  async function readAll(of: Awaited<ReturnType<typeof buildSecrets>>, as?: { cookie: string }) {
    const readStatus = async (path: string) => (await read(path, as)).status;
    const sections = await site.get<SectionRow[]>('/forums/sections', as);
    const recent = await site.get<ThreadSummary[]>('/forums/recent?limit=50', as);
    return {
      section: listIds(sections).includes(of.section),
      subsection: sections.some(({ subcategories }) => listIds(subcategories).includes(of.subsection)),
      recent: listIds(recent).includes(of.thread),
      recentBelow: listIds(recent).includes(of.below),
      statuses: [
        await readStatus(`/forums/subsections/${of.section}`),
        await readStatus(`/forums/threads?section_id=${of.section}`),
        await readStatus(`/forums/threads?section_id=${of.section}&subsection_id=${of.subsection}`),
        await readStatus(`/forums/threads/${of.thread}`),
        await readStatus(`/forums/threads/${of.below}`),
        await readStatus(`/forums/posts/${of.thread}`),
        await readStatus(`/forums/posts/${of.below}`),
      ],
    };
  }
  const everything = {
    section: true,
    subsection: true,
    recent: true,
    recentBelow: true,
    statuses: [200, 200, 200, 200, 200, 200, 200],
  };
  const noneReadable = {
    section: false,
    subsection: false,
    recent: false,
    recentBelow: false,
    statuses: [404, 404, 404, 404, 404, 404, 404],
  };

  test('hides a section and its content from everyone except Admins until it is shown again', async () => {
    const secrets = await buildSecrets();
    for (const who of [undefined, site.member, site.admin]) expect(await readAll(secrets, who)).toEqual(everything);
    await site.hide(secrets.section);
    expect(await readAll(secrets)).toEqual(noneReadable);
    expect(await readAll(secrets, site.member)).toEqual(noneReadable);
    expect(await readAll(secrets, site.admin)).toEqual(everything);
    await site.hide(secrets.section, null, false);
    for (const who of [undefined, site.member]) expect(await readAll(secrets, who)).toEqual(everything);
  });

  test('hides a subsection while its section stays visible', async () => {
    const secrets = await buildSecrets();
    await site.hide(secrets.section, secrets.subsection);
    const expected = { ...everything, subsection: false, recentBelow: false };
    expect(await readAll(secrets, site.member)).toEqual({ ...expected, statuses: [200, 200, 404, 200, 404, 200, 404] });
    expect(await site.get(`/forums/subsections/${secrets.section}`)).toEqual([]);
  });

  test('hides a deleted section from Admins too', async () => {
    const secrets = await buildSecrets();
    await site.perform('DELETE', `/forums/sections/${secrets.section}`, undefined, { as: site.admin });
    for (const who of [undefined, site.member, site.admin]) expect(await readAll(secrets, who)).toEqual(noneReadable);
  });

  test('responds with 404 to writes to hidden posts, even by their author', async () => {
    const secrets = await buildSecrets();
    await site.hide(secrets.section);
    const text = { title: 'A title', content: 'Text' };
    const calls: [string, string, object?][] = [
      ['POST', '/forums/threads', { section_id: secrets.section, ...text }],
      ['PUT', `/forums/threads/${secrets.thread}`, text],
      ['DELETE', `/forums/threads/${secrets.thread}`],
      ['POST', '/forums/posts', { thread_id: secrets.thread, content: 'Hi' }],
      ['PUT', `/forums/posts/${secrets.reply}`, { content: 'Hi' }],
      ['DELETE', `/forums/posts/${secrets.reply}`],
      ['PUT', '/forums/threads/123456', text],
      ['PUT', '/forums/posts/123456', { content: 'Hi' }],
    ];
    for (const [method, path, body] of calls) {
      const response = await site.send(method, path, body, { as: site.member });
      expect([response.status, response.json], path).toEqual([404, { error: 'Not found.', code: 'not-found' }]);
    }
  });

  test('does not count a hidden place and its content for others', async () => {
    const section = await site.createSection();
    const hiddenSubsection = await site.createSubsection(section);
    await site.createReply(await site.createThread(site.member, { section_id: section }));
    await site.createReply(
      await site.createThread(site.member, { section_id: section, subsection_id: hiddenSubsection }),
    );
    await site.hide(section, hiddenSubsection);
    const row = (await site.get<SectionRow[]>('/forums/sections')).find(({ id }) => id === section);
    expect(row).toMatchObject({ thread_count: 1, post_count: 2, subcategories: [] });
  });
});

describe('lists in pages', () => {
  test('returns every thread exactly once across pages, with pinned threads first', async () => {
    const section_id = await site.createSection();
    const threadIds: number[] = [];
    for (let i = 0; i < 21; i++)
      threadIds.push(await site.createThread(site.admin, { section_id, sticky: i % 4 === 0 }));
    await site.createReply(threadIds[1] ?? 0);
    const wholeList = await site.get<ThreadSummary[]>(`/forums/threads?section_id=${section_id}`);
    expect(listIds(wholeList).sort()).toEqual([...threadIds].sort());
    expect(wholeList.map(({ sticky }) => sticky)).toEqual(Array.from({ length: 21 }, (_, row) => row < 6));
    expect(wholeList[6]?.id).toBe(threadIds[1]);
    for (const limit of [1, 4, 6, 7, 20, 21, 22]) {
      const foundPages = await readPages<ThreadSummary>(
        site,
        `/forums/threads?section_id=${section_id}&limit=${limit}`,
      );
      expect(listIds(foundPages.flat()), `pages of ${limit}`).toEqual(listIds(wholeList));
      expect(foundPages).toHaveLength(Math.ceil(21 / limit));
    }
  });

  test('returns every reply exactly once across pages, in order from either end', async () => {
    const thread = await site.createThread();
    const replyIds: number[] = [];
    for (let i = 0; i < 17; i++) replyIds.push(await site.createReply(thread));
    await site.perform('DELETE', `/forums/posts/${replyIds[8]}`, undefined, { as: site.member });
    replyIds.splice(8, 1);
    for (const limit of [1, 5, 16, 17]) {
      const foundPages = await readPages<PostRow>(site, `/forums/posts/${thread}?limit=${limit}`);
      expect(listIds(foundPages.flat()), `pages of ${limit}`).toEqual(replyIds);
    }
    const backwards: number[] = [];
    let rows = await site.get<PostRow[]>(`/forums/posts/${thread}?last=5`);
    while (rows.length > 0) {
      backwards.unshift(...listIds(rows));
      rows = await site.get<PostRow[]>(`/forums/posts/${thread}?limit=5&before=${rows[0]?.order}`);
    }
    expect(backwards).toEqual(replyIds);
  });

  test('treats a null subsection as none, as request bodies do', async () => {
    const path = `/forums/threads?section_id=${site.section}`;
    const [none, ofNull] = [await read(path), await read(`${path}&subsection_id=null`)];
    expect([ofNull.status, ofNull.json]).toEqual([200, none.json]);
    expect((await read(`${path}&subsection_id=nil`)).status).toBe(400);
  });

  test("accepts only a limit from 1 to 1,000 and the list's own cursor", async () => {
    const thread = await site.createThread();
    for (const query of [
      'limit=0',
      'limit=1001',
      'limit=-1',
      'limit=x',
      'limit=1.5',
      'cursor=x',
      'before=1',
      'last=0',
    ]) {
      const response = await read(`/forums/posts/${thread}?${query}`);
      expect([query, response.status]).toEqual([query, 400]);
      expect(response.json).toMatchObject({ code: 'validation', field: query.split('=')[0] });
    }
    expect((await read(`/forums/posts/${thread}?limit=1000`)).status).toBe(200);
  });
});

describe('reading with an ETag', () => {
  test('responds with 304 to a matching ETag until something changes', async () => {
    const thread = await site.createThread();
    const path = `/forums/posts/${thread}`;
    const { headers } = await read(path);
    const conditional = { 'if-none-match': headers.etag };
    expect(headers['cache-control']).toBe('private, no-cache');
    expect(await read(path, undefined, conditional)).toMatchObject({ status: 304, text: '' });
    await site.createReply(thread);
    const changedResponse = await read(path, undefined, conditional);
    expect(changedResponse.status).toBe(200);
    expect(changedResponse.json).toHaveLength(1);
  });

  test('rejects a reader who lost access, even with a matching ETag', async () => {
    const section_id = await site.createSection();
    const thread = await site.createThread(site.member, { section_id });
    const { headers } = await read(`/forums/threads/${thread}`, site.member);
    await site.hide(section_id);
    const secondResponse = await read(`/forums/threads/${thread}`, site.member, { 'if-none-match': headers.etag });
    expect(secondResponse.status).toBe(404);
    expect((await read(`/forums/threads/${thread}`, site.admin, { 'if-none-match': headers.etag })).status).toBe(304);
  });
});

describe('reading while the projector is stopped', () => {
  const getRunner = () => site.server.projector['runner'];
  const measure = async (work: () => Promise<unknown>) => {
    const startedAt = performance.now();
    await work();
    return performance.now() - startedAt;
  };

  test('a write reports stale views after two seconds', async () => {
    const thread_id = await site.createThread();
    const post = () => site.send('POST', '/forums/posts', { thread_id, content: 'Hi' }, { as: site.member });
    await getRunner().pause();
    const responses: HttpResponse[] = [];
    expect(await measure(async () => responses.push(await post()))).toBeGreaterThan(1_900);
    responses.push(await post());
    for (const { status, json } of responses) {
      expect([status, json]).toEqual([201, { success: true, id: (json as { id: number }).id, stale: true }]);
    }
    expect(await site.get(`/forums/posts/${thread_id}`)).toEqual([]);
    getRunner().resume();
    const replies = await site.get<PostRow[]>(
      `/forums/posts/${thread_id}?after=${getPosition(responses[1] as HttpResponse)}`,
    );
    expect(listIds(replies)).toEqual(responses.map(({ json }) => (json as { id: number }).id));
    expect((await post()).json).not.toHaveProperty('stale');
  });

  test('a read after a position waits at most two seconds, and not for an invalid position', async () => {
    const thread_id = await site.createThread();
    await getRunner().pause();
    const { position } = await site.services.commands.account(
      { type: 'EndSessions', userId: site.other.id, sessionId: 'none' },
      { actorId: 'system', commandId: 'late', correlationId: 'test' },
    );
    const formatPath = (after: string) => `/forums/posts/${thread_id}?after=${after}`;
    const path = formatPath(`${site.services.historyId}.${position}`);
    expect(await measure(() => read(path))).toBeGreaterThan(1_900);
    getRunner().resume();
    const at = await read(path);
    expect(getPosition(at) >= `${site.services.historyId}.${position}`).toBe(true);
    const invalidPositions = [`${site.services.historyId}.${'9'.repeat(20)}`, `00000000.${'9'.repeat(20)}`, 'x', ''];
    const waitFor = vi.spyOn(site.services.views, 'waitFor');
    onTestFinished(() => waitFor.mockRestore());
    for (const after of invalidPositions) await read(formatPath(after));
    expect(waitFor).not.toHaveBeenCalled();
  });
});
