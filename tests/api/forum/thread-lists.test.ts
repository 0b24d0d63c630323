import type { PrefixRow, SectionRow } from '@guildhall/domain/wire/schemas/forum/sections.js';
import type { ThreadSummary } from '@guildhall/domain/wire/schemas/forum/threads.js';
import { beforeAll, describe, expect, test } from 'vitest';
import { readPages } from '../../support/site/pages.js';
import { testSite } from '../../support/site/site.js';

const site = testSite();
let section_id: number;
let bug: PrefixRow;
let quiet: number;
let busy: number;
let likedThread: number;
let pinnedThread: number;

beforeAll(async () => {
  section_id = await site.createSection();
  const prefixes = [{ label: 'Bug', color: 'red' }];
  await site.perform('PUT', `/forums/sections/${section_id}/prefixes`, { prefixes }, { as: site.admin });
  [bug] = (await site.get<SectionRow[]>('/forums/sections')).find(({ id }) => id === section_id)?.prefixes as [
    PrefixRow,
  ];
  quiet = await site.createThread(site.member, { section_id });
  busy = await site.createThread(site.other, { section_id });
  likedThread = await site.createThread(site.member, { section_id });
  pinnedThread = await site.createThread(site.admin, { section_id, sticky: true, prefix_id: bug.id });
  await site.createReply(pinnedThread, site.member);
  for (const as of [site.member, site.admin, site.other]) await site.createReply(busy, as);
  for (const as of [site.admin, site.other])
    await site.perform('PUT', '/forums/reactions', { kind: 'thread', id: likedThread, emoji: 'like' }, { as });
  // Reactions to a reply do not affect any sort order.
  const reply = await site.createReply(busy, site.member);
  await site.perform('PUT', '/forums/reactions', { kind: 'post', id: reply, emoji: 'like' }, { as: site.admin });
  await site.perform('DELETE', `/forums/posts/${reply}`, {}, { as: site.member });
});

const formatAddress = (query: string) => `/forums/threads?section_id=${section_id}${query}`;

async function listIds(query: string, limit = 50): Promise<number[]> {
  const rows = (await readPages<ThreadSummary>(site, `${formatAddress(query)}&limit=${limit}`)).flat();
  return rows.map(({ id }) => id);
}

describe('section thread list', () => {
  test.each([
    ['the latest reply, pinned ones first, by default', '', () => [pinnedThread, busy, likedThread, quiet]],
    ['creation', '&sort=newest', () => [pinnedThread, likedThread, busy, quiet]],
    ['the number of replies', '&sort=replies', () => [busy, pinnedThread, likedThread, quiet]],
    ['the reactions to the first post', '&sort=reactions', () => [likedThread, pinnedThread, busy, quiet]],
    ['creation, those without a reply only', '&sort=unanswered', () => [likedThread, quiet]],
    ['the latest reply, of one author', '&author=steve', () => [likedThread, quiet]],
    ['creation, of one author', '&sort=newest&author=Alex', () => [pinnedThread]],
    ['the number of replies, of an unknown author', '&sort=replies&author=Nobody', () => []],
  ])("paginates a section's threads by %s", async (_, query, expected) => {
    expect(await listIds(query)).toEqual(expected());
    expect(await listIds(query, 1)).toEqual(expected());
  });

  test("filters a section's threads by prefix in every order", async () => {
    for (const sort of ['latest', 'newest', 'replies', 'reactions']) {
      expect(await listIds(`&sort=${sort}&prefix=${bug.id}`), sort).toEqual([pinnedThread]);
      expect(await listIds(`&sort=${sort}&prefix=${bug.id}&author=Steve`), sort).toEqual([]);
    }
  });

  test.each([
    ['sort=hottest', 'sort', 'sort: must be one of latest, newest, replies, reactions, unanswered'],
    ['author=two%20words', 'author', 'author: is not valid'],
    ['author=a_name_that_is_much_too_long', 'author', 'author: is not valid'],
    ['prefix=bug', 'prefix', 'prefix: must be an id or null'],
    ['cursor=1', 'cursor', 'cursor: is not valid'],
  ])('rejects a thread list with %s and explains why', async (query, field, error) => {
    const { status, json } = await site.send('GET', formatAddress(`&${query}`));
    expect([status, json]).toEqual([400, { code: 'validation', error, field }]);
  });

  test("lists a thread's last three participants, newest first, without erased members", async () => {
    const thread = await site.createThread(site.member, { section_id });
    const [anna, bram] = [await site.createMember('Anna'), await site.createMember('Bram')];
    for (const as of [site.admin, anna, site.other, site.member, bram, anna]) await site.createReply(thread, as);
    const listParticipants = async () => {
      const rows = await site.get<ThreadSummary[]>(formatAddress('&sort=newest'));
      return rows.find(({ id }) => id === thread)?.participants.map(({ username }) => username);
    };
    expect(await listParticipants()).toEqual(['Anna', 'Bram', 'Robin']);
    await site.perform('POST', `/admin/delete/${bram.id}`, { texts: false }, { as: site.admin });
    await expect.poll(listParticipants).toEqual(['Anna', 'Robin']);
  });
});

describe('latest threads across all places', () => {
  const readRecent = async (query: string, as?: { cookie: string }) => {
    const { json, headers } = await site.send('GET', `/forums/recent?${query}`, undefined, { as });
    const next = /cursor=(\d+)/.exec(String(headers['link'] ?? ''))?.[1] ?? null;
    return { ids: (json as ThreadSummary[]).map(({ id }) => id), next };
  };

  test('lists each of the latest threads exactly once across several pages', async () => {
    const all = (await readRecent('limit=50')).ids;
    expect(all.length).toBeGreaterThan(4);
    const read: number[] = [];
    for (let next: string | null = ''; next !== null;) {
      const page: { ids: number[]; next: string | null } = await readRecent(`limit=2&cursor=${next}`);
      expect(page.ids.length).toBeLessThanOrEqual(2);
      read.push(...page.ids);
      next = page.next;
    }
    expect(read).toEqual(all);
  });

  test('the latest threads omit hidden places without leaving gaps on any page', async () => {
    const secret = await site.createSection();
    const hiddenThreads = [await site.createThread(site.admin, { section_id: secret })];
    const middleThread = await site.createThread(site.member, { section_id });
    hiddenThreads.push(await site.createThread(site.admin, { section_id: secret }));
    await site.hide(secret);
    const firstPage = await readRecent('limit=1');
    expect(firstPage.ids).toEqual([middleThread]);
    const second = await readRecent(`limit=1&cursor=${firstPage.next}`);
    expect(second.ids).toHaveLength(1);
    expect(hiddenThreads).not.toContain(second.ids[0]);
    expect((await readRecent('limit=3', site.admin)).ids).toEqual([hiddenThreads[1], middleThread, hiddenThreads[0]]);
  });

  test('rejects an invalid cursor for the latest threads', async () => {
    const { status, json } = await site.send('GET', '/forums/recent?cursor=yesterday');
    expect([status, json]).toEqual([400, { code: 'validation', error: 'cursor: is not valid', field: 'cursor' }]);
  });
});
