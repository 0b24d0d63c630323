import { limits } from '@guildhall/domain/limits.js';
import type { ThreadRow } from '@guildhall/domain/wire/schemas/forum/threads.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countCharactersRead } from '../testing/characters-read.js';
import { markdownFamilies } from '../testing/markdown-families.js';
import { renderMarkdown } from '../text/markdown.js';
import { computeMaxHtmlLength } from '../text/render-budget.js';
import { PublicLinks } from './public-links.js';
import { renderThreadFeed } from './thread-feed.js';

const links = new PublicLinks('https://a-forum-with-a-long-name.example.org');
const place = { sectionId: 1, subsectionId: null };
const about = { title: 'Guildhall', description: 'A forum', link: links.publicUrl };

function renderFeed(threads: readonly { title: string; html: string }[]): Promise<string> {
  const rows = threads.map(({ title, html }, id) => ({
    id,
    title,
    prefix: null,
    username: 'Steve',
    content: '',
    content_html: html,
    edited_at: null,
    created_at: '2026-01-01T12:00:00.000Z',
  }));
  const services = {
    views: { store: { find: async (_: string, __: object, { limit }: { limit: number }) => rows.slice(0, limit) } },
    rows: { buildThreads: async (some: ThreadRow[]) => some, buildPosts: async () => [] },
    policy: { getCreationTime: () => null },
  };
  return renderThreadFeed(services as unknown as Parameters<typeof renderThreadFeed>[0], links, [place], about);
}

/**
 * This is an upper bound. Each link takes at least nine characters, and the site's or thread's address is prepended to
 * it.
 */
const computeMaxEntry = (html: number, title: number): number => 2_000 + 8 * html + 40 * title;

async function expectLinear(text: string): Promise<void> {
  const title = text.slice(0, limits.title.max);
  const html = renderMarkdown(text);
  const { made, characters } = await countCharactersRead(() => renderFeed([{ title, html }]));
  expect(made.length).toBeLessThanOrEqual(computeMaxEntry(html.length, title.length));
  expect(made.length).toBeLessThanOrEqual(computeMaxEntry(computeMaxHtmlLength(text.length), title.length));
  expect(characters).toBeLessThanOrEqual(10 * computeMaxEntry(html.length, title.length));
}

describe('creating a feed entry', () => {
  test.each(Object.entries(markdownFamilies))('creating a feed entry takes linear time for %s', async (_, make) => {
    await expectLinear(make(limits.content.max));
  });

  test('creating a feed entry takes linear time for any text', async () => {
    const piece = fc.oneof(
      fc.constantFrom('[a](/b)', '[a](#b)', '@Steve ', ']]>', '&', '<', '\0', '\ud800'),
      fc.string(),
    );
    const text = fc
      .tuple(fc.array(piece, { minLength: 1, maxLength: 10 }), fc.integer({ min: 1, max: 200 }))
      .map(([pieces, times]) => pieces.join('').repeat(times).slice(0, limits.content.max));
    await fc.assert(fc.asyncProperty(text, expectLinear), { numRuns: 40 });
  });
});

test("a feed has at most 30 entries and stays within the list's byte limit", async () => {
  const countEntries = (feed: string) => feed.split('<entry>').length - 1;
  expect(
    countEntries(await renderFeed(Array.from({ length: 50 }, () => ({ title: 'A title', html: '<p>a</p>' })))),
  ).toBe(30);
  const html = '<a href="/">a</a>'.repeat(15_000);
  const long = await renderFeed(Array.from({ length: 30 }, () => ({ title: 'A title', html })));
  expect(countEntries(long)).toBeLessThan(5);
  expect(Buffer.byteLength(long)).toBeLessThan(5 * limits.listBytes);
});
