import { beforeAll, expect, test } from 'vitest';
import { testSite } from '../../support/site/site.js';

const site = testSite();
const secret = 'Zyxomma';
const secrets = `||${secret} one|| and @Robin\n>! ${secret} two\n>! \`${secret}\` @Robin\n\nlighthouse`;
let thread = 0;
let reply = 0;

beforeAll(async () => {
  thread = await site.createThread(site.member, { title: 'The ending', content: `harbour ${secrets}` });
  reply = await site.createReply(thread, site.member, `museum ${secrets}`);
  await site.perform('PUT', `/bookmarks/post/${reply}`, { note: '', remind_at: null }, { as: site.other });
  await site.catchUpViews();
});

const read = (path: string, prefix?: '') =>
  site.send('GET', path, undefined, {
    as: site.other,
    ...(prefix === '' && { prefix, headers: { accept: 'text/html' } }),
  });

test.each(['/forums/threads?section_id=SECTION', '/forums/recent', '/profile/Steve/activity', '/bookmarks'])(
  'shows that a text has a spoiler but not the spoiler in the previews of %s',
  async (path) => {
    const { status, text } = await read(path.replace('SECTION', String(site.section)));
    expect([status, text.includes(secret)], text).toEqual([200, false]);
    expect(text).toContain('[spoiler]');
  },
);

const noSpoilers = ['/feed.atom', '/latest', '/forums', '/profile/Steve', '/search?q=museum', '/notifications'];

test.each(noSpoilers)('shows no spoiler in %s', async (path) => {
  const { status, text } = await read(path, '');
  expect([status, text.includes(secret)], path).toEqual([200, false]);
});

test("a page's description hides spoilers, including one at which a long text is truncated", async () => {
  const readDescription = async (id: number) => {
    const { text } = await read(`/forums/thread/${id}`, '');
    const head = text.slice(0, text.indexOf('</head>'));
    expect([...head.matchAll(/<meta [^>]*description"/g)], 'for search engines and for other sites').toHaveLength(2);
    expect(head).not.toContain(secret);
    return /<meta name="description" content="([^"]*)"/.exec(head)?.[1];
  };
  expect(await readDescription(thread)).toBe('harbour [spoiler] and @Robin [spoiler] lighthouse');
  const content = `${'[a](/b)'.repeat(500)} ||${`${secret} `.repeat(1_500)}||`;
  expect(await readDescription(await site.createThread(site.member, { content }))).toMatch(/^a+\.\.\.$/);
});

test('a search finds a text by its visible content, but not by its spoilers', async () => {
  const search = async (query: string) =>
    (await read(`/search?q=${query}&after=${site.services.historyId}.${await site.readHead()}`)).text;
  expect(await search('lighthouse')).toContain('[spoiler]');
  expect(await search('lighthouse')).not.toContain(secret);
  expect(await search(secret)).not.toContain('lighthouse');
});

test('a mention in a spoiler notifies the member without showing the spoiler', async () => {
  const { text } = await read('/notifications');
  expect(text).toContain('"mention"');
  expect(text).not.toContain(secret);
});

test('the text itself contains its spoilers, covered, and its source', async () => {
  const { content, content_html } = await site.get<{ content: string; content_html: string }>(
    `/forums/threads/${thread}`,
    site.other,
  );
  expect(content).toContain(secrets);
  expect(content_html.match(/class="spoiler"/g)).toHaveLength(2);
});
