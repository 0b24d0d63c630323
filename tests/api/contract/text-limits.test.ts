import { streams } from '@guildhall/domain/events.js';
import { deriveAggregateId } from '@guildhall/domain/ids.js';
import { limits } from '@guildhall/domain/limits.js';
import type { AuditRow } from '@guildhall/domain/wire/schemas/staff/audit.js';
import type { PostRow, TextVersion } from '@guildhall/domain/wire/schemas/forum/posts.js';
import type { ThreadRow } from '@guildhall/domain/wire/schemas/forum/threads.js';
import { createLimits, type Limits } from '@guildhall/server/request/rate-limits.js';
import { testContext } from '@guildhall/server/testing/services.js';
import { computeMaxHtmlLength } from '@guildhall/server/text/render-budget.js';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { HttpResponse } from '../../support/site/exchange.js';
import { buildLongText, tablesText } from '../../support/processes/harmful-texts.js';
import { type SendOptions, testSite } from '../../support/site/site.js';

const site = testSite();
afterEach(() => {
  Object.assign(site.services.limits, createLimits(false));
  vi.restoreAllMocks();
});

const rawHtml = '<p>|a|a|';
/** A page with a single row may exceed the limit. */
const maxBytes = 1.05 * limits.listBytes;

/** Runs the command directly because the route would reject this content. */
async function createOldThread(content: string): Promise<number> {
  const { id, ...author } = site.member;
  const context = testContext(String(id));
  const threadId = deriveAggregateId(context.commandId);
  const place = { sectionId: site.section, subsectionId: null };
  const texts = {
    title: await site.services.texts.seal(id, `A title of ${author.name}`),
    content: await seal(content),
  };
  const command = { type: 'CreateThread' as const, threadId, place, ...texts, locked: false, sticky: false };
  await site.services.commands.thread(threadId, command, site.services.policy.getActor(id), context);
  return threadId;
}

async function createOldReply(threadId: number, content: string): Promise<number> {
  const context = testContext(String(site.member.id));
  const postId = deriveAggregateId(context.commandId);
  const command = { type: 'PostReply' as const, postId, threadId, content: await seal(content) };
  await site.services.commands.post(postId, command, site.services.policy.getActor(site.member.id), context);
  return postId;
}

const seal = (text: string) => site.services.texts.seal(site.member.id, text);
const get = (path: string, options?: SendOptions) =>
  site.send('GET', path, undefined, { timeoutMs: 60_000, ...options });

describe('posts with too much markup', () => {
  test('rejects posts with too much markup in every call that accepts Markdown', async () => {
    const thread = await site.createThread();
    const reply = await site.createReply(thread);
    const wall = `/profile/${site.other.name}/posts`;
    const { id: post } = await site.perform('POST', wall, { content: 'Hello' }, { as: site.member, prefix: '' });
    const head = await site.readHead();
    const content = tablesText;
    const calls: [string, string, object, SendOptions][] = [
      ['POST', '/forums/threads', { section_id: site.section, title: 'A title', content }, {}],
      ['PUT', `/forums/threads/${thread}`, { title: 'A title', content }, {}],
      ['POST', '/forums/posts', { thread_id: thread, content }, {}],
      ['PUT', `/forums/posts/${reply}`, { content }, {}],
      ['POST', wall, { content }, { prefix: '' }],
      ['POST', `/profile/posts/${post}/replies`, { content }, { prefix: '' }],
      ['POST', '/forums/preview', { content }, {}],
      ['PUT', '/admin/settings', { rules: content }, { as: site.admin }],
      ['POST', '/reports', { kind: 'bug', text: content }, {}],
    ];
    for (const [method, path, body, options] of calls) {
      const { status, json } = await site.send(method, path, body, { as: site.member, ...options });
      const field = { '/admin/settings': 'rules', '/reports': 'text' }[path] ?? 'content';
      expect([path, status, json]).toMatchObject([path, 400, { code: 'content-markup', field }]);
    }
    expect(await site.readHead()).toBe(head);
  });

  test('shows an existing post with too much markup as plain text everywhere', async () => {
    const thread = await createOldThread(tablesText);
    await createOldReply(thread, tablesText);
    await site.catchUpViews();
    await site.services.search.waitFor(await site.readHead(), 60_000);
    const maxLength = computeMaxHtmlLength(tablesText.length);
    const row = (await get(`/forums/threads/${thread}`)).json as ThreadRow;
    const [reply] = (await get(`/forums/posts/${thread}`)).json as PostRow[];
    for (const { content, content_html } of [row, reply as PostRow]) {
      expect(content).toBe(tablesText);
      expect(content_html.slice(0, rawHtml.length)).toBe(rawHtml);
      expect(content_html.length).toBeLessThan(maxLength);
    }
    const feed = await get('/feed.atom', { prefix: '' });
    expect(feed.text.length).toBeLessThan(maxBytes);
    const results = await get('/search?q=title');
    expect(results.text.length).toBeLessThan(100_000);
    expect((await get(`/forums/threads?section_id=${site.section}`)).text.length).toBeLessThan(100_000);
  });

  test('a thread with too much markup can still be changed in other ways', async () => {
    const thread = await createOldThread(tablesText);
    const path = `/forums/threads/${thread}`;
    const content = tablesText;
    await site.perform('PUT', path, { title: 'Another title', content, locked: true }, { as: site.admin });
    expect((await get(path)).json).toMatchObject({ title: 'Another title', locked: true });
    const firstEdit = await site.send(
      'PUT',
      path,
      { title: 'Another title', content: `${content}|` },
      { as: site.admin },
    );
    expect(firstEdit.status).toBe(400);
  });
});

describe('responses with long content', () => {
  const replies = 60;
  let thread: number;
  let ids: number[];
  beforeAll(async () => {
    thread = await createOldThread(buildLongText(0));
    ids = [];
    for (let n = 0; n < replies; n++) ids.push(await createOldReply(thread, buildLongText(n)));
    await site.catchUpViews();
  });

  async function readPages<Row>(path: string, rel: 'next' | 'prev', options: SendOptions = {}): Promise<Row[][]> {
    const all: Row[][] = [];
    for (let next: string | null = path; next !== null; options = { ...options, prefix: '' }) {
      const response = await get(next, options);
      expect(response.status).toBe(200);
      expect(response.text.length).toBeLessThan(maxBytes);
      all.push(response.json as Row[]);
      expect(all.at(-1), 'a linked page has rows').not.toEqual([]);
      next = findLink(response, rel);
    }
    return all;
  }
  const findLink = ({ headers }: HttpResponse, rel: string): string | null =>
    new RegExp(`<([^>]*)>; rel="${rel}"`).exec(String(headers.link ?? ''))?.[1] ?? null;
  const listIds = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);

  test('ends a page of long replies at about a megabyte and links the next page', async () => {
    const foundPages = await readPages<PostRow>(`/forums/posts/${thread}`, 'next');
    expect(foundPages.length).toBeGreaterThan(2);
    expect(foundPages[0]?.length).toBeGreaterThan(15);
    expect(listIds(foundPages.flat())).toEqual(ids);
    const from = await readPages<PostRow>(`/forums/posts/${thread}?from=${foundPages[1]?.[0]?.order}`, 'next');
    expect(listIds(from.flat())).toEqual(ids.slice(foundPages[0]?.length));
  });

  test('links the previous page when reading replies backwards', async () => {
    for (const query of ['last=100', `before=${'9'.repeat(20)}`]) {
      const foundPages = await readPages<PostRow>(`/forums/posts/${thread}?${query}`, 'prev');
      expect(foundPages.length).toBeGreaterThan(2);
      expect(listIds(foundPages.toReversed().flat())).toEqual(ids);
    }
  });

  test('links both neighbouring pages when reading the replies around a certain reply', async () => {
    const middleId = ids[30] ?? 0;
    for (const query of [`around=${middleId}`, 'number=31']) {
      const path = `/forums/posts/${thread}?${query}`;
      const laterPages = await readPages<PostRow>(path, 'next');
      expect(listIds(laterPages[0] ?? [])).toContain(middleId);
      const earlierPages = await readPages<PostRow>(path, 'prev');
      const all = [...earlierPages.slice(1).toReversed().flat(), ...laterPages.flat()];
      expect(listIds(all)).toEqual(ids);
    }
  });

  test('ends pages of long wall posts, versions, deleted replies, reports and staff actions early', async () => {
    const as = site.member;
    const wall = `/profile/${site.other.name}`;
    const versions = `/forums/posts/${await site.createReply(thread, as)}`;
    const { id: post } = await site.perform('POST', `${wall}/posts`, { content: 'Hello' }, { as, prefix: '' });
    const deletedThread = await site.createThread();
    for (let n = 0; n < 55; n++) {
      const content = buildLongText(n);
      await site.perform('PUT', versions, { content }, { as });
      await site.perform('POST', `/profile/posts/${post}/replies`, { content }, { as, prefix: '' });
      await site.perform('POST', '/reports', { kind: 'bug', text: content }, { as });
      const reply = await site.createReply(deletedThread, as, content);
      await site.perform('DELETE', `/forums/posts/${reply}`, undefined, { as: site.admin });
      await site.perform('POST', `${wall}/posts`, { content }, { as, prefix: '' });
    }
    const read = { as: site.admin };
    const counts = {
      versions: (await readPages<TextVersion>(`${versions}/history`, 'next', read)).map(({ length }) => length),
      'wall replies': (await readPages<object>(`/profile/posts/${post}/replies`, 'next')).map(({ length }) => length),
      deleted: (await readPages<object>(`/forums/threads/${deletedThread}/deleted`, 'next', read)).map(
        ({ length }) => length,
      ),
      'own reports': (await readPages<object>('/reports/mine', 'next', { as })).map(({ length }) => length),
      reports: (await readPages<object>('/admin/reports', 'next', read)).map(({ length }) => length),
    };
    const sum = (all: number[]) => all.reduce((a, b) => a + b, 0);
    for (const [of, sizes] of Object.entries(counts)) {
      expect([of, sizes.length > 1, sum(sizes) >= 55]).toEqual([of, true, true]);
    }
    const profile = await get(`${wall}?limit=50`, { prefix: '' });
    expect(profile.text.length).toBeLessThan(maxBytes);
    expect(findLink(profile, 'next')).not.toBe(null);
  });

  test('a feed contains only as many threads as fit into its maximum size', async () => {
    for (let n = 0; n < 30; n++) await createOldThread(buildLongText(n));
    await site.catchUpViews();
    const { text } = await get('/feed.atom', { prefix: '' });
    expect(text.length).toBeLessThan(1.5 * limits.listBytes); // The XML contains escaped HTML.
    expect(text.match(/<entry>/g)?.length).toBeGreaterThan(10);
  });

  test('ends a page of staff actions early if its edits are long', async () => {
    for (let n = 0; n < 30; n++) {
      const path = `/forums/posts/${ids[n]}`;
      await site.perform('PUT', path, { content: buildLongText(1_000 + n), reason: 'A test' }, { as: site.admin });
    }
    const auditPages = await readPages<AuditRow>('/admin/audit', 'next', { as: site.admin });
    expect(auditPages.flat().filter(({ reason }) => reason === 'A test')).toHaveLength(30);
  });
});

describe('repeated commands on one stream', () => {
  test('limits how often a member can edit, delete and restore the same post in an hour', async () => {
    const thread = await site.createThread();
    const [reply, another] = [await site.createReply(thread), await site.createReply(thread)];
    const limiter = createLimits(true);
    const exceptWrites: Limits = {
      take: async (kind, ...rest) => (kind === 'write' ? undefined : limiter.take(kind, ...rest)),
    };
    Object.assign(site.services.limits, exceptWrites);
    for (const [path, body] of [
      [`/forums/posts/${reply}`, { content: 'x' }],
      [`/forums/threads/${thread}`, { title: 'A title', content: 'x' }],
    ] as const) {
      for (let n = 0; n < 30; n++)
        await site.perform('PUT', path, { ...body, content: `Edit ${n}` }, { as: site.member });
      const head = await site.readHead();
      for (const method of ['PUT', 'DELETE']) {
        const refusal = await site.send(method, path, method === 'PUT' ? body : undefined, { as: site.member });
        expect([refusal.status, refusal.json]).toMatchObject([429, { code: 'too-many' }]);
        expect(Number(refusal.headers['retry-after'])).toBeGreaterThan(60);
      }
      expect(await site.readHead()).toBe(head);
    }
    await site.perform('PUT', `/forums/posts/${another}`, { content: 'x' }, { as: site.member });
    await site.perform('PUT', `/forums/posts/${reply}`, { content: 'x' }, { as: site.admin });
  });

  test('rejects a bulk call that lists a thread or member twice', async () => {
    const thread = await site.createThread();
    const head = await site.readHead();
    const calls = [
      ['/forums/threads/bulk', { action: 'lock', ids: Array.from({ length: 100 }, () => thread) }],
      ['/forums/threads/bulk', { action: 'lock', ids: [thread, String(thread)] }],
      ['/admin/users/bulk', { action: 'ban', ids: [site.other.id, site.other.id] }],
    ] as const;
    for (const [path, body] of calls) {
      const { status, json } = await site.send('POST', path, body, { as: site.admin });
      expect([status, json]).toMatchObject([400, { code: 'validation', field: 'ids' }]);
    }
    expect(await site.readHead()).toBe(head);
  });

  test('accepts two bulk calls of a hundred items in a minute, but not a third', async () => {
    const ids = Array.from({ length: 100 }, (_, n) => n + 1);
    Object.assign(site.services.limits, createLimits(true));
    const lockAll = () => site.send('POST', '/forums/threads/bulk', { action: 'lock', ids }, { as: site.admin });
    expect([(await lockAll()).status, (await lockAll()).status]).toEqual([200, 200]);
    const thirdResponse = await lockAll();
    expect([thirdResponse.status, thirdResponse.json]).toMatchObject([429, { code: 'too-many' }]);
    expect(Number(thirdResponse.headers['retry-after'])).toBeGreaterThan(0);
    await site.createThread(site.admin); // Other writes do not count towards this limit.
  });

  test("commands do not reread a post's history", async () => {
    const thread = await site.createThread();
    const reply = await site.createReply(thread);
    for (let n = 0; n < 20; n++) {
      await site.perform(
        'PUT',
        `/forums/threads/${thread}`,
        { title: 'A title', content: `${n}` },
        { as: site.member },
      );
      await site.perform('PUT', `/forums/posts/${reply}`, { content: `${n}` }, { as: site.member });
    }
    const countEventsReadBy = async (stream: string, command: () => Promise<unknown>): Promise<number> => {
      const readStream = vi.spyOn(site.services.log, 'readStream');
      await command();
      const results = await Promise.all(readStream.mock.results.map(({ value }) => value as Promise<unknown[]>));
      const events = readStream.mock.calls.map(([name], n) => (name === stream ? (results[n]?.length ?? 0) : 0));
      readStream.mockRestore();
      return events.reduce((a, b) => a + b, 0);
    };
    const [ofThread, ofReply] = [`/forums/threads/${thread}`, `/forums/posts/${reply}`];
    const as = { as: site.admin };
    const runBulk = (action: string) => site.perform('POST', '/forums/threads/bulk', { action, ids: [thread] }, as);
    const edit = { title: 'A title', content: 'x' };
    // If the follower has not yet processed the last event, the append conflicts and reads the new events.
    expect(await countEventsReadBy(streams.thread(thread), () => runBulk('lock'))).toBeLessThanOrEqual(1);
    expect(
      await countEventsReadBy(streams.thread(thread), () => site.perform('PUT', ofThread, edit, as)),
    ).toBeLessThanOrEqual(1);
    const editReply = () => site.perform('PUT', ofReply, { content: 'x' }, as);
    expect(await countEventsReadBy(streams.post(reply), editReply)).toBeLessThanOrEqual(1);
  });
});
