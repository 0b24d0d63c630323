import { readFileSync } from 'node:fs';
import { preloadedResponsesId, type PreloadedResponses } from '@guildhall/domain/wire/preloaded-responses.js';
import { ownThreadLists } from '@guildhall/domain/wire/kinds.js';
import { positionHeader } from '@guildhall/domain/wire/headers.js';
import { pageTable } from '@guildhall/server/pages/page-table.js';
import { VaultUnavailable } from '@guildhall/server/vault/vault.js';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { type SiteMember, testSite } from '../../support/site/site.js';

const site = testSite();
let thread: number;
const title = 'Ships </script><script>alert(1)</script> & "sails"';

beforeAll(async () => {
  thread = await site.createThread(site.member, { title, content: 'The **harbour**\u2028is <b>done</b>.' });
  for (let count = 1; count <= 25; count++) await site.createReply(thread, site.other, `Reply ${count} of them`);
});

async function buildPage(path: string, as?: SiteMember, headers: Record<string, string> = {}) {
  const options = { as, prefix: '' as const, headers: { accept: 'text/html', ...headers } };
  const { status, text, headers: pageHeaders } = await site.send('GET', path, undefined, options);
  const block = new RegExp(`<script type="application/json" id="${preloadedResponsesId}">(.*?)</script>`, 's').exec(
    text,
  );
  return { status, text, headers: pageHeaders, given: JSON.parse(block?.[1] ?? '{}') as PreloadedResponses };
}

describe('page HTML', () => {
  test('a page contains a title, description, Open Graph tags and canonical address', async () => {
    const { text } = await buildPage(`/forums/thread/${thread}`);
    const escapedTitle = 'Ships &lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;sails&quot;';
    expect(text).toContain(`<title>${escapedTitle} · Guildhall</title>`);
    expect(text).toContain(`<meta property="og:title" content="${escapedTitle}" />`);
    expect(text).toContain('<meta property="og:type" content="article" />');
    expect(text).toMatch(/<meta name="description" content="The harbour[^"]*done/);
    expect(text).toContain(`<link rel="canonical" href="${site.services.env.publicUrl}/forums/thread/${thread}" />`);
    expect(text.match(/<title>/g)).toHaveLength(1);
    expect(text.match(/name="description"/g)).toHaveLength(1);
  });

  test("renders the page's content and allows only scripts from the build", async () => {
    const { text, headers } = await buildPage(`/forums/thread/${thread}`);
    const [, html = ''] = /<div id="root">(.*)<script type="application\/json"/s.exec(text) ?? [];
    expect(html).toContain('<strong>harbour</strong>');
    for (const reply of ['Reply 1 of them', 'Reply 20 of them']) expect(html).toContain(reply);
    expect(html).not.toMatch(/<script|<b>|Reply 21 of/);
    expect(
      text.match(
        /<script(?! type="application\/json")(?! type="module" fetchpriority="low" crossorigin src="\/assets\/)/g,
      ),
    ).toBeNull();
    expect(headers['content-security-policy']).toContain("default-src 'self'");
    expect(headers['content-security-policy']).not.toContain('unsafe');
  });

  test("a member's profile page contains their description", async () => {
    const person = await site.createMember(site.createName());
    const about = { title: 'Builder & diver', bio: 'Two <b>\nlines', links: [], hide_last_seen: false };
    await site.perform('PUT', '/account/profile', about, { as: person });
    const { text } = await buildPage(`/profile/${person.name}`);
    expect(text).toContain('>Builder &amp; diver</p>');
    expect(text).toContain('>Two &lt;b&gt;\nlines</p>');
  });

  test('a page embeds the same responses as the calls return, each with its position', async () => {
    for (const as of [undefined, site.member]) {
      const { given } = await buildPage(`/forums/thread/${thread}`, as);
      const [one, firstAddress, lastAddress] = [
        `/forums/threads/${thread}`,
        `/forums/posts/${thread}?limit=20`,
        `/forums/posts/${thread}?last=20`,
      ];
      const addresses = Object.keys(given);
      expect(addresses).toEqual(
        expect.arrayContaining(['/me', '/site', '/forums/sections', one, firstAddress, lastAddress]),
      );
      for (const path of addresses) {
        const response = await site.send('GET', path, undefined, { as });
        expect(given[path]?.body, path).toEqual(response.json);
        expect(given[path]?.headers['link'], path).toBe(response.headers['link']);
        expect(given[path]?.headers[positionHeader], path).toBe(response.headers[positionHeader]);
      }
      expect(given[firstAddress]?.headers['link']).toContain('rel="next"');
      expect(given[one]?.headers[positionHeader]).toMatch(/^[0-9a-f]{8}\.\d{20}$/);
    }
  });

  test('shows whether the reader follows the member even if the profile is cached by role', async () => {
    const [followingMember, followedMember] = [
      await site.createMember(site.createName()),
      await site.createMember(site.createName()),
    ];
    await site.perform('POST', `/profile/${followedMember.name}/follow`, {}, { as: followingMember });
    const call = `/profile/${followedMember.name}?limit=20`;
    for (const as of [undefined, followingMember, site.other, followingMember]) {
      const { given } = await buildPage(`/profile/${followedMember.name}`, as);
      expect(given[call]?.body).toMatchObject({ isFollowing: as === followingMember });
      expect(given[call]?.body).toEqual((await site.send('GET', call, undefined, { as })).json);
    }
  });

  test.each(ownThreadLists)("embeds the member's own list and its marks in the tab %s", async (tab) => {
    const [own, other] = [await site.createMember(site.createName()), await site.createMember(site.createName())];
    const id = await site.createThread(own, { title: 'Jetty' });
    await site.createReply(id, site.other);
    const [all, list] = [`/forums/recent?limit=30`, `/forums/recent/own?list=${tab}&limit=30`];
    for (const as of [own, other, own]) {
      const { given, text } = await buildPage(`/latest?tab=${tab}`, as);
      const threads = given[list]?.body as { id: number }[];
      expect(threads).toEqual((await site.send('GET', list, undefined, { as })).json);
      if (as === own) expect(threads.map((thread) => thread.id)).toEqual([id]);
      const ids = threads.map((thread) => thread.id).sort((a, b) => a - b);
      expect(`/forums/read?threads=${ids.join(',')}` in given).toBe(ids.length > 0);
      expect(all in given).toBe(false);
      expect(text.split(preloadedResponsesId)[0]).not.toContain('Jetty');
    }
  });

  test('embeds the list of all threads for guests and in other tabs', async () => {
    for (const [path, as] of [
      ['/latest?tab=mine', undefined],
      ['/latest?tab=x', site.member],
      ['/latest', site.member],
    ] as const) {
      const addresses = Object.keys((await buildPage(path, as)).given);
      expect(addresses.filter((address) => address.startsWith('/forums/recent'))).toEqual(['/forums/recent?limit=30']);
    }
  });

  test('escapes embedded data that could close its script element', async () => {
    const { text, given } = await buildPage(`/forums/thread/${thread}`);
    const data = text.slice(text.indexOf(preloadedResponsesId)).split('</script>')[0] ?? '';
    expect(data.slice(1)).not.toMatch(/[<\u2028\u2029]/);
    expect(given[`/forums/threads/${thread}`]?.body).toMatchObject({ title });
  });

  test('a page is revalidated each time, and resent only if it has changed', async () => {
    for (const as of [undefined, site.member]) {
      const { headers } = await buildPage('/forums', as);
      expect(headers['cache-control']).toBe('private, no-cache');
      const conditional = { 'if-none-match': headers.etag ?? '' };
      expect((await buildPage('/forums', as, conditional)).status).toBe(304);
      await site.createThread(site.member);
      expect((await buildPage('/forums', as, conditional)).status).toBe(200);
    }
  });

  test('sends JSON rather than a page to a program that also accepts JSON', async () => {
    const headers = { accept: 'text/html, application/json' };
    const response = await site.send('GET', `/profile/${site.member.name}`, undefined, { prefix: '', headers });
    expect([response.status, response.headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
  });

  test('serves the same page in each encoding', async () => {
    for (const as of [undefined, site.member]) {
      const { text } = await buildPage(`/forums/thread/${thread}`, as);
      for (const encoding of ['br', 'gzip']) {
        const headers = { accept: 'text/html', 'accept-encoding': encoding, ...(as && { cookie: as.cookie }) };
        const response = await fetch(`${site.url}/forums/thread/${thread}`, { headers });
        expect(response.headers.get('content-encoding')).toBe(encoding);
        expect(await response.text()).toBe(text);
      }
    }
  });

  test("a page never contains another caller's name", async () => {
    const memberPage = await buildPage('/forums', site.member);
    expect(memberPage.given['/me']?.body).toMatchObject({ user: { username: 'Steve' } });
    expect((await buildPage('/forums')).given['/me']?.body).toEqual({ user: null });
    expect((await buildPage('/forums', site.other)).given['/me']?.body).toMatchObject({ user: { username: 'Robin' } });
  });

  test("preloads the files for the page's screen, but not those for the admin area", async () => {
    const screens = new URL('../../../web/dist/.vite/manifest.json', import.meta.url);
    const files = JSON.parse(readFileSync(screens, 'utf8')) as Record<string, { file: string }>;
    const chunk = (screen: string) => files[`src/features/${screen}.tsx`]?.file ?? 'missing';
    expect((await buildPage(`/forums/thread/${thread}`)).text).toContain(`href="/${chunk('thread/thread-page')}"`);
    expect((await buildPage('/admin/dashboard', site.admin)).text).toContain(`href="/${chunk('admin/admin-area')}"`);
    expect((await buildPage('/admin/dashboard', site.member)).text).not.toContain(chunk('admin/admin-area'));
  });
});

describe('page status', () => {
  test('pages respond with 503 once the log has a permission event of an unknown type', async () => {
    const requireKnown = vi.spyOn(site.services.policy, 'requireKnown').mockImplementation(() => {
      throw new VaultUnavailable('planted');
    });
    expect((await buildPage(`/forums/thread/${thread}`)).status).toBe(503);
    requireKnown.mockRestore();
    expect((await buildPage(`/forums/thread/${thread}`)).status).toBe(200);
  });

  const words: Record<string, string> = { mode: 'global', username: 'Steve', part: 'account' };
  const buildAddress = (path: string, section: string) =>
    path
      .replaceAll(/[{}]/g, '')
      .replace('/:section/:subsection', `/${section}`)
      .replace(/:(\w+)/g, (_, name: string) => {
        if (name === 'section') return section;
        return name === 'id' ? String(thread) : (words[name] ?? '');
      });

  test('responds with 200 to every page of the site, and to admin pages only for Admins', async () => {
    const [{ name = '' } = {}] = await site.get<{ name: string }[]>('/forums/sections');
    for (const path of Object.keys(pageTable)) {
      const address = buildAddress(path, name);
      expect((await buildPage(address, site.admin)).status, address).toBe(200);
      const requiresLogin = /^\/admin(\/|$)/.test(address);
      for (const as of [undefined, site.member]) {
        expect((await buildPage(address, as)).status, address).toBe(requiresLogin ? 404 : 200);
      }
    }
  });

  test.each([
    ['/nowhere', '/a/b/c', '/admin/nothing', '/stats', '/me'],
    ['/forums/thread', '/forums/thread/7', '/forums/thread/x', '/forums/nowhere', '/forums/nowhere/new'],
    ['/profile/Nobody', '/profile', '/forums/%E0%A4%A', '/%'],
  ])('responds with 404 to an unknown address such as %s or %s', async (...paths) => {
    for (const path of paths) {
      const { status, text } = await buildPage(path, site.admin);
      expect(status, path).toBe(404);
      expect(text, path).toMatch(/Oops, page not found!|Profile not found\./);
      expect(text, path).toContain('<meta name="robots" content="noindex" />');
    }
  });

  test("responds with 404 to a deleted thread's page", async () => {
    const id = await site.createThread(site.member, { title: 'Soon gone' });
    expect((await buildPage(`/forums/thread/${id}`)).text).toContain('Soon gone');
    await site.perform('DELETE', `/forums/threads/${id}`, {}, { as: site.member });
    const { status, text } = await buildPage(`/forums/thread/${id}`);
    expect(status).toBe(404);
    expect(text).not.toContain('Soon gone');
  });

  test('pages respond with 503 and Retry-After while the vault is unavailable', async () => {
    const stranger = await site.createMember('Walker');
    const { findSession } = site.services.vault;
    site.services.sessions.forget(stranger.id, null);
    site.services.vault.findSession = () => Promise.reject(new VaultUnavailable('planted'));
    try {
      const { status, text, given, headers } = await buildPage('/forums', stranger);
      expect([status, given, headers['retry-after']]).toEqual([503, {}, '2']);
      expect(text).not.toContain('noindex');
      expect(text).toContain('/assets/');
    } finally {
      site.services.vault.findSession = findSession;
    }
  });
});
