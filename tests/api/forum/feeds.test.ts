import { XMLParser } from 'fast-xml-parser';
import { SaxesParser } from 'saxes';
import { beforeAll, describe, expect, test } from 'vitest';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { HttpResponse } from '../../support/site/exchange.js';
import { testSite } from '../../support/site/site.js';

const site = testSite();
let publicUrl = '';
const specialCharacters = '<b>&"\'&amp;]]>';

beforeAll(async () => {
  ({ publicUrl } = site.services.env);
});

const fetchFile = (path: string, headers: Record<string, string> = {}): Promise<HttpResponse> =>
  site.send('GET', path, undefined, { prefix: '', headers });

const parser = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '', isArray: (name) => lists.has(name) });
const lists = new Set(['entry', 'sitemap', 'url', 'link', 'category']);

function proveXml(text: string): void {
  const strictParser = new SaxesParser({ xmlns: true });
  strictParser.on('error', (error) => {
    throw error;
  });
  strictParser.write(text).close();
}

async function read<T>(path: string, shape: z.ZodType<T>): Promise<T> {
  const response = await fetchFile(path);
  expect(response.status, `${path}: ${response.text}`).toBe(200);
  proveXml(response.text);
  return shape.parse(parser.parse(response.text));
}

const html = z.object({ '#text': z.coerce.string(), type: z.literal('html') });
const entry = z.object({
  id: z.string(),
  title: html,
  updated: z.iso.datetime(),
  published: z.iso.datetime(),
  author: z.object({ name: z.coerce.string() }),
  contributor: z.object({ name: z.coerce.string() }).optional(),
  category: z.array(z.object({ term: z.string() })).optional(),
  link: z.tuple([z.object({ href: z.url() })]),
  content: html,
});
const atom = z.object({
  feed: z.object({
    xmlns: z.literal('http://www.w3.org/2005/Atom'),
    id: z.url(),
    title: z.coerce.string(),
    updated: z.iso.datetime(),
    link: z.array(z.object({ rel: z.enum(['self', 'alternate']), href: z.url() })).length(2),
    entry: z.array(entry).default([]),
  }),
});
const urlSetSchema = z.object({
  urlset: z.object({ url: z.array(z.object({ loc: z.url(), lastmod: z.iso.datetime().optional() })) }),
});
const index = z.object({ sitemapindex: z.object({ sitemap: z.array(z.object({ loc: z.url() })) }) });

const readFeed = async (path = '/feed.atom') => (await read(path, atom)).feed;
const readIds = async (path?: string) => (await readFeed(path)).entry.map(({ id }) => id);
const buildPageUrl = (thread: number) => `${publicUrl}/forums/thread/${thread}`;

async function readSitemap(): Promise<string[]> {
  const { sitemapindex } = await read('/sitemap.xml', index);
  const files = sitemapindex.sitemap.map(({ loc }) => loc.slice(publicUrl.length));
  const urlSets = await Promise.all(files.map((path) => read(path, urlSetSchema)));
  return urlSets.flatMap(({ urlset }) => urlset.url.map(({ loc }) => loc));
}

async function place() {
  const [name, inside] = [site.createName(), site.createName()];
  const section = await site.createSection({ name });
  const body = { section_id: section, name: inside };
  const { id: subsection } = await site.perform('POST', '/forums/subsections', body, { as: site.admin });
  return { name, inside, section, subsection };
}

describe('feed', () => {
  test('a feed lists the newest threads with their content, absolute links and escaped markup', async () => {
    const content = `Hello **there** ${specialCharacters} [home](/rules) [up](#top) [away](https://example.org/?a=1&b=2)\u0001`;
    const thread = await site.createThread(site.member, { title: `A ${specialCharacters} title`, content });
    const {
      entry: [newest],
      link,
      title,
      updated,
    } = await readFeed();
    const url = buildPageUrl(thread);
    expect(newest).toMatchObject({ id: url, link: [{ href: url }], author: { name: 'Steve' } });
    expect(decodeEntities(newest?.title['#text'] ?? '')).toBe(`A ${specialCharacters} title`);
    const html = newest?.content['#text'] ?? '';
    expect(html).toContain('<strong>there</strong>');
    expect(html).toContain(`href="${publicUrl}/rules"`);
    expect(html).toContain(`href="${url}#top"`);
    expect(html).toContain('href="https://example.org/?a=1&amp;b=2"');
    expect(html).not.toContain('<b>');
    expect(link).toEqual([
      { rel: 'alternate', href: `${publicUrl}/` },
      { rel: 'self', href: `${publicUrl}/feed.atom` },
    ]);
    expect(title).toBe('Guildhall');
    expect(updated).toBe(newest?.updated);
  });

  test("a feed contains each thread's creation and edit times", async () => {
    const { name, section } = await place();
    const thread = await site.createThread(site.member, { section_id: section });
    const read = async () => (await readFeed(`/forums/${name}/feed.atom`)).entry[0];
    const originalEntry = await read();
    expect(originalEntry?.updated).toBe(originalEntry?.published);
    await sleep(2); // The edit needs a later timestamp.
    const body = { title: 'Another title', content: 'What it says' };
    await site.perform('PUT', `/forums/threads/${thread}`, body, { as: site.member });
    const row = await site.get<{ edited_at: string }>(`/forums/threads/${thread}`);
    expect(await read()).toMatchObject({ published: originalEntry?.published, updated: row.edited_at });
  });

  test("an empty feed uses its section's creation date", async () => {
    const startedAt = new Date().toISOString();
    const { name, inside } = await place();
    for (const path of [`/forums/${name}/feed.atom`, `/forums/${name}/${inside}/feed.atom`]) {
      const { updated, entry } = await readFeed(path);
      expect([entry, updated >= startedAt, updated <= new Date().toISOString()]).toEqual([[], true, true]);
    }
  });

  test('a feed escapes thread prefixes', async () => {
    const section_id = await site.createSection();
    const prefixes = [{ label: 'Q&A <b> "x"', color: 'red' }];
    await site.perform('PUT', `/forums/sections/${section_id}/prefixes`, { prefixes }, { as: site.admin });
    const sections = await site.get<{ id: number; prefixes: { id: number }[] }[]>('/forums/sections');
    const prefix_id = sections.find(({ id }) => id === section_id)?.prefixes[0]?.id;
    await site.createThread(site.member, { section_id, prefix_id });
    await readFeed();
    const { text } = await fetchFile('/feed.atom');
    expect(text).toContain('term="Q&amp;A ‹b> &quot;x&quot;"');
  });

  test('marks a solved thread and includes its solution, until the mark is removed or the reply deleted', async () => {
    const name = site.createName();
    const section_id = await site.createSection({ name, questions: 1 });
    const thread = await site.createThread(site.member, { section_id });
    const reply = await site.createReply(thread, site.other, 'Use a **comparator** & [this](#x)');
    const read = async () => (await readFeed(`/forums/${name}/feed.atom`)).entry[0];
    const mark = (post_id: number | null) =>
      site.perform('PUT', `/forums/threads/${thread}/solution`, { post_id }, { as: site.member });
    const feedBefore = await read();
    await sleep(2); // The mark needs a later timestamp.
    await mark(reply);
    const feedAfter = await read();
    expect(feedAfter).toMatchObject({ category: [{ term: 'Solved' }], contributor: { name: 'Robin' } });
    expect(feedAfter!.updated > feedBefore!.updated).toBe(true);
    const html = feedAfter?.content['#text'] ?? '';
    expect(html).toContain(`<a href="${buildPageUrl(thread)}#post-${reply}">Solution</a> by Robin`);
    expect(html).toContain('<blockquote><p>Use a <strong>comparator</strong> &amp; ');
    await site.perform('DELETE', `/forums/posts/${reply}`, undefined, { as: site.admin });
    expect(await read()).toEqual(feedBefore);
    await site.perform('POST', `/forums/posts/${reply}/restore`, undefined, { as: site.admin });
    expect(await read()).toEqual(feedAfter);
    await mark(null);
    expect(await read()).toEqual(feedBefore);
  });

  test("a section's feed includes its subsections, but not the reverse", async () => {
    const { name, inside, section, subsection } = await place();
    const directThread = await site.createThread(site.member, { section_id: section });
    const nestedThread = await site.createThread(site.member, { section_id: section, subsection_id: subsection });
    expect(await readIds(`/forums/${name}/feed.atom`)).toEqual([
      buildPageUrl(nestedThread),
      buildPageUrl(directThread),
    ]);
    expect(await readIds(`/forums/${name.toUpperCase()}/${inside.toLowerCase()}/feed.atom`)).toEqual([
      buildPageUrl(nestedThread),
    ]);
    expect((await readIds()).slice(0, 2)).toEqual([buildPageUrl(nestedThread), buildPageUrl(directThread)]);
  });

  test("a feed can also be found by its place's display names", async () => {
    const [name, display_name, inside] = [site.createName(), `Shown ${site.createName()}`, site.createName()];
    const section_id = await site.createSection({ name, display_name });
    const body = { section_id, name: inside, display_name: `Shown ${inside}` };
    await site.perform('POST', '/forums/subsections', body, { as: site.admin });
    for (const path of [display_name, `${display_name.toUpperCase()}/Shown ${inside}`]) {
      const { title, link } = await readFeed(`/forums/${encodeURI(path)}/feed.atom`);
      const titles = path.includes('/') ? [`Shown ${inside}`, `${name}/${inside}`] : [display_name, name];
      expect([title, link[0]?.href]).toEqual([`${titles[0]} - Guildhall`, `${publicUrl}/forums/${titles[1]}`]);
    }
  });

  test('serves a well-formed feed for a place with special characters in its name', async () => {
    const name = `A <b> & "c" 'ü' &amp; ]]>`;
    const section = await site.createSection({ name, description: specialCharacters });
    const thread = await site.createThread(site.member, { section_id: section });
    const sectionFeed = await readFeed(`/forums/${encodeURIComponent(name)}/feed.atom`);
    expect(sectionFeed.entry.map(({ id }) => id)).toEqual([buildPageUrl(thread)]);
    expect(sectionFeed.title).toContain('A <b> & "c"');
    expect(await readSitemap()).toContain(`${publicUrl}/forums/${encodeURIComponent(name)}`.replaceAll("'", '&#39;'));
  });

  test('a feed contains at most the thirty newest threads', async () => {
    const { name, section } = await place();
    const threadIds: number[] = [];
    for (let i = 0; i < 33; i++) threadIds.unshift(await site.createThread(site.member, { section_id: section }));
    await site.createReply(threadIds.at(-1) ?? 0);
    expect(await readIds(`/forums/${name}/feed.atom`)).toEqual(threadIds.slice(0, 30).map(buildPageUrl));
  });

  test('serves an empty feed for a place without threads, and 404 for an unknown place', async () => {
    const { name, inside } = await place();
    expect(await readIds(`/forums/${name}/feed.atom`)).toEqual([]);
    for (const path of [`/forums/${site.createName()}`, `/forums/${name}/${site.createName()}`, `/forums/${inside}`]) {
      expect((await fetchFile(`${path}/feed.atom`)).status, path).toBe(404);
    }
    expect((await fetchFile('/forums/%E0%A4%A/feed.atom')).status).toBe(400);
  });

  test('responds with 304 by ETag or time until the feed changes, including by a removal', async () => {
    const { name, section } = await place();
    const thread = await site.createThread(site.member, { section_id: section });
    const path = `/forums/${name}/feed.atom`;
    const { headers, status } = await fetchFile(path);
    expect([status, headers['content-type']]).toEqual([200, 'application/atom+xml; charset=utf-8']);
    const conditional = { 'if-none-match': headers.etag ?? '' };
    const since = { 'if-modified-since': headers['last-modified'] ?? '' };
    await site.createThread(); // This thread does not change the response.
    expect((await fetchFile(path, conditional)).status).toBe(304);
    expect((await fetchFile(path, since)).status).toBe(304);
    await site.perform('DELETE', `/forums/threads/${thread}`, undefined, { as: site.admin });
    expect((await fetchFile(path, conditional)).status).toBe(200);
    expect((await fetchFile(path, since)).status).toBe(200);
  });
});

describe('sitemap', () => {
  test('the sitemap lists each page, place, thread and profile once', async () => {
    const { name, inside, section } = await place();
    const thread = await site.createThread(site.member, { section_id: section });
    const sitemapEntries = await readSitemap();
    const expected = ['/', '/members', '/staff', `/forums/${name}`, `/forums/${name}/${inside}`, '/profile/Steve'];
    expect(sitemapEntries).toEqual(
      expect.arrayContaining([...expected.map((path) => publicUrl + path), buildPageUrl(thread)]),
    );
    expect(new Set(sitemapEntries).size).toBe(sitemapEntries.length);
  });
});

describe('feeds and sitemaps without hidden content', () => {
  async function readVisibility(
    { name, inside }: { name: string; inside: string },
    thread: number,
  ): Promise<boolean[]> {
    const ownVisibility = await Promise.all(
      [`/forums/${name}/feed.atom`, `/forums/${name}/${inside}/feed.atom`].map((path) => fetchFile(path)),
    );
    const texts = [
      ...ownVisibility.map(({ text }) => text),
      (await fetchFile('/feed.atom')).text,
      (await readSitemap()).join(),
    ];
    return texts.map((text) => text.includes(buildPageUrl(thread)));
  }
  const visibleNowhere = [false, false, false, false];
  const visibleEverywhere = [true, true, true, true];

  test('feeds and sitemap omit hidden, deleted and moved threads until they return', async () => {
    const newPlace = await place();
    const { section, subsection, name, inside } = newPlace;
    const thread = await site.createThread(site.member, { section_id: section, subsection_id: subsection });
    const path = `/forums/threads/${thread}`;
    const asAdmin = { as: site.admin };
    expect(await readVisibility(newPlace, thread)).toEqual(visibleEverywhere);

    await site.hide(section);
    expect(await readVisibility(newPlace, thread)).toEqual(visibleNowhere);
    expect((await fetchFile(`/forums/${name}/feed.atom`)).status).toBe(404);
    expect((await readSitemap()).join()).not.toContain(name);
    await site.hide(section, null, false);

    await site.hide(section, subsection);
    expect(await readVisibility(newPlace, thread)).toEqual(visibleNowhere);
    expect((await fetchFile(`/forums/${name}/${inside}/feed.atom`)).status).toBe(404);
    expect((await fetchFile(`/forums/${name}/feed.atom`)).status).toBe(200);
    await site.hide(section, subsection, false);
    expect(await readVisibility(newPlace, thread)).toEqual(visibleEverywhere);

    await site.perform('DELETE', path, undefined, asAdmin);
    expect(await readVisibility(newPlace, thread)).toEqual(visibleNowhere);
    await site.perform('POST', `${path}/restore`, undefined, asAdmin);
    expect(await readVisibility(newPlace, thread)).toEqual(visibleEverywhere);

    const secret = await site.createSection();
    await site.hide(secret);
    await site.perform('POST', `${path}/move`, { section_id: secret }, asAdmin);
    expect(await readVisibility(newPlace, thread)).toEqual(visibleNowhere);
    await site.perform('POST', `${path}/move`, { section_id: section, subsection_id: subsection }, asAdmin);

    await site.perform('DELETE', `/forums/sections/${section}`, undefined, asAdmin);
    expect(await readVisibility(newPlace, thread)).toEqual(visibleNowhere);
  });

  test("omits hidden threads from an Admin's feed too, because anyone can subscribe to it", async () => {
    const { name, section } = await place();
    await site.hide(section);
    const response = await site.send('GET', `/forums/${name}/feed.atom`, undefined, { prefix: '', as: site.admin });
    expect(response.status).toBe(404);
  });

  test("feeds and sitemap omit an erased author's name, posts and profile", async () => {
    const victim = await site.createMember('Vanishing');
    const thread = await site.createThread(victim, { title: 'Secret title', content: 'Secret content' });
    expect((await fetchFile('/feed.atom')).text).toContain('Secret content');
    expect(await readSitemap()).toContain(`${publicUrl}/profile/Vanishing`);
    await site.perform('POST', `/admin/delete/${victim.id}`, { texts: true }, { as: site.admin });
    await readFeed();
    const { text } = await fetchFile('/feed.atom');
    expect(text).toContain(buildPageUrl(thread));
    expect(text).not.toMatch(/Vanishing|Secret/);
    expect((await readSitemap()).join()).not.toContain('Vanishing');
  });
});

test('serves the same feeds and sitemap after the views are rebuilt', async () => {
  const contentsBefore = [await readFeed(), await readSitemap()];
  await site.perform('POST', '/admin/projections/rebuild', undefined, { as: site.admin });
  while ((await site.services.projections.getStatus()).work) await sleep(10);
  expect([await readFeed(), await readSitemap()]).toEqual(contentsBefore);
});

function decodeEntities(text: string): string {
  const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' };
  return text.replace(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => entities[name] ?? '');
}
