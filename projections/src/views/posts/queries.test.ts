import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toPosition } from '@guildhall/event-store/dense-position.js';
import { findMongoUrl } from '../../testing/mongo/mongodb.js';
import { post } from '../../testing/sample-events.js';
import { buildPage, put, type CreateStoreFixture, type StoreFixture } from '../../testing/store-fixture.js';
import { prepareMongoFixture, createSqliteFixture } from '../../testing/store-fixtures.js';
import type { ViewGenerations, ViewStore } from '../../view-store.js';
import type { PostDocument } from './document.js';
import { postsView } from './project.js';
import { findRepliesTo } from './queries.js';

const url = await findMongoUrl();
const places: [string, CreateStoreFixture][] = [['SQLite', createSqliteFixture]];
if (url) places.push(['MongoDB', prepareMongoFixture(url)]);

const posts: PostDocument[] = Array.from({ length: 40 }, (_, n) => ({
  ...post,
  id: n + 1,
  order: toPosition(n + 1),
  number: n,
  deleted: n % 5 === 3,
  replyTo: [null, 1, 2][n % 3] ?? null,
}));

describe.each(places)('replies to a reply in %s', (_, newPlace) => {
  let place: StoreFixture;
  let generations: ViewGenerations;
  let store: ViewStore;

  beforeAll(async () => {
    place = await newPlace();
    generations = await place.open(postsView.schema);
    store = await generations.open(1);
    await store.apply(buildPage(2, posts.map((document) => put('posts', document.id, 1, { ...document })))); // prettier-ignore
  });
  afterAll(async () => {
    await generations.close();
    await place.remove();
  });

  it.each([1, 2, 3])('paginates the visible replies to reply %i without duplicates', async (target) => {
    const expectedIds = posts.filter(({ replyTo, deleted }) => replyTo === target && !deleted).map(({ id }) => id);
    const read: number[] = [];
    for (let after = ''; read.length <= expectedIds.length;) {
      const replies = await findRepliesTo(store, target, after, 4);
      read.push(...replies.map(({ id }) => id));
      if (replies.length < 4) break;
      after = replies.at(-1)?.order ?? '';
    }
    expect(read).toEqual(expectedIds);
  });

  it('updates the replies to a reply if one is deleted or restored', async () => {
    const [restoredPost, deletedPost] = [posts[13], posts[1]];
    if (!restoredPost || !deletedPost) throw new Error('too few posts');
    expect([restoredPost, deletedPost]).toMatchObject([
      { replyTo: 1, deleted: true },
      { replyTo: 1, deleted: false },
    ]);
    const idsBefore = (await findRepliesTo(store, 1, '', 50)).map(({ id }) => id);
    await store.apply(
      buildPage(3, [
        put('posts', restoredPost.id, 3, { ...restoredPost, pos: toPosition(3), deleted: false }),
        put('posts', deletedPost.id, 3, { ...deletedPost, pos: toPosition(3), deleted: true }),
      ]),
    );
    const expectedIds = [...idsBefore.filter((id) => id !== deletedPost.id), restoredPost.id].sort(
      (one, other) => one - other,
    );
    expect((await findRepliesTo(store, 1, '', 50)).map(({ id }) => id)).toEqual(expectedIds);
  });
});
