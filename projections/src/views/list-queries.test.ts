import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toPosition } from '@guildhall/event-store/dense-position.js';
import { buildPage, put, type StoreFixture } from '../testing/store-fixture.js';
import { createSqliteFixture } from '../testing/store-fixtures.js';
import type { ViewDocument, ViewGenerations, ViewStore } from '../view-store.js';
import { listNewestByAuthor } from './activity-queries.js';
import { viewSchema } from './all-views.js';
import { readAuditPage } from './audit/queries.js';
import { findChangesBetween, readNewestChanges, readOldestChanges } from './changes/queries.js';
import { findFollowed, findFollowers } from './follows/queries.js';
import { findIgnoredMembersBefore, findMutedMembersBefore } from './ignores/queries.js';
import { findNotificationsAfter, findNotificationsByUser } from './notifications/queries.js';
import {
  findDeletedPosts,
  findPostsAfter,
  findPostsBefore,
  findPostsByAuthor,
  findPostsFrom,
  findPostUpTo,
} from './posts/queries.js';
import { findReactionsInThread, findReactions, findReactionsTo } from './reactions/queries.js';
import { countOpenReports, findReports } from './reports/queries.js';
import { findActionsOnThread } from './thread-actions/project.js';
import { findThreadsCreatedAfter, findNewestThreads, findThreadsByAuthor } from './threads/queries.js';
import { findWallPostsByAuthor, findWallPostsByOwner, findWallRepliesTo } from './wallposts/queries.js';
import { findOwnWatches } from './watches/queries.js';

type Fields = Record<string, unknown>;

/** Document n has the id n and an order that is derived from n. */
const documents: Record<string, Fields[]> = {
  follows: [
    ...Array.from({ length: 5 }, () => ({ followerId: 1, followedId: 2, active: true })),
    { followerId: 1, followedId: 2, active: false },
    { followerId: 1, followedId: 3, active: true },
    { followerId: 4, followedId: 2, active: true },
  ],
  ignores: [
    ...Array.from({ length: 5 }, () => ({ userId: 1, active: true, muted: false })),
    ...Array.from({ length: 5 }, () => ({ userId: 1, active: false, muted: true })),
    { userId: 1, active: false, muted: false },
    { userId: 2, active: true, muted: true },
  ],
  notifications: [...Array.from({ length: 5 }, () => ({ userId: 1 })), { userId: 2 }],
  reactions: [
    ...Array.from({ length: 5 }, () => ({ userId: 1, threadId: 9, targetId: 7, active: true })),
    { userId: 1, threadId: 9, targetId: 7, active: false },
    { userId: 1, threadId: 8, targetId: 6, active: true },
    { userId: 2, threadId: 9, targetId: 7, active: true },
  ],
  reports: [
    { status: 'open', kind: 'post', authorId: 1 },
    { status: 'taken', kind: 'post', authorId: 1 },
    { status: 'open', kind: 'user', authorId: 1 },
    { status: 'done', kind: 'post', authorId: 1 },
    { status: 'open', kind: 'post', authorId: 2 },
  ],
  threadActions: [...Array.from({ length: 5 }, () => ({ threadId: 9 })), { threadId: 8 }],
  wallposts: [
    ...Array.from({ length: 5 }, () => ({ ownerId: 1, parentId: null, deleted: false, authorId: 4 })),
    { ownerId: 1, parentId: null, deleted: true, authorId: 4 },
    { ownerId: 1, parentId: 3, deleted: false, authorId: 5 },
    { ownerId: 2, parentId: 3, deleted: false, authorId: 4 },
    { ownerId: 1, parentId: 3, deleted: true, authorId: 5 },
    { ownerId: 1, parentId: 3, deleted: false, authorId: 5 },
  ],
  watches: [
    ...['watching', 'muted', null, 'watching', 'watching'].map((level) => ({
      userId: 1,
      level,
      tells: level !== 'muted',
    })),
    { userId: 1, level: null, tells: false },
    { userId: 2, level: 'watching', tells: true },
    { userId: 1, level: null, tells: true },
  ],
  posts: [
    ...[false, false, true, false, false, true, false].map((deleted, n) => ({
      threadId: 9,
      number: n,
      deleted,
    })),
    { threadId: 8, number: 0, deleted: false },
  ].map((fields, n) => ({ authorId: n % 2 === 0 ? 1 : 2, ...fields })),
  threads: Array.from({ length: 6 }, (_, n) => ({
    authorId: n % 3 === 0 ? 2 : 1,
    deleted: n === 1,
    sectionId: n === 4 ? 2 : 1,
    subsectionId: null,
    sticky: false,
    replyCount: 0,
    reactionCount: 0,
    prefixId: null,
    createdOrder: toPosition(n + 11),
    activity: toPosition(n + 11),
  })),
  audit: Array.from({ length: 6 }, (_, n) => ({
    area: n % 2 === 0 ? 'staff' : 'theme',
    type: n < 4 ? 'UserBanned.v1' : 'RoleCreated.v1',
    actorId: n < 3 ? 1 : 2,
    subject: `user:${n % 3}`,
    personId: n % 3,
  })),
};

let place: StoreFixture;
let generations: ViewGenerations;
let store: ViewStore;

beforeAll(async () => {
  place = await createSqliteFixture();
  generations = await place.open(viewSchema);
  store = await generations.open(1);
  const writes = Object.entries(documents).flatMap(([collection, all]) =>
    all.map((fields, i) => put(collection, i + 1, i + 1, { order: toPosition(i + 1), ...fields })),
  );
  for (const n of [1, 2, 3, 4, 5]) writes.push(put('changes', toPosition(n), n, { rows: [] }));
  await store.apply(buildPage(100, writes));
});
afterAll(async () => {
  await generations.close();
  await place.remove();
});

const listIds = (rows: readonly ViewDocument[]) => rows.map(({ id }) => id);
type ReadListPage = (beforeOrder: string | null, limit: number) => Promise<readonly { order: string }[]>;

async function walk(read: ReadListPage): Promise<number[][]> {
  const pages: number[][] = [];
  for (let beforeOrder: string | null = null; pages.length < 10;) {
    const rows: readonly { order: string }[] = await read(beforeOrder, 2);
    if (rows.length > 0) pages.push(rows.map(({ order }) => Number(order)));
    if (rows.length < 2) break;
    beforeOrder = rows.at(-1)?.order ?? null;
  }
  return pages;
}

const five = [[5, 4], [3, 2], [1]];
const start = (beforeOrder: string | null) => beforeOrder ?? undefined;

describe('paged lists, newest first', () => {
  it.each<[string, ReadListPage, number[][]]>([
    [
      'followers',
      (before, limit) => findFollowers(store, 2, before, limit),
      [
        [8, 5],
        [4, 3],
        [2, 1],
      ],
    ],
    [
      'followed members',
      (before, limit) => findFollowed(store, 1, before, limit),
      [
        [7, 5],
        [4, 3],
        [2, 1],
      ],
    ],
    ['ignored members', (before, limit) => findIgnoredMembersBefore(store, 1, before, limit), five],
    ['muted members', (before, limit) => findMutedMembersBefore(store, 1, before, limit), [[10, 9], [8, 7], [6]]],
    ['notifications', (before, limit) => findNotificationsByUser(store, 1, before, limit), five],
    [
      'reactions to a text',
      (before, limit) => findReactionsTo(store, 7, before, limit),
      [
        [8, 5],
        [4, 3],
        [2, 1],
      ],
    ],
    ['reactions in a thread', (before, limit) => findReactionsInThread(store, 1, 9, before, limit), five],
    [
      'reactions of a member',
      (before, limit) => findReactions(store, 1, before, limit),
      [
        [7, 5],
        [4, 3],
        [2, 1],
      ],
    ],
    ['reports', (before, limit) => findReports(store, {}, start(before), limit), five],
    [
      'pending reports',
      (before, limit) => findReports(store, { status: 'pending' }, start(before), limit),
      [
        [5, 3],
        [2, 1],
      ],
    ],
    ['open reports', (before, limit) => findReports(store, { status: 'open' }, start(before), limit), [[5, 3], [1]]],
    [
      'reports of a kind',
      (before, limit) => findReports(store, { kind: 'post' }, start(before), limit),
      [
        [5, 4],
        [2, 1],
      ],
    ],
    [
      'own reports',
      (before, limit) => findReports(store, { authorId: 1 }, start(before), limit),
      [
        [4, 3],
        [2, 1],
      ],
    ],
    ['actions on a thread', (before, limit) => findActionsOnThread(store, 9, start(before), limit), five],
    ['wall posts', (before, limit) => findWallPostsByOwner(store, 1, before, limit), five],
    ['replies to a wall post', (before, limit) => findWallRepliesTo(store, 3, before, limit), [[10, 8], [7]]],
    [
      'wall posts by a member',
      (before, limit) => findWallPostsByAuthor(store, 4, before, limit),
      [[8, 6], [5, 4], [3, 2], [1]],
    ],
    [
      'own watches',
      (before, limit) => findOwnWatches(store, 1, before, limit),
      [
        [5, 4],
        [2, 1],
      ],
    ],
    ['deleted replies', (before, limit) => findDeletedPosts(store, 9, null, before, limit), [[6, 3]]],
    ['own deleted replies', (before, limit) => findDeletedPosts(store, 9, 2, before, limit), [[6]]],
    [
      'activity',
      (before, limit) => listNewestByAuthor(store, 1, before, limit),
      [
        [16, 15],
        [13, 12],
        [7, 5],
        [3, 1],
      ],
    ],
    [
      'audit',
      (before, limit) => readAuditPage(store, { after: start(before) }, limit),
      [
        [6, 5],
        [4, 3],
        [2, 1],
      ],
    ],
    [
      'audit of an area',
      (before, limit) => readAuditPage(store, { area: 'staff', after: start(before) }, limit),
      [[5, 3], [1]],
    ],
    [
      'audit of types',
      (before, limit) => readAuditPage(store, { types: ['RoleCreated.v1'], after: start(before) }, limit),
      [[6, 5]],
    ],
    [
      'audit of an actor',
      (before, limit) => readAuditPage(store, { actorId: 1, after: start(before) }, limit),
      [[3, 2], [1]],
    ],
    [
      'audit of a person',
      (before, limit) => readAuditPage(store, { personId: 0, after: start(before) }, limit),
      [[4, 1]],
    ],
    [
      'audit of a subject',
      (before, limit) => readAuditPage(store, { subject: 'user:1', after: start(before) }, limit),
      [[5, 2]],
    ],
    [
      'audit of a time',
      (before, limit) => readAuditPage(store, { from: toPosition(2), to: toPosition(5), after: start(before) }, limit),
      [[4, 3], [2]],
    ],
  ])('each page of %s continues where the last one ended', async (_, read, pages) => {
    expect(await walk(read)).toEqual(pages);
  });
});

describe('lists in order of creation', () => {
  it('reads visible replies before, after or from a specified position', async () => {
    expect(listIds(await findPostsAfter(store, 9, '', 3))).toEqual([1, 2, 4]);
    expect(listIds(await findPostsAfter(store, 9, toPosition(4), 3))).toEqual([5, 7]);
    expect(listIds(await findPostsFrom(store, 9, toPosition(4), 2))).toEqual([4, 5]);
    expect(listIds(await findPostsBefore(store, 9, toPosition(5), 2))).toEqual([2, 4]);
    expect(listIds(await findPostsBefore(store, 9, null, 2))).toEqual([5, 7]);
    expect((await findPostUpTo(store, 9, toPosition(4)))?.id).toBe(4);
    expect((await findPostUpTo(store, 9, toPosition(3)))?.id).toBe(2);
  });

  it("an author's list includes their deleted posts", async () => {
    expect(listIds(await findPostsByAuthor(store, 1, '', 3))).toEqual([1, 3, 5]);
    expect(listIds(await findPostsByAuthor(store, 1, toPosition(5), 3))).toEqual([7]);
    expect(listIds(await findThreadsByAuthor(store, 1, '', 3))).toEqual([2, 3, 5]);
    expect(listIds(await findThreadsByAuthor(store, 1, toPosition(15), 3))).toEqual([6]);
    expect(listIds(await findThreadsCreatedAfter(store, toPosition(12), 3))).toEqual([3, 4, 5]);
  });

  it('changes can be read from either end', async () => {
    expect(listIds(await findChangesBetween(store, toPosition(1), toPosition(3), 10))).toEqual([
      toPosition(2),
      toPosition(3),
    ]);
    expect(listIds(await findChangesBetween(store, toPosition(1), toPosition(5), 3))).toEqual([
      toPosition(2),
      toPosition(3),
      toPosition(4),
    ]);
    expect(listIds(await readNewestChanges(store, 3))).toEqual([toPosition(3), toPosition(4), toPosition(5)]);
    expect(listIds(await readOldestChanges(store, 2))).toEqual([toPosition(1), toPosition(2)]);
  });
});

it('limits the lists of notifications and newest threads, and the count of open reports', async () => {
  expect(listIds(await findNotificationsAfter(store, 1, toPosition(1), 3))).toEqual([5, 4, 3]);
  expect(
    listIds(
      await findNewestThreads(
        store,
        [
          { sectionId: 1, subsectionId: null },
          { sectionId: 2, subsectionId: null },
        ],
        4,
      ),
    ),
  ).toEqual([6, 5, 4, 3]);
  expect(await countOpenReports(store)).toBe(3);
});
