import type { SearchHit, SearchResponse } from '@guildhall/domain/wire/schemas/forum/search.js';
import type { PrefixRow, SectionRow } from '@guildhall/domain/wire/schemas/forum/sections.js';
import { beforeAll, describe, expect, test } from 'vitest';
import { type SiteMember, testSite } from '../../support/site/site.js';

const site = testSite();
let section: number;
let bug: PrefixRow;
let idea: PrefixRow;

beforeAll(async () => {
  section = await site.createSection();
  [bug, idea] = (await offer(section, [
    { label: 'Bug', color: 'red' },
    { label: 'Good "idea"', color: 'blue' },
  ])) as [PrefixRow, PrefixRow];
});

async function offer(id: number, prefixes: object[]): Promise<PrefixRow[]> {
  await site.perform('PUT', `/forums/sections/${id}/prefixes`, { prefixes }, { as: site.admin });
  const sections = await site.get<SectionRow[]>('/forums/sections', site.admin);
  return sections.find((row) => row.id === id)?.prefixes ?? [];
}

async function findHits(
  q: string,
  as: SiteMember | undefined = undefined,
  more = '&sort=newest',
): Promise<SearchHit[]> {
  const after = `${site.services.historyId}.${await site.readHead()}`;
  const path = `/search?q=${encodeURIComponent(q)}&after=${after}${more}`;
  const { results, complete } = await site.get<SearchResponse>(path, as);
  expect(complete).toBe(true);
  return results;
}
const findHitIds = async (...args: Parameters<typeof findHits>) => (await findHits(...args)).map(({ id }) => id);

async function buildMarkedThread(prefix_id: number | null, word: string, section_id = section) {
  const thread = await site.createThread(site.member, { section_id, prefix_id, title: word });
  return { thread, reply: await site.createReply(thread, site.other, `More of ${word}`) };
}

describe('searching for a prefix', () => {
  test('finds threads by prefix with their replies, with or without words and other filters', async () => {
    const [one, other] = [await buildMarkedThread(bug.id, 'anvil'), await buildMarkedThread(idea.id, 'anvil')];
    const unprefixed = await buildMarkedThread(null, 'anvil');
    expect(await findHitIds('anvil prefix:bug')).toEqual([one.reply, one.thread]);
    expect(await findHitIds('prefix:"BUG"')).toEqual([one.reply, one.thread]);
    expect(await findHitIds('prefix:"good idea"')).toEqual([other.reply, other.thread]);
    expect(await findHitIds('prefix:bug prefix:"good idea"', undefined, '&type=threads')).toEqual([
      other.thread,
      one.thread,
    ]);
    expect(await findHitIds('anvil -prefix:bug')).toEqual([
      unprefixed.reply,
      unprefixed.thread,
      other.reply,
      other.thread,
    ]);
    expect(await findHitIds('prefix:bug', undefined, '&author=Robin')).toEqual([one.reply]);
    expect(await findHitIds('prefix:Ｂüg', undefined, `&author=${encodeURIComponent(' ＲÓBIN')}`)).toEqual([one.reply]);
    expect(await findHitIds('prefix:bug', undefined, `&section_id=${site.section}`)).toEqual([]);
    expect(await findHitIds('anvil prefix:bug', undefined, '&sort=relevance&type=posts')).toEqual([one.reply]);
    expect(await findHitIds('prefix:bug', undefined, '&type=members')).toEqual([]);
  });

  test('search results contain the prefix of each thread and reply', async () => {
    await buildMarkedThread(bug.id, 'bellows');
    expect((await findHits('bellows')).map(({ kind, prefix }) => [kind, prefix])).toEqual([
      ['post', bug],
      ['thread', bug],
    ]);
    expect((await findHits('Robin')).map(({ kind, prefix }) => [kind, prefix])).toContainEqual(['member', null]);
  });

  test.each(['prefix:nothing', 'prefix:""', 'prefix:"?*"', 'prefix:bu', 'anvil prefix:s1p71', 'prefix:"'])(
    'finds nothing by %s, which no section offers',
    async (q) => expect(await findHitIds(q)).toEqual([]),
  );

  test('paginates the results of a search by prefix', async () => {
    const section_id = await site.createSection();
    const [prefix] = await offer(section_id, [{ label: 'Paged', color: 'teal' }]);
    const threadIds: number[] = [];
    for (let i = 0; i < 5; i++) {
      threadIds.unshift(await site.createThread(site.member, { section_id, prefix_id: i % 2 ? null : prefix?.id }));
    }
    const path = `/search?q=prefix:paged&limit=2&after=${site.services.historyId}.${await site.readHead()}`;
    const firstPage = await site.send('GET', path);
    const next = /<\/api([^>]+)>/.exec(String(firstPage.headers['link']))?.[1] ?? '';
    const last = await site.send('GET', next);
    const ids = [firstPage, last].flatMap(({ json }) => (json as SearchResponse).results.map(({ id }) => id));
    expect(ids).toEqual([threadIds[0], threadIds[2], threadIds[4]]);
    expect(last.headers['link']).toBeUndefined();
  });

  test("updates the results if a thread's prefix, its section or the section's prefixes change", async () => {
    const { thread, reply } = await buildMarkedThread(null, 'chisel');
    const change = (prefix_id: number | null) =>
      site.perform(
        'PUT',
        `/forums/threads/${thread}`,
        { title: 'chisel', content: 'x', prefix_id },
        { as: site.member },
      );
    const move = (section_id: number) =>
      site.perform('POST', `/forums/threads/${thread}/move`, { section_id }, { as: site.admin });
    const findBothIds = async () => [await findHitIds('chisel prefix:bug'), await findHitIds('chisel -prefix:bug')];
    const replyAndThread = [reply, thread];
    expect(await findBothIds()).toEqual([[], replyAndThread]);
    await change(bug.id);
    expect(await findBothIds()).toEqual([replyAndThread, []]);
    const lateReply = await site.createReply(thread, site.other, 'a late chisel');
    await move(site.section);
    expect(await findBothIds()).toEqual([[], [lateReply, ...replyAndThread]]);
    await move(section);
    expect(await findBothIds()).toEqual([[lateReply, ...replyAndThread], []]);
    await offer(section, [{ ...bug, label: 'Defect' }, idea]);
    expect(await findBothIds()).toEqual([[], [lateReply, ...replyAndThread]]);
    expect(await findHitIds('chisel prefix:defect')).toEqual([lateReply, ...replyAndThread]);
    await offer(section, [idea]);
    expect(await findHitIds('chisel prefix:defect')).toEqual([]);
    await offer(section, [bug, idea]);
    expect(await findBothIds()).toEqual([[lateReply, ...replyAndThread], []]);
    await change(null);
    expect(await findBothIds()).toEqual([[], [lateReply, ...replyAndThread]]);
  });

  test('does not find threads by prefix in a hidden section, even if a visible one shares it', async () => {
    const hiddenSection = await site.createSection();
    const [secret] = await offer(hiddenSection, [{ label: 'Bug', color: 'grey' }]);
    const hiddenMatch = await buildMarkedThread(secret?.id ?? 0, 'dagger', hiddenSection);
    const openMatch = await buildMarkedThread(bug.id, 'dagger');
    await site.hide(hiddenSection);
    const all = [openMatch.reply, openMatch.thread];
    expect(await findHitIds('dagger prefix:bug')).toEqual(all);
    expect(await findHitIds('dagger prefix:bug', site.member)).toEqual(all);
    expect(await findHitIds('prefix:bug', site.member, `&section_id=${hiddenSection}`)).toEqual([]);
    expect(await findHitIds('dagger prefix:bug', site.admin)).toEqual([...all, hiddenMatch.reply, hiddenMatch.thread]);
    await site.hide(hiddenSection, null, false);
    expect(await findHitIds('dagger prefix:bug')).toEqual([...all, hiddenMatch.reply, hiddenMatch.thread]);
  });
});
