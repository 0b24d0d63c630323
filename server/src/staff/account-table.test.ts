import { adminRole, memberRole } from '@guildhall/domain/roles.js';
import { MemoryLog, MemoryRows } from '@guildhall/event-store/memory/log.js';
import { streams } from '@guildhall/domain/events.js';
import { beforeEach, expect, test } from 'vitest';
import { AccountTable, accountSorts, type AccountFilter, type AccountSort } from './account-table.js';
import { Policy } from '../policy/policy.js';
import { AccountOrder } from '../read-models/members/account-order.js';
import { charactersRead } from '../testing/characters-read.js';
import type { AccountName } from '../vault/vault.js';

const many = 10_000;
const account = (id: number): AccountName => ({
  ...{ id, username: `User${id}`, email: `${many - id}@example.org`, verified: id % 2 === 0, avatar: null },
  createdAt: new Date(id).toISOString(),
});

let accounts: Map<number, AccountName>;
let asked: number;
let read: number;
let notify: (ids: readonly number[]) => void;
let policy: Policy;
let table: AccountTable;

const createDirectory = () => {
  const listeners: ((ids: readonly number[]) => void)[] = [];
  notify = (ids) => listeners.forEach((listener) => listener(ids));
  const source = {
    all: () => {
      asked++;
      return [...accounts.values()];
    },
    account: (id: number) => {
      read++;
      return accounts.get(id) ?? null;
    },
    onChange: (listener: (ids: readonly number[]) => void) => listeners.push(listener),
    get unverified() {
      return new Set([...accounts.values()].flatMap(({ id, verified }) => (verified ? [] : id)));
    },
  };
  return Object.assign(source, { byName: new AccountOrder(source, ({ username }) => username.toLowerCase()) });
};
const ranked = (id: number) => ({ id, posts: id, username: `User${id}`, fold: `user${id}` });

beforeEach(() => {
  accounts = new Map(Array.from({ length: many }, (_, n) => [n + 1, account(n + 1)]));
  asked = 0;
  read = 0;
  policy = new Policy();
  const members = [5, 3, 1].map(ranked);
  table = new AccountTable({
    directory: createDirectory(),
    policy,
    ranking: {
      members: () => Promise.resolve(members),
      postsOf: (id) => members.find((member) => member.id === id)?.posts,
    },
  });
});

const give = (userId: number, roleId: number) =>
  staffEvents(['RoleGiven.v1', { userId, roleId, before: memberRole.id }]);

async function staffEvents(...events: [type: string, data: Record<string, unknown>][]): Promise<void> {
  const log = new MemoryLog(new MemoryRows());
  const appended = events.map(([type, data]) => ({ id: crypto.randomUUID(), type, data, metadata: {} }));
  await log.append(streams.staff, appended, 'no-stream');
  await policy.load(log);
}

/** The ids of a page. */
const page = async (filter: Partial<AccountFilter>, sort: AccountSort, descending = false, to = many + 1) =>
  (await table.find({ search: '', ...filter }, sort, descending)).slice(0, to);

test('A change of one account reads that one, and a page without a filter reads none', async () => {
  for (const sort of accountSorts) await page({}, sort);
  const [askedAtFirst, readAtFirst] = [asked, read];
  for (let n = 0; n < 20; n++) {
    accounts.set(5, { ...account(5), username: `AAA${n}`, email: `0${n}@example.org`, createdAt: '1960' });
    notify([5]);
    for (const sort of ['username', 'email', 'created_at'] as const)
      expect((await page({}, sort, false, 2))[0]).toBe(5);
    expect((await page({}, 'role', true, 20)).length).toBe(20);
    expect((await page({}, 'posts', true, 20)).length).toBe(20);
  }
  expect(asked).toBe(askedAtFirst);
  expect(read - readAtFirst).toBe(3 * 20);
});

test('Every order equals a new sort, also of a part of the accounts', async () => {
  for (let id = 1; id <= many; id += 37) accounts.set(id, { ...account(id), username: `Zoe${id % 7}-${id}` });
  for (let id = 5; id <= many; id += 41) accounts.delete(id);
  await give(8, adminRole.id);
  for (const sort of ['username', 'email', 'created_at'] as const) {
    const keyOf = ({ username, email, createdAt }: AccountName) =>
      ({ username: username.toLowerCase(), email, created_at: createdAt })[sort];
    const sorted = [...accounts.values()].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
    const ids = (some: AccountName[]) => some.map(({ id }) => id);
    expect(await page({}, sort)).toEqual(ids(sorted));
    expect(await page({}, sort, true)).toEqual(ids(sorted).reverse());
    const members = sorted.filter(({ id, verified }) => verified && id !== 8);
    expect(await page({ roleId: memberRole.id, verified: true }, sort)).toEqual(ids(members));
    const found = await table.find({ search: '' }, sort, true);
    expect(found.slice(300, 320)).toEqual(ids(sorted).reverse().slice(300, 320));
  }
  expect((await page({}, 'role')).slice(0, 1)).toEqual([8]);
});

test('The member with the most posts is last, and first in reverse order', async () => {
  const found = await page({}, 'posts', true);
  expect(found.slice(0, 3)).toEqual([5, 3, 1]);
  expect(found.length).toBe(many);
});

test('A change of role changes the order by role immediately', async () => {
  await page({}, 'role');
  await give(many, adminRole.id);
  expect((await page({}, 'role'))[0]).toBe(many);
  expect(await page({ roleId: adminRole.id }, 'email')).toEqual([many]);
});

const filters: Partial<AccountFilter>[] = [
  { roleId: adminRole.id },
  { roleId: memberRole.id },
  { banned: true },
  { banned: false },
  { verified: false },
  { verified: true },
  { search: 'USER5' },
  { search: '9@example' },
  { banned: true, verified: true, search: 'r2' },
  { roleId: memberRole.id, verified: false, banned: false, search: '77' },
];

test('Every filter in every order equals a look at each account', async () => {
  await staffEvents(
    ['RoleGiven.v1', { userId: 5, roleId: adminRole.id, before: memberRole.id }],
    ...[1, 2, 20, 21, 22, 770].map(
      (userId) => ['MemberBanned.v1', { userId, reason: null, until: null }] as [string, Record<string, unknown>],
    ),
    ['MemberBanned.v1', { userId: 30, reason: null, until: '2001-01-01T00:00:00.000Z' }],
  );
  const now = new Date().toISOString();
  for (const filter of filters) {
    const { search = '', roleId, banned, verified } = filter;
    const matches = ({ id, ...its }: AccountName) =>
      [its.username, its.email].some((it) => it.toLowerCase().includes(search.toLowerCase())) &&
      (roleId === undefined || policy.roleOf(id) === roleId) &&
      (banned === undefined || (policy.banOf(id, now) !== null) === banned) &&
      (verified === undefined || its.verified === verified);
    const expected = new Set([...accounts.values()].filter(matches).map(({ id }) => id));
    expect(expected.size).toBeGreaterThan(0);
    for (const sort of accountSorts) {
      const all = await page({}, sort);
      expect(await page(filter, sort)).toEqual(all.filter((id) => expected.has(id)));
    }
  }
});

test('A filter by role or ban reads no more accounts than match it, and none where all but a few match', async () => {
  await staffEvents(
    ['RoleGiven.v1', { userId: 5, roleId: adminRole.id, before: memberRole.id }],
    ['MemberBanned.v1', { userId: 20, reason: null, until: null }],
  );
  for (const sort of accountSorts) {
    await page({}, sort);
    const before = read;
    await page({ roleId: adminRole.id }, sort, false, 20);
    await page({ banned: true }, sort, false, 20);
    await page({ banned: true, search: 'user20' }, sort, false, 20);
    expect(read - before).toBe(3);
    await page({ roleId: memberRole.id, banned: false, verified: true }, sort, false, 20);
    expect(read - before).toBe(3);
  }
});

test('A part of a name or an address is looked for in few of many, also after a change of one account', async () => {
  await page({ search: 'user4711' }, 'email');
  const [askedAtFirst, readAtFirst] = [asked, read];
  for (const [search, id] of [
    ['5289@', many - 5289],
    ['user4711', 4711],
  ] as const) {
    const { made, characters } = await charactersRead(() => page({ search }, 'email'));
    expect(made).toEqual([id]);
    expect(characters).toBeGreaterThan(0);
    expect(characters, 'of 250,000').toBeLessThan(50_000);
  }
  accounts.set(5, { ...account(5), email: 'other@example.org' });
  notify([5]);
  const { made, characters } = await charactersRead(() => page({ search: 'other@' }, 'email'));
  expect(made).toEqual([5]);
  expect(characters).toBeLessThan(50_000);
  expect(asked).toBe(askedAtFirst);
  expect(read - readAtFirst).toBe(2); // the changed one, for each order
});

test('An erased account is not found, even in a cached order', async () => {
  await page({}, 'email');
  accounts.delete(7);
  notify([7]);
  expect(await page({ search: 'user7' }, 'email')).not.toContain(7);
  expect(await page({}, 'email')).not.toContain(7);
});
