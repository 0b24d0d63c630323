import type { ThreadRow, ThreadSummary } from '@guildhall/domain/wire/schemas/forum/threads.js';
import { describe, expect, test } from 'vitest';
import { testSite } from '../../support/site/site.js';

const site = testSite();

describe('changes while a cached response is being created', () => {
  /** Applies the change once the rows of a read have been built, then repeats the read. */
  async function readAcross<Row>(path: string, form: 'threads' | 'summaries', change: () => Promise<unknown>) {
    const { rows } = site.services;
    const { buildThreads, buildSummaries } = rows;
    const awaitChange = async <T>(made: Promise<T>): Promise<T> => {
      const value = await made;
      Object.assign(rows, { buildThreads, buildSummaries });
      await change();
      return value;
    };
    if (form === 'threads') rows.buildThreads = (some) => awaitChange(buildThreads.call(rows, some));
    else rows.buildSummaries = (some) => awaitChange(buildSummaries.call(rows, some));
    return [await site.get<Row>(path), await site.get<Row>(path)] as const;
  }

  test('the next read shows a post that was edited while a response was being cached', async () => {
    const thread = await site.createThread();
    const body = { title: 'Another title', content: 'Other words' };
    const edit = () => site.perform('PUT', `/forums/threads/${thread}`, body, { as: site.member });
    const [before, after] = await readAcross<ThreadRow>(`/forums/threads/${thread}`, 'threads', edit);
    expect(before).toMatchObject({ title: 'A title' });
    expect(after).toMatchObject({ title: 'Another title' });
  });

  test('the next read omits a place that was hidden while a response was being cached', async () => {
    const section_id = await site.createSection();
    const thread = await site.createThread(site.member, { section_id });
    const path = '/forums/recent?limit=3';
    const [before, after] = await readAcross<ThreadSummary[]>(path, 'summaries', () => site.hide(section_id));
    expect(before.map(({ id }) => id)).toContain(thread);
    expect(after.map(({ id }) => id)).not.toContain(thread);
  });

  test('the next read shows a name that changed while a response was being cached', async () => {
    const author = await site.createMember(site.createName());
    const [thread, username] = [await site.createThread(author), site.createName()];
    const rename = async () => {
      await site.services.vault.editAccount(author.id, () => ({ username }));
      await site.services.directory.refresh([author.id]);
    };
    const [before, after] = await readAcross<ThreadRow>(`/forums/threads/${thread}`, 'threads', rename);
    expect(before).toMatchObject({ username: author.name });
    expect(after).toMatchObject({ username });
  });
});

test('rebuilds a feed that was created while a post was edited', async () => {
  const thread = await site.createThread(site.member, { title: 'In the feed' });
  const { rows } = site.services;
  const { buildThreads } = rows;
  rows.buildThreads = async (some) => {
    const rowPromise = await buildThreads.call(rows, some);
    rows.buildThreads = buildThreads;
    const body = { title: 'Edited meanwhile', content: 'What it says' };
    await site.perform('PUT', `/forums/threads/${thread}`, body, { as: site.member });
    return rowPromise;
  };
  const readFeed = async () => (await site.send('GET', '/feed.atom', undefined, { prefix: '' })).text;
  expect(await readFeed()).toContain('In the feed');
  expect(await readFeed()).toContain('Edited meanwhile');
});

test.each([
  [170, 'x'.repeat(170)],
  [171, `${'x'.repeat(170)}...`],
])('shows a preview of content with %i characters, cut after 170', async (length, preview) => {
  const section_id = await site.createSection();
  const author = await site.createMember(site.createName());
  await site.createThread(author, { section_id, content: 'x'.repeat(length) });
  const readFirstContent = async (path: string) => (await site.get<{ content: string }[]>(path))[0]?.content;
  expect(await readFirstContent(`/forums/threads?section_id=${section_id}`)).toBe(preview);
  expect(await readFirstContent('/forums/recent?limit=1')).toBe(preview);
  expect(await readFirstContent(`/profile/${author.name}/activity`)).toBe(preview);
});
