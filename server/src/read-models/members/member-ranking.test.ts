import type { MemberDocument } from '@guildhall/projections/views/members/project.js';
import type { ViewStore } from '@guildhall/projections/view-store.js';
import { eventAt } from '@guildhall/projections/testing/store-fixture.js';
import { openSqliteGenerations } from '@guildhall/projections/stores/sqlite/generations.js';
import { viewSchema } from '@guildhall/projections/views/all-views.js';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MemberRanking } from './member-ranking.js';
import { charactersRead } from '../../testing/characters-read.js';
import { testData, type TestData } from '../../testing/services.js';
import type { AccountName } from '../../vault/vault.js';

let data: TestData;
let views: { store: ViewStore };
let generations: Awaited<ReturnType<typeof openSqliteGenerations>>;
let accounts: Map<number, string>;
let notify: (ids: readonly number[]) => void;
let ranking: MemberRanking;
let written = 0;

beforeEach(async () => {
  data = testData();
  generations = await openSqliteGenerations(data.folder, viewSchema);
  views = { store: await generations.open(1) };
  accounts = new Map();
  ranking = new MemberRanking(views, {
    onChange: (listener) => (notify = listener),
    ensure: () => Promise.resolve(),
    account: (id) => {
      const username = accounts.get(id);
      return username === undefined ? null : ({ id, username } as AccountName);
    },
  });
});
afterEach(async () => {
  await generations.close();
  data.remove();
});

const position = (n: number) => String(n).padStart(20, '0');

async function write(...members: [id: number, posts: number, listed?: boolean][]): Promise<void> {
  const pos = position(++written);
  const document = ([id, posts, listed = true]: (typeof members)[number]): MemberDocument => ({
    ...{ id, pos, posts, listed, registeredAt: '2026-01-01T00:00:00.000Z' },
  });
  const writes = members.map((member) => ({ collection: 'members', id: member[0], pos, document: document(member) }));
  await views.store.apply({ writes, last: eventAt(pos), epoch: 1 });
}
const shown = async () => (await ranking.members()).map(({ username, posts }) => `${username} ${posts}`);

test('it follows the counts of the views, without members who are not listed or have no name', async () => {
  for (const [id, name] of [
    [1, 'Anna'],
    [2, 'bob'],
    [3, 'Carl'],
    [4, 'Dora'],
  ] as const)
    accounts.set(id, name);
  await write([1, 2], [2, 2], [3, 7], [4, 9, false], [5, 8]);
  expect(await shown()).toEqual(['Carl 7', 'Anna 2', 'bob 2']);
  await write([2, 8]);
  await write([4, 9]);
  expect(await shown()).toEqual(['Dora 9', 'bob 8', 'Carl 7', 'Anna 2']);
  await write([3, 7, false]);
  expect(await shown()).toEqual(['Dora 9', 'bob 8', 'Anna 2']);
});

test('it follows members who are renamed or erased', async () => {
  accounts.set(1, 'Anna').set(2, 'bob');
  await write([1, 2], [2, 2], [3, 2]);
  expect(await shown()).toEqual(['Anna 2', 'bob 2']);
  accounts.set(1, 'Zoe').set(3, 'Carl');
  notify([1, 3]);
  expect(await shown()).toEqual(['bob 2', 'Carl 2', 'Zoe 2']);
  const kept = await ranking.members();
  accounts.delete(2);
  notify([2]);
  expect(
    kept.map(({ username }) => username),
    'at once',
  ).toEqual(['Carl', 'Zoe']);
  expect(await shown()).toEqual(['Carl 2', 'Zoe 2']);
});

test('it starts again with another generation of the views', async () => {
  accounts.set(1, 'Anna').set(2, 'bob');
  await write([1, 2], [2, 5]);
  expect(await shown()).toEqual(['bob 5', 'Anna 2']);
  views.store = await generations.open(2);
  expect(await shown()).toEqual([]);
  await write([1, 3]);
  expect(await shown()).toEqual(['Anna 3']);
});

test('with 10,000 members a change reads only what changed, and a query needs no sorting', async () => {
  const many = Array.from({ length: 10_000 }, (_, i) => [i + 1, (i * 7919) % 500] as [number, number]);
  for (const [id] of many) accounts.set(id, `Member${id}`);
  await write(...many);
  expect((await ranking.members()).length).toBe(10_000);
  const find = vi.spyOn(views.store, 'find');
  const scan = vi.spyOn(views.store, 'scan');
  for (let round = 0; round < 20; round++) {
    await write([round + 1, 600 + round]);
    expect((await ranking.members())[0]).toMatchObject({ id: round + 1, posts: 600 + round });
    await ranking.members();
  }
  const read = await Promise.all(
    find.mock.results.map(async ({ value }) => (await (value as Promise<unknown[]>)).length),
  );
  expect(read).toEqual(Array.from({ length: 20 }, () => 1));
  expect(scan).not.toHaveBeenCalled();
});

test('a part of a name is looked for in few of 10,000 names, and found in the order of the ranking', async () => {
  const many = Array.from({ length: 10_000 }, (_, i) => [i + 1, (i * 7919) % 500] as [number, number]);
  for (const [id] of many) accounts.set(id, `Member${id}`);
  await write(...many);
  const found = async (text: string) => [...(await ranking.containing(text, null))];
  for (const text of ['', 'member77', 'er7', '9999', 'nobody']) {
    const all = (await ranking.members()).filter(({ fold }) => fold.includes(text));
    expect(await found(text)).toEqual(all);
    for (const after of all.slice(0, 3))
      expect([...(await ranking.containing(text, after))]).toEqual(all.slice(all.indexOf(after) + 1));
  }
  accounts.set(5, 'Other5');
  notify([5]);
  await write([5, 1_000], [770, 1, false]);
  const { made, characters } = await charactersRead(() => found('ther5'));
  expect(made).toMatchObject([{ id: 5, posts: 1_000 }]);
  expect(characters, 'of 90,000').toBeLessThan(30_000);
  expect((await found('member77')).length).toBe(110);
});

test('concurrent queries share the work, and each sees what was written before it', async () => {
  accounts.set(1, 'Anna');
  await write([1, 1]);
  await ranking.members();
  const asked = [];
  for (let posts = 2; posts < 12; posts++) {
    await write([1, posts]);
    asked.push(ranking.members().then(([first]) => [posts, first?.posts]));
  }
  for (const [posts = 0, seen = 0] of await Promise.all(asked)) expect(seen).toBeGreaterThanOrEqual(posts);
});
