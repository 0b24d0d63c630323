import { createOperations } from '@guildhall/server/app.js';
import { beforeAll, describe, expect, test } from 'vitest';
import { TestUsers } from '../../support/calls/matrix.js';
import { type SiteMember, testSite } from '../../support/site/site.js';
import { findValidCall } from '../../support/calls/valid-calls.js';
import { buildPath } from '../../support/calls/valid-calls/valid-call.js';

/** This mark appears in every name and post that only an Admin may see. */
const mark = 'Zyxomma';

const site = testSite();
/**
 * The readers are a guest, a member who wrote in the place before it was hidden, one who never did, and a moderator.
 */
const people: Record<string, SiteMember | undefined> = { guest: undefined };
let hiddenPlaces: number[] = [];
/** The ids of threads that were once in the hidden section or subsection. */
let movedThreads: number[] = [];
const listReads = () => createOperations(site.services).filter(({ method }) => method === 'get');

beforeAll(async () => {
  const testUsers = new TestUsers(site);
  await testUsers.prepare();
  people['other'] = site.other;
  people['moderator'] = await testUsers.createOne('moderate_comments');
  people['deleter'] = await testUsers.createOne('delete_topics');
  hiddenPlaces = await hide();
});

async function hide(): Promise<number[]> {
  const names = { name: `${mark}1`, display_name: `${mark} section`, description: mark };
  const section = (await site.perform('POST', '/forums/sections', names, { as: site.admin })).id;
  const subsectionFields = { section_id: section, name: `${mark}2`, description: mark };
  const subsection = (await site.perform('POST', '/forums/subsections', subsectionFields, { as: site.admin })).id;
  const texts = { title: `${mark} title`, content: `${mark} text` };
  const thread = await site.createThread(site.member, { ...texts, section_id: section });
  const nestedThread = await site.createThread(site.member, {
    ...texts,
    section_id: section,
    subsection_id: subsection,
  });
  const movedThread = await site.createThread(site.member, texts);
  const replies = [
    await site.createReply(thread, site.member, mark),
    await site.createReply(movedThread, site.member, mark),
  ];
  await site.perform('PUT', '/forums/reactions', { kind: 'thread', id: thread, emoji: 'wow' }, { as: site.member });
  await site.perform(
    'POST',
    '/reports',
    { kind: 'post', subject: { kind: 'thread', id: thread }, text: 'Rude' },
    { as: site.member },
  );
  await site.perform('POST', `/forums/threads/${movedThread}/move`, { section_id: section }, { as: site.admin });
  movedThreads = await Promise.all([null, subsection].map((subsection_id) => createVisitor(section, subsection_id)));
  await site.hide(section);
  return [section, subsection, thread, nestedThread, movedThread, ...replies];
}

async function createVisitor(section_id: number, subsection_id: number | null): Promise<number> {
  const thread = await site.createThread(site.member);
  for (const place of [{ section_id, subsection_id }, { section_id: site.section }]) {
    await site.perform('POST', `/forums/threads/${thread}/move`, place, { as: site.admin });
  }
  return thread;
}

function expectNoTraceOf(text: string, source: string): void {
  expect(text.toLowerCase().includes(mark.toLowerCase()), `${source} contains: ${text.slice(0, 300)}`).toBe(false);
  for (const id of hiddenPlaces)
    expect(text.includes(String(id)), `${source} contains the id ${id}: ${text.slice(0, 300)}`).toBe(false);
}

describe('hidden content', () => {
  test('an Admin can see the hidden content, which makes the other tests meaningful', async () => {
    for (const path of ['/forums/sections', '/forums/recent', `/search?q=${mark}`, '/profile/Steve/activity']) {
      const searchResponse = await site.send(
        'GET',
        `${path}${path.includes('?') ? '&' : '?'}after=${await readPosition()}`,
        undefined,
        {
          as: site.admin,
        },
      );
      expect(searchResponse.text, path).toContain(mark);
    }
  });

  test('no call includes hidden content in its response', { timeout: 60_000 }, async () => {
    for (const { method, path } of listReads()) {
      const input = await findValidCall(`${method} ${path}`)(site, site.member);
      if (input.cookie) continue; // These calls concern only the sender's own account.
      for (const [who, as] of Object.entries(people)) {
        const response = await site.send('GET', buildPath(path, input), undefined, { as });
        expectNoTraceOf(response.text, `${path} by ${who}`);
      }
    }
  });

  test('the ids of hidden content do not give access to it', { timeout: 60_000 }, async () => {
    for (const { path } of listReads().filter((operation) => operation.path.includes(':id'))) {
      for (const id of hiddenPlaces) {
        for (const [who, as] of Object.entries(people)) {
          const address = buildPath(path, { id, params: { kind: 'post', username: 'Steve' } });
          const response = await site.send('GET', address, undefined, { as });
          expectNoTraceOf(response.text.replaceAll(String(id), ''), `${address} by ${who}`);
          if (path.startsWith('/forums/')) expect(response.status, `${address} by ${who}`).toBeGreaterThanOrEqual(400);
        }
      }
    }
  });

  test('no call about a thread moved out of a hidden place reveals the place', { timeout: 60_000 }, async () => {
    const paths = listReads().flatMap(({ path }) =>
      path.startsWith('/forums/') && path.includes(':id') ? [path] : [],
    );
    expect(paths).toContain('/forums/threads/:id/acts');
    for (const id of movedThreads) {
      const auditEntries = await site.send('GET', `/forums/threads/${id}/acts`, undefined, { as: site.admin });
      expect(auditEntries.text.split(mark).length - 1, 'names of the place that an Admin reads').toBe(2);
      for (const [who, as] of Object.entries(people)) {
        for (const path of paths) {
          const response = await site.send('GET', buildPath(path, { id, params: { kind: 'thread' } }), undefined, {
            as,
          });
          expectNoTraceOf(response.text, `${path} by ${who}`);
        }
        const response = await site.send('GET', `/forums/threads/${id}/acts`, undefined, { as });
        expect([response.status, (response.json as object[]).length], who).toEqual([200, 2]);
        const headers = { accept: 'text/html' };
        const page = await site.send('GET', `/forums/thread/${id}`, undefined, { as, prefix: '', headers });
        expect(page.status, who).toBe(200);
        expectNoTraceOf(page.text, `the page of the thread for ${who}`);
      }
    }
  });

  test('omits hidden content from lists of places, from search and from counts', async () => {
    const [section, subsection] = hiddenPlaces;
    const addresses = [
      `/forums/threads?section_id=${section}`,
      `/forums/threads?section_id=${section}&subsection_id=${subsection}`,
      `/search?q=${mark}`,
      `/search?q=${mark.slice(0, 4)}*&type=threads`,
      `/search?q="${mark} text"&type=posts`,
      `/search?q=${mark}&author=Steve`,
      `/search?q=${mark}&section_id=${section}`,
    ];
    for (const path of addresses) {
      for (const [who, as] of Object.entries(people)) {
        const response = await site.send('GET', encodeURI(`${path}&after=${await readPosition()}`), undefined, { as });
        const text = response.text.replaceAll(String(section), '').replaceAll(String(subsection), '');
        expectNoTraceOf(text, `${path} by ${who}`);
      }
    }
  });

  test('does not count hidden content in places or their growth', async () => {
    const readCounts = async () => {
      const [sections, growth] = [
        await site.get<unknown>('/forums/sections'),
        await site.get<unknown>('/stats/growth'),
      ];
      return JSON.stringify([sections, growth]);
    };
    const [section, subsection, thread] = hiddenPlaces;
    const countsBefore = await readCounts();
    await site.createThread(site.admin, { section_id: section, subsection_id: subsection, title: mark, content: mark });
    await site.createReply(thread ?? 0, site.admin, mark);
    expect(await readCounts()).toBe(countsBefore);
    await site.createReply(await site.createThread(site.admin), site.admin);
    expect(await readCounts()).not.toBe(countsBefore);
  });

  test('omits hidden content from feeds and sitemaps', async () => {
    const paths = [
      '/feed.atom',
      `/forums/${mark}1/feed.atom`,
      `/forums/${mark}1/${mark}2/feed.atom`,
      '/sitemap.xml',
      '/robots.txt',
    ];
    const index = await site.send('GET', '/sitemap.xml', undefined, { prefix: '' });
    const pages = [...index.text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => new URL(url).pathname);
    expect(pages.length).toBeGreaterThan(0);
    for (const path of [...paths, ...pages]) {
      const response = await site.send('GET', path, undefined, { prefix: '', headers: { accept: '*/*' } });
      expectNoTraceOf(response.text, path);
    }
  });

  test(
    'omits hidden content from the HTML of every page and its preloaded responses',
    { timeout: 60_000 },
    async () => {
      const [, , thread = 0, deep = 0, moved = 0] = hiddenPlaces;
      const missingPaths = [
        ...[thread, deep, moved].map((id) => `/forums/thread/${id}`),
        `/forums/${mark}1`,
        `/forums/${mark}1/new`,
        `/forums/${mark}1/${mark}2`,
        `/forums/${mark}1/${mark}2/new`,
        '/admin/dashboard',
      ];
      const open = ['/', '/forums', '/members', '/staff', '/profile/Steve', '/profile/Steve?show=activity', '/search'];
      for (const [who, as] of Object.entries(people)) {
        for (const path of [...missingPaths, ...open]) {
          const page = await site.send('GET', path, undefined, { as, prefix: '', headers: { accept: 'text/html' } });
          expect(page.status, `${path} by ${who}`).toBe(missingPaths.includes(path) ? 404 : 200);
          // A response may repeat only the id or name in the refused call's path.
          const hiddenIds = hiddenPlaces.map(String).filter((id) => path.includes(id));
          const visibleText = hiddenIds.reduce((text, id) => text.replaceAll(id, ''), page.text);
          expectNoTraceOf(visibleText, `${path} by ${who}`);
        }
      }
      for (const path of missingPaths) {
        const page = await site.send('GET', path, undefined, {
          as: site.admin,
          prefix: '',
          headers: { accept: 'text/html' },
        });
        expect([page.status, path === '/admin/dashboard' || page.text.includes(mark)], path).toEqual([200, true]);
      }
    },
  );

  test('rejects every write to hidden content and leaves the log unchanged', { timeout: 60_000 }, async () => {
    const [section, subsection, thread, , , reply] = hiddenPlaces;
    const texts = { title: 'A title', content: 'A text' };
    const writes: [string, string, object?][] = [
      ['POST', '/forums/threads', { section_id: section, ...texts }],
      ['POST', '/forums/threads', { section_id: section, subsection_id: subsection, ...texts }],
      ['POST', '/forums/posts', { thread_id: thread, content: 'A text' }],
      ['PUT', `/forums/threads/${thread}`, texts],
      ['DELETE', `/forums/threads/${thread}`],
      ['POST', `/forums/threads/${thread}/restore`],
      ['POST', `/forums/threads/${thread}/move`, { section_id: site.section }],
      ['PUT', `/forums/posts/${reply}`, { content: 'A text' }],
      ['DELETE', `/forums/posts/${reply}`],
      ['PUT', '/forums/reactions', { kind: 'thread', id: thread, emoji: 'like' }],
      ['PUT', '/forums/reactions', { kind: 'post', id: reply, emoji: 'like' }],
      ['POST', '/reports', { kind: 'post', subject: { kind: 'post', id: reply }, text: 'Rude' }],
    ];
    for (const as of [people['other'], people['moderator'], people['deleter'], site.member]) {
      for (const [method, path, body] of writes) {
        const headBefore = await site.readHead();
        const response = await site.send(method, path, body, { as });
        expect([response.status, await site.readHead()], `${method} ${path}: ${response.text}`).toEqual([
          404,
          headBefore,
        ]);
      }
    }
  });
});

async function readPosition(): Promise<string> {
  return `${site.services.historyId}.${await site.readHead()}`;
}
