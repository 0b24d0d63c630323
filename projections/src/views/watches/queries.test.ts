import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toPosition } from '@guildhall/event-store/dense-position.js';
import { findMongoUrl } from '../../testing/mongo/mongodb.js';
import { buildPage, put, type CreateStoreFixture, type StoreFixture } from '../../testing/store-fixture.js';
import { prepareMongoFixture, createSqliteFixture } from '../../testing/store-fixtures.js';
import type { ViewGenerations, ViewStore, ViewWrite } from '../../view-store.js';
import { postsView } from '../posts/project.js';
import { threadsView } from '../threads/project.js';
import { watchesView } from './project.js';
import { findActiveWatches, findWatchesAmong, findWatchIdsByTarget } from './queries.js';

const url = await findMongoUrl();
const places: [string, CreateStoreFixture][] = [['SQLite', createSqliteFixture]];
if (url) places.push(['MongoDB', prepareMongoFixture(url)]);

/** Everyone watches this target except the last two members, who muted it. */
const busy = 7;
const members = Array.from({ length: 600 }, (_, n) => 1_000 + n);
const mutedMembers = members.slice(-2);
const quiet = Array.from({ length: 40 }, (_, n) => 70 + n);
const pickWatcher = (targetId: number): number => members[targetId * 5] ?? 0;

describe.each(places)('watch queries in %s', (_, newPlace) => {
  let place: StoreFixture;
  let generations: ViewGenerations;
  let store: ViewStore;

  beforeAll(async () => {
    place = await newPlace();
    generations = await place.open({ ...watchesView.schema, ...postsView.schema, ...threadsView.schema });
    store = await generations.open(1);
    const watches = [
      ...members.map((userId) => ({ targetId: busy, userId, tells: !mutedMembers.includes(userId) })),
      ...quiet.map((targetId) => ({ targetId, userId: pickWatcher(targetId), tells: true })),
    ];
    const fields = { kind: 'thread', level: null, wrote: true, order: toPosition(1) };
    const writes = watches.map((watch) =>
      put('watches', `${watch.targetId}:${watch.userId}`, 1, { ...fields, ...watch }),
    );
    await store.apply(buildPage(2, [...writes, ...buildWrites(writer)]));
  });
  afterAll(async () => {
    await generations.close();
    await place.remove();
  });

  async function listWatchers(userIds: number[], targetIds: number[]): Promise<string[]> {
    return (await findWatchesAmong(store, userIds, targetIds)).map(({ id }) => id).sort();
  }
  const own = quiet.map((targetId) => `${targetId}:${pickWatcher(targetId)}`).sort();

  it("finds a thread's watches among many members", async () => {
    expect(await listWatchers(members, quiet)).toEqual(own);
    expect(await listWatchers(members.slice(0, 400), quiet)).toEqual(own.filter(isBelow(400)));
    expect(await listWatchers(members, [70])).toEqual([`70:${pickWatcher(70)}`]);
    expect(await listWatchers(members, [1, 71_000])).toEqual([]);
  });

  it('finds the watches of many threads for a few members', async () => {
    const candidates = [pickWatcher(71), pickWatcher(100), 5];
    expect(await listWatchers(candidates, quiet)).toEqual([`100:${pickWatcher(100)}`, `71:${pickWatcher(71)}`]);
  });

  it('finds everyone who watches a busy thread, except members who muted it', async () => {
    const candidates = [...members.slice(0, 3), ...mutedMembers];
    expect(await listWatchers(candidates, [busy])).toEqual([`${busy}:1000`, `${busy}:1001`, `${busy}:1002`]);
    expect(await listWatchers(members, [busy])).toHaveLength(598);
  });

  it("lists a target's watches in pages", async () => {
    const firstPage = await findWatchIdsByTarget(store, busy, '', 500);
    const secondPage = await findWatchIdsByTarget(store, busy, firstPage.at(-1) ?? '', 500);
    expect([firstPage.length, secondPage.length]).toEqual([500, 100]);
    expect([...firstPage, ...secondPage]).toEqual(members.map((userId) => `${busy}:${userId}`));
  });

  it("finds a member's watched targets and the last threads they posted in", async () => {
    const buildTargets = async (limit: number) => {
      const watches = await findActiveWatches(store, writer, limit);
      const filterChosen = (chosen: boolean) => watches.filter(({ level }) => (level !== null) === chosen);
      return [
        filterChosen(true).map(({ targetId }) => targetId),
        filterChosen(false)
          .map(({ targetId }) => targetId)
          .sort(),
      ];
    };
    expect(await buildTargets(10)).toEqual([[9, 8], [1, 2, 4, 5]]); // prettier-ignore
    expect(await buildTargets(2)).toEqual([[9, 8], [1, 4]]); // prettier-ignore
    expect(await buildTargets(1)).toEqual([[9], [1]]);
    expect(await findActiveWatches(store, 6, 10)).toEqual([]);
  });
});

/**
 * This member wrote in threads 1 to 4, twice in the first, started the fifth, muted the third, and chose to watch the
 * last two.
 */
const writer = 5;

function buildWrites(userId: number): ViewWrite[] {
  const watches = [1, 2, 3, 4, 5, 8, 9].map((targetId) => {
    const level = targetId === 3 ? 'muted' : targetId > 5 ? 'watching' : null;
    const fields = { kind: 'thread', targetId, userId, level, wrote: targetId < 8, tells: level !== 'muted' };
    return put('watches', `${targetId}:${userId}`, 2, { ...fields, order: toPosition(targetId) });
  });
  const replies = [1, 2, 3, 4, 1].map((threadId, n) =>
    put('posts', 20 + n, 2, { authorId: userId, threadId, deleted: n === 4, order: toPosition(20 + n) }),
  );
  return [...watches, ...replies, put('threads', 5, 2, { authorId: userId, createdOrder: toPosition(22) })];
}

const isBelow = (count: number) => (id: string) => Number(id.split(':')[1]) < 1_000 + count;
