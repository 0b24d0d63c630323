import type { PostRow } from '@guildhall/domain/wire/schemas/forum/posts.js';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { testSite } from '../../support/site/site.js';

const site = testSite();
let thread: number;
const replyIds: number[] = [];
let replies: PostRow[];

beforeAll(async () => {
  thread = await site.createThread();
  for (let n = 0; n < 12; n++) {
    replyIds.push(await site.createReply(thread, site.member, `Reply ${n + 1}`));
    await sleep(2); // Each reply needs a distinct timestamp.
  }
  await site.perform('DELETE', `/forums/posts/${replyIds[4]}`, undefined, { as: site.admin });
  replies = await site.get<PostRow[]>(`/forums/posts/${thread}?limit=100`);
});

const readIds = async (query: string) =>
  (await site.get<PostRow[]>(`/forums/posts/${thread}?${query}`)).map(({ id }) => id);
const listIds = (from: number, to: number) => replies.slice(from, to).map(({ id }) => id);

test('returns all replies in a thread in chronological order, without the deleted one', () => {
  expect(replies.map(({ id }) => id)).toEqual(replyIds.filter((_, n) => n !== 4));
});

describe('page of replies', () => {
  test.each([
    ['in the middle', 8, 6],
    ['that is deleted, whose place the next one takes', 5, 4],
    ['at the beginning', 1, 0],
    ['at the end', 12, 10],
  ])('a page contains two replies before the requested one, that reply and one after it: %s', async (_, number, at) => {
    const page = listIds(Math.max(0, at - 2), at + 2);
    expect(await readIds(`number=${number}&limit=4`)).toEqual(page);
    expect(await readIds(`around=${replyIds[number - 1]}&limit=4`)).toEqual(page);
  });

  test('returns the last replies for a number or time beyond the end of the thread', async () => {
    expect(await readIds('number=13&limit=4')).toEqual(listIds(7, 11));
    expect(await readIds('at=2999-01-01T00:00:00Z&limit=4')).toEqual(listIds(7, 11));
  });

  test('returns the page with the first reply since a specified time', async () => {
    expect(await readIds('at=2000-01-01T00:00:00Z&limit=4')).toEqual(listIds(0, 2));
    for (const [at, { created_at }] of replies.entries()) {
      const after = new Date(Date.parse(created_at) + 1).toISOString();
      expect(await readIds(`at=${created_at}&limit=4`), created_at).toEqual(listIds(Math.max(0, at - 2), at + 2));
      const next = at + 1 < replies.length ? listIds(Math.max(0, at - 1), at + 3) : listIds(7, 11);
      expect(await readIds(`at=${after}&limit=4`), after).toEqual(next);
    }
  });

  test('a page of replies can start at an order or after a cursor, or end before an order', async () => {
    const { order = '' } = replies[6] ?? {};
    expect(await readIds(`from=${order}&limit=3`)).toEqual(listIds(6, 9));
    expect(await readIds(`cursor=${order}&limit=3`)).toEqual(listIds(7, 10));
    expect(await readIds(`before=${order}&limit=3`)).toEqual(listIds(3, 6));
    expect(await readIds('last=3')).toEqual(listIds(8, 11));
  });

  test('responds with 404 for a reply that is unknown or belongs to another thread', async () => {
    const otherReply = await site.createReply(await site.createThread());
    for (const id of [otherReply, 12_345]) {
      expect((await site.send('GET', `/forums/posts/${thread}?around=${id}`)).status).toBe(404);
    }
  });
});
