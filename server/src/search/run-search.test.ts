import { deriveAggregateId } from '@guildhall/domain/ids.js';
import type { Place } from '@guildhall/domain/structure/state.js';
import type { SearchHit } from '@guildhall/domain/wire/schemas/forum/search.js';
import { beforeEach, describe, expect, test } from 'vitest';
import { createNewAccount } from '../accounts/accounts.js';
import { LiveSite } from '../testing/live-site.js';
import { testContext, addMember, makeAdmin, type TestMember } from '../testing/services.js';
import { waitForFeed } from '../testing/search-index.js';
import { runSearch, type SearchRequest } from './run-search.js';

let site: LiveSite;
let anna: TestMember;

beforeEach(async () => {
  site = await LiveSite.start();
  anna = await addMember(site.services, 'Anna_Sea');
  await expect.poll(() => site.services.directory.isMember(anna.id)).toBe(true);
});

async function createThread(
  title: string,
  content: string,
  place: Place = site.open,
  by = site.member,
): Promise<number> {
  const context = testContext(String(by.id));
  const threadId = deriveAggregateId(context.commandId);
  const seal = (text: string) => site.services.texts.seal(by.id, text);
  const texts = { title: await seal(title), content: await seal(content) };
  const command = { type: 'CreateThread' as const, threadId, place, ...texts, locked: false, sticky: false };
  await site.services.commands.thread(threadId, command, site.services.policy.getActor(by.id), context);
  return threadId;
}

async function search(request: Partial<SearchRequest> | string, userId: number | null = null) {
  await waitForFeed(site.services.search, site.services.log);
  const fields = typeof request === 'string' ? { q: request } : request;
  const searchDefaults = {
    q: '',
    type: 'all',
    section_id: null,
    subsection_id: null,
    sort: 'newest',
    limit: 20,
  } as const;
  return runSearch(site.services, site.services.policy.getActor(userId), { ...searchDefaults, ...fields });
}
const listIds = async (request: Partial<SearchRequest> | string, userId: number | null = null) =>
  (await search(request, userId)).hits.map(({ id }) => id);
const findFirst = async (request: Partial<SearchRequest> | string): Promise<SearchHit | undefined> =>
  (await search(request)).hits[0];

describe('searching the forum', () => {
  test('finds threads and replies by words, prefixes and phrases, and omits those with excluded words', async () => {
    const harbour = await createThread('The old harbour', 'We tear it down on Saturday.');
    const lighthouse = await createThread('A lighthouse', 'It keeps watch over the old harbour wall.');
    const post = await site.reply(lighthouse, 'Crème brûlée for the **harbour** keepers!');
    expect(await listIds('harbour')).toEqual([post, lighthouse, harbour]);
    expect(await listIds('old harb')).toEqual([lighthouse, harbour]);
    expect(await listIds('"harbour old"')).toEqual([]);
    expect(await listIds('"old harbour" -wall')).toEqual([harbour]);
    expect(await listIds('har* keepers')).toEqual([post]);
    expect(await listIds('creme BRULEE')).toEqual([post]);
    expect(await listIds({ q: 'harbour', type: 'threads' })).toEqual([lighthouse, harbour]);
    expect(await listIds({ q: 'harbour', type: 'posts' })).toEqual([post]);
    expect(await listIds('nothing')).toEqual([]);
    expect(await listIds('')).toEqual([]);
  });

  test('shows the context of a match as escaped text without markup', async () => {
    const id = await createThread(
      'A <b>harbour</b> & more',
      'See [the *harbour*](https://example.org/secret) <script>x</script>',
    );
    const post = await site.reply(id, 'Only **here**', anna);
    expect(await findFirst('harbour')).toEqual({
      kind: 'thread',
      id,
      thread_id: id,
      section_id: site.open.sectionId,
      subsection_id: null,
      title: 'A <b>harbour</b> & more',
      prefix: null,
      title_html: 'A &lt;b&gt;<mark>harbour</mark>&lt;/b&gt; &amp; more',
      snippet_html: 'See the <mark>harbour</mark> &lt;script&gt;x&lt;/script&gt;',
      user_id: site.member.id,
      username: 'Steve',
      avatar_url: null,
      role: null,
      created_at: expect.stringMatching(/Z$/) as string,
      order: expect.stringMatching(/^\d{20}$/) as string,
    });
    expect(await findFirst('here')).toMatchObject({
      kind: 'post',
      id: post,
      thread_id: id,
      title: 'A <b>harbour</b> & more',
      username: 'Anna_Sea',
      snippet_html: 'Only <mark>here</mark>',
    });
    expect(await listIds('secret')).toEqual([]);
  });

  test('search results reflect edits, deletions and restorations of threads and replies', async () => {
    const id = await createThread('A harbour', 'With boats');
    const post = await site.reply(id, 'And gulls', anna);
    await site.editReply(post, 'And seagulls', anna);
    await site.waitUntilSettled();
    await site.changeThread(id, 'A castle');
    expect([
      await listIds('gulls'),
      await listIds('seagulls'),
      await listIds('harbour'),
      await listIds('castle'),
    ]).toEqual([[], [post], [], [id]]);
    await site.deleteReply(post);
    expect(await listIds('seagulls')).toEqual([]);
    const admin = site.services.policy.getActor(site.admin.id);
    await site.services.commands.post(post, { type: 'RestoreReply' }, admin, testContext());
    expect(await listIds('seagulls')).toEqual([post]);
    await site.onThread(id, { type: 'DeleteThread' });
    expect([await listIds('seagulls', site.admin.id), await listIds('castle', site.admin.id)]).toEqual([[], []]);
    await site.onThread(id, { type: 'RestoreThread' });
    expect([await listIds('seagulls'), await listIds('castle')]).toEqual([[post], [id]]);
  });

  test('filters search results by author, place and time', async () => {
    const closedThread = await createThread('A harbour', 'of boats', site.closed);
    const openThread = await createThread('A harbour', 'of boats');
    const post = await site.reply(openThread, 'boats boats', anna);
    expect(await listIds({ q: 'boats', author: 'anna_sea' })).toEqual([post]);
    expect(await listIds({ author: 'ANNA_SEA' })).toEqual([post]);
    expect(await listIds({ q: 'boats', author: 'nobody' })).toEqual([]);
    expect(await listIds({ q: 'boats', section_id: site.closed.sectionId })).toEqual([closedThread]);
    expect(await listIds({ section_id: site.open.sectionId })).toEqual([post, openThread]);
    expect(await listIds({ q: 'boats', section_id: 12345 })).toEqual([]);
    const at = (await findFirst({ q: 'boats', section_id: site.closed.sectionId }))?.created_at ?? '';
    const moments = { from: '2020-01-01T00:00:00.000Z', to: '9999-12-31T23:59:59.999Z' };
    expect(await listIds({ q: 'boats', ...moments })).toEqual([post, openThread, closedThread]);
    expect(await listIds({ q: 'boats', from: at, to: at, section_id: site.closed.sectionId })).toEqual([closedThread]);
    expect(await listIds({ q: 'boats', to: '2020-01-01T00:00:00.000Z' })).toEqual([]);
    expect(await listIds({ q: 'boats', from: '9999-12-31T23:59:59.000Z' })).toEqual([]);
  });

  test.each(['newest', 'relevance'] as const)(
    'returns each result exactly once across pages, sorted by %s',
    async (sort) => {
      const id = await createThread('Harbour', 'The first');
      const posts: number[] = [];
      for (let i = 0; i < 7; i++) posts.push(await site.reply(id, `harbour ${'wall '.repeat(i)}`));
      const foundIds: number[] = [];
      for (let cursor: string | null | undefined; cursor !== null;) {
        const page = await search({ q: 'harbour', sort, limit: 3, cursor });
        foundIds.push(...page.hits.map((hit) => hit.id));
        cursor = page.cursor;
        await site.reply(id, 'harbour meanwhile');
      }
      expect(foundIds.slice().sort()).toEqual([id, ...posts].sort());
      expect(foundIds).toEqual(sort === 'newest' ? [...posts.reverse(), id] : [id, ...posts]);
    },
  );

  test('adds the requested number of newest results to the first page', async () => {
    const best = await createThread('Harbour', 'The harbour of the harbour');
    const posts: number[] = [];
    for (let i = 0; i < 3; i++) posts.push(await site.reply(best, `harbour ${'wall '.repeat(9)}`));
    const request = { q: 'harbour', sort: 'relevance', limit: 1, newest: 2 } as const;
    const { hits, newest, cursor } = await search(request);
    expect(hits.map(({ id }) => id)).toEqual([best]);
    expect(newest?.map(({ id }) => id)).toEqual(posts.slice(1).reverse());
    expect(await search({ ...request, cursor: cursor ?? '' })).not.toHaveProperty('newest');
    expect(await search({ ...request, newest: undefined })).not.toHaveProperty('newest');
    const closedThread = await createThread('A sealed harbour', 'harbour', site.closed);
    await site.hide(site.closed);
    expect((await search(request)).newest?.map(({ id }) => id)).not.toContain(closedThread);
    expect((await search(request, site.admin.id)).newest?.[0]?.id).toBe(closedThread);
  });

  test('ranks and shows posts in which every word matches', async () => {
    const id = await createThread('Loud', 'a b '.repeat(4_999));
    await site.reply(id, 'harbour '.repeat(2_499));
    for (const q of ['a '.repeat(100), '"a b" "b a" a b', '"harbour harbour" harb*']) {
      const { hits } = await search({ q, sort: 'relevance' });
      const { snippet_html } = hits.find((hit) => hit.thread_id === id) ?? expect.fail('nothing found');
      expect(snippet_html).toContain('<mark>');
      expect(snippet_html.length).toBeLessThan(3_000);
    }
  });

  test('ranks at most the newest half megabyte of matches and ends pages of long posts early', async () => {
    const oldestThread = await createThread('A harbour', 'harbour');
    const long = `harbour ${'wall '.repeat(3_998)}`;
    const replies: number[] = [];
    for (let n = 0; n < 26; n++) replies.unshift(await site.reply(oldestThread, long));
    const firstPage = await search({ q: 'harbour', limit: 100 });
    expect(firstPage.hits.map(({ id }) => id)).toEqual(replies.slice(0, 13));
    const secondPage = await search({ q: 'harbour', limit: 100, cursor: firstPage.cursor ?? '' });
    expect(secondPage.hits.map(({ id }) => id)).toEqual(replies.slice(13));
    const third = await search({ q: 'harbour', limit: 100, cursor: secondPage.cursor ?? '' });
    expect(third).toMatchObject({ hits: [{ id: oldestThread }], cursor: null });
    const rankedPage = await search({ q: 'harbour', sort: 'relevance', limit: 100 });
    expect(rankedPage).toEqual({ hits: [...firstPage.hits, ...secondPage.hits], cursor: null });
  });

  test('yields to other requests after marking and after ranking the matches', async () => {
    const id = await createThread('A harbour', 'harbour');
    expect(await listIds('harbour')).toEqual([id]);
    let turns = 0;
    const countingAbort = new AbortController();
    const count = () => void (countingAbort.signal.aborted || (turns++, setImmediate(count)));
    setImmediate(count);
    const request = { q: 'harbour', type: 'all', section_id: null, subsection_id: null, sort: 'relevance' } as const;
    const { hits } = await runSearch(site.services, site.services.policy.getActor(null), {
      ...request,
      limit: 20,
      newest: 3,
    });
    countingAbort.abort();
    expect(hits).toHaveLength(1);
    expect(turns).toBeGreaterThanOrEqual(2);
  });

  test('rejects the search cursor of another list', async () => {
    await expect(search({ q: 'harbour', cursor: '3' })).rejects.toMatchObject({ code: 'validation', field: 'cursor' });
    await expect(search({ q: 'a', type: 'members', cursor: '9'.repeat(20) })).rejects.toMatchObject({
      field: 'cursor',
    });
  });
});

describe('searching for members', () => {
  test('finds members by part of their name, with exact matches and prefixes first', async () => {
    for (const name of ['Hannah', 'Ann', 'Anneke', 'Bob']) await addMember(site.services, name);
    await site.waitUntilSettled();
    const listNames = async (q: string, more: Partial<SearchRequest> = {}) =>
      (await search({ q, type: 'members', ...more })).hits.map(({ title }) => title);
    await expect.poll(() => listNames('ann')).toEqual(['Ann', 'Anna_Sea', 'Anneke', 'Hannah']);
    expect(await listNames('ANN sea')).toEqual(['Anna_Sea']);
    expect(await listNames('ann -sea -han')).toEqual(['Ann', 'Anneke']);
    expect(await listNames('ann', { limit: 2 })).toEqual(['Ann', 'Anna_Sea']);
    expect(await listNames('ann', { limit: 2, cursor: '2' })).toEqual(['Anneke', 'Hannah']);
    expect((await search({ q: 'ann', type: 'members', limit: 4 })).cursor).toBeNull();
    expect(await listNames('')).toEqual([]);
  });

  test('lists members first on the first page of an unfiltered search', async () => {
    const id = await createThread('Anna_Sea sails', 'Words');
    await site.waitUntilSettled();
    expect(await listIds('anna_sea')).toEqual([anna.id, id]);
    expect(await listIds({ q: 'anna_sea', section_id: site.open.sectionId })).toEqual([id]);
    expect(await findFirst('anna_sea')).toMatchObject({
      kind: 'member',
      title: 'Anna_Sea',
      user_id: anna.id,
      thread_id: null,
    });
  });

  test('does not find members before they are verified', async () => {
    const { vault, directory } = site.services;
    const id = deriveAggregateId(testContext().commandId);
    const findIds = async () => {
      await directory.refresh([id]);
      return [await listIds('newcomer'), await listIds({ q: 'newcomer', type: 'members' })];
    };
    await vault.createAccount(createNewAccount(id, 'Newcomer', 'newcomer@example.org', 'no password'));
    expect(await findIds()).toEqual([[], []]);
    await vault.editAccount(id, () => ({ verified: true }));
    expect(await findIds()).toEqual([[id], [id]]);
  });

  test('does not find erased members', async () => {
    const leaver = await addMember(site.services, 'Leaver');
    await site.reply(await createThread('A', 'B'), 'My harbour', leaver);
    await site.waitUntilSettled();
    await expect.poll(() => listIds({ q: 'leaver', type: 'members' })).toEqual([leaver.id]);
    const actor = site.services.policy.getActor(site.admin.id);
    await site.services.commands.staff({ type: 'Leave', userId: leaver.id, texts: false }, actor, testContext());
    await site.services.vaultErasure.erase(leaver.id, false);
    expect(await listIds({ q: 'leaver', type: 'members' })).toEqual([]);
    expect(await listIds({ q: 'harbour', author: 'Leaver' })).toEqual([]);
    expect(await findFirst('harbour')).toMatchObject({ username: '[deleted]', user_id: leaver.id });
  });
});

describe('search visibility', () => {
  test('results and pages do not reveal content in a hidden place until it is visible again', async () => {
    const open = await createThread('An open harbour', 'boats');
    const secret = await createThread('A secret harbour', 'boats', site.closed);
    const posts: number[] = [];
    for (let i = 0; i < 5; i++) posts.unshift(await site.reply(secret, 'secret boats'));
    await site.hide(site.closed);
    for (const sort of ['newest', 'relevance'] as const) {
      const guest = await search({ q: 'boats', sort, limit: 1 });
      expect([guest.hits.map(({ id }) => id), guest.cursor]).toEqual([[open], null]);
      for (const request of [
        { q: 'secret' },
        { author: 'Steve', type: 'posts' as const },
        { section_id: site.closed.sectionId },
      ]) {
        expect(await search({ ...request, sort, limit: 1 })).toEqual({ hits: [], cursor: null });
      }
      expect((await search({ q: 'secret', sort, limit: 1 }, site.admin.id)).cursor).not.toBeNull();
    }
    expect(await listIds('boats', site.admin.id)).toEqual([...posts, secret, open]);
    await site.hide(site.closed, false);
    expect(await listIds('boats')).toEqual([...posts, secret, open]);
  });

  test("an Admin's cursor grants no access to others", async () => {
    const secret = await createThread('A secret harbour', 'boats', site.closed);
    for (let i = 0; i < 3; i++) await site.reply(secret, 'boats');
    await site.hide(site.closed);
    for (const sort of ['newest', 'relevance'] as const) {
      const { cursor } = await search({ q: 'boats', sort, limit: 1 }, site.admin.id);
      expect(await search({ q: 'boats', sort, cursor: cursor ?? '' })).toEqual({ hits: [], cursor: null });
    }
  });

  test('does not find a thread in a hidden place until it is moved back', async () => {
    const id = await createThread('A harbour', 'boats');
    const post = await site.reply(id, 'more boats');
    await site.hide(site.closed);
    await site.onThread(id, { type: 'MoveThread', place: site.closed });
    expect([await listIds('boats'), await listIds('boats', site.admin.id)]).toEqual([[], [post, id]]);
    expect(await listIds({ q: 'boats', section_id: site.open.sectionId }, site.admin.id)).toEqual([]);
    const lateReply = await site.reply(id, 'late boats', site.admin);
    expect([await listIds('boats'), await listIds('boats', site.admin.id)]).toEqual([[], [lateReply, post, id]]);
    await site.onThread(id, { type: 'MoveThread', place: site.open });
    expect(await listIds('boats')).toEqual([lateReply, post, id]);
    expect(await listIds({ q: 'boats', section_id: site.open.sectionId })).toEqual([lateReply, post, id]);
  });

  test('no one finds content in a deleted section, not even an Admin', async () => {
    await createThread('A harbour', 'boats', site.closed);
    const actor = site.services.policy.getActor(site.admin.id);
    await makeAdmin(site.services, site.admin.id);
    const command = { type: 'DeleteSection' as const, sectionId: site.closed.sectionId };
    await site.services.commands.structure(command, actor, testContext());
    expect([await listIds('boats'), await listIds('boats', site.admin.id)]).toEqual([[], []]);
  });
});
