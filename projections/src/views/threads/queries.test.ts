import { threadSorts, type ThreadSort } from '@guildhall/domain/wire/kinds.js';
import { toPosition } from '@guildhall/event-store/dense-position.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findMongoUrl } from '../../testing/mongo/mongodb.js';
import { thread } from '../../testing/sample-events.js';
import { buildPage, put, type CreateStoreFixture, type StoreFixture } from '../../testing/store-fixture.js';
import { prepareMongoFixture, createSqliteFixture } from '../../testing/store-fixtures.js';
import type { Filter, FindOptions, ViewGenerations, ViewStore } from '../../view-store.js';
import type { ThreadDocument } from './document.js';
import { threadsView } from './project.js';
import { getCursorAfter, findLatestThreads, findThreads, type ThreadListing } from './queries.js';

const url = await findMongoUrl();
const places: [string, CreateStoreFixture][] = [['SQLite', createSqliteFixture]];
if (url) places.push(['MongoDB', prepareMongoFixture(url)]);

const samplePlace = { sectionId: 1, subsectionId: null };
const threads: ThreadDocument[] = Array.from({ length: 80 }, (_, n) => ({
  ...thread,
  id: n + 1,
  createdOrder: toPosition(n + 1),
  activity: toPosition(100 + ((n * 7) % 80)),
  sticky: n % 13 === 5,
  deleted: n % 11 === 4,
  subsectionId: n % 9 === 3 ? 5 : null,
  prefixId: n % 3 === 0 ? 71 : null,
  authorId: n % 3 === 1 ? 102 : 101,
  replyCount: n % 4,
  reactionCount: n % 5,
}));

const compareNewestFirst = (one: ThreadDocument, other: ThreadDocument) => other.id - one.id;
const orders: Record<ThreadSort, (one: ThreadDocument, other: ThreadDocument) => number> = {
  latest: (one, other) => Number(other.sticky) - Number(one.sticky) || (one.activity < other.activity ? 1 : -1),
  newest: compareNewestFirst,
  replies: (one, other) => other.replyCount - one.replyCount || compareNewestFirst(one, other),
  reactions: (one, other) => other.reactionCount - one.reactionCount || compareNewestFirst(one, other),
  unanswered: compareNewestFirst,
};

function listExpected({ place, sort, prefixId, authorId }: ThreadListing): number[] {
  return threads
    .filter((candidate) => !candidate.deleted && candidate.subsectionId === place.subsectionId)
    .filter((candidate) => prefixId === null || candidate.prefixId === prefixId)
    .filter((candidate) => authorId === null || candidate.authorId === authorId)
    .filter((candidate) => sort !== 'unanswered' || candidate.replyCount === 0)
    .sort(orders[sort])
    .map(({ id }) => id);
}

const filters = [
  { prefixId: null, authorId: null },
  { prefixId: 71, authorId: null },
  { prefixId: null, authorId: 102 },
  { prefixId: 71, authorId: 101 },
];
const listings = threadSorts.flatMap((sort) => filters.map((filter) => ({ place: samplePlace, sort, ...filter })));
const formatName = ({ sort, prefixId, authorId }: ThreadListing) =>
  `${sort}, prefix ${prefixId ?? 'any'}, author ${authorId ?? 'any'}`;

describe.each(places)('thread lists in %s', (_, newPlace) => {
  let place: StoreFixture;
  let generations: ViewGenerations;
  let store: ViewStore;

  beforeAll(async () => {
    place = await newPlace();
    generations = await place.open(threadsView.schema);
    store = await generations.open(1);
    await store.apply(buildPage(2, threads.map((document) => put('threads', document.id, 1, { ...document })))); // prettier-ignore
  });
  afterAll(async () => {
    await generations.close();
    await place.remove();
  });

  it.each(listings.map((listing) => [formatName(listing), listing] as const))(
    'paginates threads without duplicates: %s',
    async (_name, listing) => {
      const expectedIds = listExpected(listing);
      expect(expectedIds.length).toBeGreaterThan(2);
      for (const limit of [5, 50]) {
        const read: number[] = [];
        for (let cursor = null; read.length <= expectedIds.length;) {
          const rows = await findThreads(store, listing, limit, cursor);
          read.push(...rows.map(({ id }) => id));
          const last = rows.at(-1);
          if (!last || rows.length < limit) break;
          cursor = getCursorAfter(listing.sort, last);
        }
        expect(read, `${limit} a page`).toEqual(expectedIds);
      }
    },
  );

  it('lists no threads for a prefix or an author that has none', async () => {
    for (const filter of [
      { prefixId: 72, authorId: null },
      { prefixId: null, authorId: 103 },
    ]) {
      expect(await findThreads(store, { place: samplePlace, sort: 'latest', ...filter }, 10, null)).toEqual([]);
    }
  });

  it('lists threads by activity from a given position', async () => {
    const expectedIds = threads
      .filter(({ deleted, subsectionId }) => !deleted && subsectionId === null)
      .sort((one, other) => (one.activity < other.activity ? 1 : -1))
      .map(({ id, activity }) => ({ id, activity }));
    const firstPage = await findLatestThreads(store, samplePlace, 4);
    const nextPage = await findLatestThreads(store, samplePlace, 4, firstPage.at(-1)?.activity);
    expect([...firstPage, ...nextPage].map(({ id }) => id)).toEqual(expectedIds.slice(0, 8).map(({ id }) => id));
  });
});

describe('thread list queries', () => {
  const isEqual = (condition: unknown) => typeof condition !== 'object' || condition === null;

  /** The index must begin with the compared fields, followed by the sort fields. */
  function hasIndex(filter: Filter, { sort = [] }: FindOptions): boolean {
    const comparedFields = Object.keys(filter).filter((field) => isEqual(filter[field]));
    const ranges = Object.keys(filter).filter((field) => !isEqual(filter[field]));
    const order = sort.map(([field]) => field).filter((field) => !comparedFields.includes(field));
    if (ranges.some((field) => field !== order[0])) return false;
    return (threadsView.schema['threads']?.indexes ?? []).some(
      (index) =>
        comparedFields.every((field) => index.slice(0, comparedFields.length).includes(field)) &&
        index.slice(comparedFields.length).join() === order.join(),
    );
  }

  async function getQueries(listing: ThreadListing): Promise<[Filter, FindOptions][]> {
    const storeQueries: [Filter, FindOptions][] = [];
    const find: ViewStore['find'] = async (_collection, filter, options = {}) => {
      storeQueries.push([filter, options]);
      return [];
    };
    const store = { find } as ViewStore; // The lists use only the `find` method of the store.
    await findThreads(store, listing, 10, null);
    await findThreads(store, listing, 10, { group: 1, order: toPosition(7) });
    await findThreads(store, listing, 10, { group: 0, order: toPosition(7) });
    return storeQueries;
  }

  const byIndex = listings.filter(({ authorId }) => authorId === null);
  it.each(byIndex.map((listing) => [formatName(listing), listing] as const))(
    'the thread list has an index for every query: %s',
    async (_, listing) => {
      const queries = await getQueries(listing);
      expect(queries.length).toBeGreaterThan(2);
      for (const [filter, options] of queries) expect(hasIndex(filter, options), JSON.stringify(filter)).toBe(true);
    },
  );

  it.each(threadSorts)("reads few threads when listing an author's threads, using an index: %s", async (sort) => {
    const queries = await getQueries({ place: samplePlace, sort, prefixId: 71, authorId: 102 });
    for (const [filter, options] of queries) {
      expect(hasIndex(filter, options), JSON.stringify(filter)).toBe(true);
      expect(options.limit).toBeLessThanOrEqual(1_000);
    }
  });

  it('a reply updates two indexes, or four in a thread with a prefix', () => {
    const changed = ['activity', 'replyCount', 'lastPostAt', 'lastPostId', 'lastAuthorId', 'posted', 'participants'];
    const rewritten = threadsView.schema['threads']?.indexes.filter((index) =>
      index.some((field) => changed.includes(field)),
    );
    const without = rewritten?.filter((index) => !index.includes('prefixId'));
    expect([rewritten?.length, without?.length]).toEqual([4, 2]);
  });

  it('the index check detects a query without an index', () => {
    const filter = { sectionId: 1, subsectionId: null, deleted: false };
    expect(hasIndex(filter, { sort: [['createdOrder', -1]] })).toBe(true);
    expect(hasIndex({ ...filter, locked: true }, { sort: [['createdOrder', -1]] })).toBe(false);
    expect(hasIndex(filter, { sort: [['lastPostAt', -1]] })).toBe(false);
    expect(hasIndex({ ...filter, replyCount: { $lt: 3 } }, { sort: [['createdOrder', -1]] })).toBe(false);
  });
});
