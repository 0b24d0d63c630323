import { createTemporaryFolder } from '@guildhall/event-store/testing/temporary-folder.js';
import type { MemberDocument } from '@guildhall/projections/views/members/project.js';
import type { ViewStore } from '@guildhall/projections/view-store.js';
import { buildEventAt } from '@guildhall/projections/testing/store-fixture.js';
import { openSqliteGenerations } from '@guildhall/projections/stores/sqlite/generations.js';
import { viewSchema } from '@guildhall/projections/views/all-views.js';
import { beforeEach, expect, test, vi } from 'vitest';
import { AccountTable } from './account-table.js';
import { MemberRanking } from './member-ranking.js';
import type { AccountName } from '../../vault/account/account.js';

let views: { store: ViewStore };
let generations: Awaited<ReturnType<typeof openSqliteGenerations>>;
let accounts: Map<number, string>;
let table: AccountTable;
let ranking: MemberRanking;
let writtenUpTo = 0;

beforeEach(async () => {
  generations = await openSqliteGenerations(createTemporaryFolder(), viewSchema);
  views = { store: await generations.open(1) };
  accounts = new Map();
  table = new AccountTable();
  ranking = new MemberRanking(views, {
    table,
    ensure: () => Promise.resolve(),
    findAccount: (id) => {
      const username = accounts.get(id);
      return username === undefined ? null : createAccount(id, username);
    },
  });
  return () => generations.close();
});

const createAccount = (id: number, username: string): AccountName => ({
  id,
  username,
  email: '',
  verified: true,
  avatar: null,
  createdAt: '2026-01-01T00:00:00.000Z',
});
function name(...names: [id: number, username: string][]): void {
  for (const [id, username] of names) accounts.set(id, username);
  table.put(names.map(([id, username]) => createAccount(id, username)));
}

const formatPosition = (n: number) => String(n).padStart(20, '0');

async function write(...members: [id: number, posts: number, listed?: boolean][]): Promise<void> {
  const pos = formatPosition(++writtenUpTo);
  const buildDocument = ([id, posts, listed = true]: (typeof members)[number]): MemberDocument => ({
    id,
    pos,
    posts,
    listed,
    registeredAt: '2026-01-01T00:00:00.000Z',
  });
  const writes = members.map((member) => ({
    collection: 'members',
    id: member[0],
    pos,
    document: buildDocument(member),
    stored: null,
  }));
  await views.store.apply({ writes, last: buildEventAt(pos), epoch: 1 });
}
const listRankedMembers = async () =>
  (await ranking.listMembers()).map(({ username, posts }) => `${username} ${posts}`);

test("the ranking uses the views' post counts and omits unlisted or nameless members", async () => {
  name([1, 'Anna'], [2, 'bob'], [3, 'Carl'], [4, 'Dora']);
  await write([1, 2], [2, 2], [3, 7], [4, 9, false], [5, 8]);
  expect(await listRankedMembers()).toEqual(['Carl 7', 'Anna 2', 'bob 2']);
  await write([2, 8]);
  await write([4, 9]);
  expect(await listRankedMembers()).toEqual(['Dora 9', 'bob 8', 'Carl 7', 'Anna 2']);
  await write([3, 7, false]);
  expect(await listRankedMembers()).toEqual(['Dora 9', 'bob 8', 'Anna 2']);
});

test('ranks a member whose name arrives after the post count', async () => {
  await write([1, 2]);
  expect(await listRankedMembers()).toEqual([]);
  name([1, 'Anna']);
  expect(await listRankedMembers()).toEqual(['Anna 2']);
  const find = vi.spyOn(views.store, 'getMany');
  expect(await listRankedMembers()).toEqual(['Anna 2']);
  expect(find).not.toHaveBeenCalled();
});

test('updates the ranking when members are renamed or erased', async () => {
  name([1, 'Anna'], [2, 'bob'], [3, 'Other']);
  await write([1, 2], [2, 2], [3, 2]);
  expect(await listRankedMembers()).toEqual(['Anna 2', 'bob 2', 'Other 2']);
  name([1, 'Zoe'], [3, 'Carl']);
  expect(await listRankedMembers()).toEqual(['bob 2', 'Carl 2', 'Zoe 2']);
  accounts.delete(2);
  expect(await listRankedMembers(), 'omits erased members that are still in the table').toEqual(['Carl 2', 'Zoe 2']);
  table.remove(2);
  expect(await listRankedMembers()).toEqual(['Carl 2', 'Zoe 2']);
});

test('the ranking starts over when the views switch to another generation', async () => {
  name([1, 'Anna'], [2, 'bob']);
  await write([1, 2], [2, 5]);
  expect(await listRankedMembers()).toEqual(['bob 5', 'Anna 2']);
  views.store = await generations.open(2);
  expect(await listRankedMembers()).toEqual([]);
  await write([1, 3]);
  expect(await listRankedMembers()).toEqual(['Anna 3']);
});

test('the ranking reads only changes, even with 10,000 members', async () => {
  const postCounts = Array.from({ length: 10_000 }, (_, i) => [i + 1, (i * 7919) % 500] as [number, number]);
  name(...postCounts.map(([id]) => [id, `Member${id}`] as [number, string]));
  await write(...postCounts);
  expect((await ranking.listMembers()).length).toBe(10_000);
  const find = vi.spyOn(views.store, 'find');
  const scan = vi.spyOn(views.store, 'scan');
  for (let round = 0; round < 20; round++) {
    await write([round + 1, 600 + round]);
    expect((await ranking.listMembers({ limit: 1 }))[0]).toMatchObject({ id: round + 1, posts: 600 + round });
    await ranking.listMembers({ limit: 1 });
  }
  const read = await Promise.all(
    find.mock.results.map(async ({ value }) => (await (value as Promise<unknown[]>)).length),
  );
  expect(read).toEqual(Array.from({ length: 20 }, () => 1));
  expect(scan).not.toHaveBeenCalled();
});

test('concurrent ranking queries share the work, and each includes all earlier writes', async () => {
  name([1, 'Anna']);
  await write([1, 1]);
  await ranking.listMembers();
  const queries = [];
  for (let posts = 2; posts < 12; posts++) {
    await write([1, posts]);
    queries.push(ranking.listMembers().then(([firstMember]) => [posts, firstMember?.posts]));
  }
  for (const [posts = 0, seen = 0] of await Promise.all(queries)) expect(seen).toBeGreaterThanOrEqual(posts);
});
