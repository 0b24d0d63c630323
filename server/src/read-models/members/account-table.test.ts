import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AccountName } from '../../vault/account/account.js';
import { AccountTable, type AccountPage, type AccountSort } from './account-table.js';

const buildAccount = (id: number, username: string, more: Partial<AccountName> = {}): AccountName => ({
  id,
  username,
  email: `${username}@example.org`,
  verified: true,
  avatar: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  ...more,
});
const fullPage: AccountPage = { sort: 'username', offset: 0, limit: 1_000 };
const compare = (a: string | number, b: string | number) => (a < b ? -1 : a > b ? 1 : 0);

test('every page, count and search matches a scan of all accounts after any changes', () => {
  const change = fc.record({
    id: fc.nat(20),
    letter: fc.constantFrom('a', 'B', 'c'),
    address: fc.nat(3),
    year: fc.integer({ min: 0, max: 2 }),
    verified: fc.boolean(),
    posts: fc.option(fc.nat(3)),
    isGone: fc.boolean(),
  });
  const ids = fc.uniqueArray(fc.nat(20));
  fc.assert(
    fc.property(fc.array(change), ids, ids, fc.nat(4), fc.nat(20), (changes, only, without, offset, after) => {
      const table = new AccountTable();
      const accounts = new Map<number, AccountName & { posts: number | null }>();
      for (const { id, letter, address, year, verified, posts, isGone } of changes) {
        const email = `User${address}@example.org`;
        const next = buildAccount(id, `${letter}${id}`, { email, verified, createdAt: `202${year}` });
        if (isGone) {
          table.remove(id);
          accounts.delete(id);
          continue;
        }
        table.put([next]);
        table.setPosts(new Map([[id, posts]]));
        accounts.set(id, { ...next, posts });
      }
      const getName = (id: number) => accounts.get(id)?.username.toLowerCase() ?? '';
      const getKey = (id: number, sort: AccountSort) => {
        const { email = '', createdAt = '', posts = null } = accounts.get(id) ?? {};
        if (sort === 'role') return only.includes(id) ? 'x' : 'y';
        return { username: '', email: email.toLowerCase(), created_at: createdAt, posts: posts ?? -1 }[sort];
      };
      const roleKeys = { holders: new Map(only.map((id) => [id, 'x'])), others: 'y' };
      for (const text of ['', 'A', '1@EX', 'user2'])
        for (const filter of [
          {},
          { only: [only] },
          { without: [without] },
          { only: [only, [1, 2, 3]], verified: false },
        ]) {
          const matches = [...accounts.values()].filter(
            ({ id, ...account }) =>
              [account.username, account.email].some((field) => field.toLowerCase().includes(text.toLowerCase())) &&
              (filter.only ?? []).every((ids) => ids.includes(id)) &&
              !(filter.without ?? []).some((ids) => ids.includes(id)) &&
              (filter.verified === undefined || account.verified === filter.verified),
          );
          expect(table.count({ text, ...filter })).toBe(matches.length);
          for (const sort of ['username', 'email', 'created_at', 'posts', 'role'] as const)
            for (const isDescending of [false, true]) {
              const [direction, nameDirection] = isDescending
                ? [-1, sort === 'posts' ? 1 : -1]
                : [1, sort === 'posts' ? -1 : 1];
              const sortedAccounts = matches
                .map(({ id }) => id)
                .sort(
                  (a, b) =>
                    direction * compare(getKey(a, sort), getKey(b, sort)) ||
                    nameDirection * compare(getName(a), getName(b)),
                );
              const page = { sort, descending: isDescending, roleKeys, offset, limit: 3 };
              expect(table.listPage({ text, ...filter }, page)).toEqual(sortedAccounts.slice(offset, offset + 3));
            }
        }
      const rankedIds = [...accounts.values()]
        .flatMap(({ id, posts }) => (posts === null ? [] : { id, posts, name: getName(id) }))
        .sort((a, b) => b.posts - a.posts || compare(a.name, b.name));
      const lastRanked = rankedIds[after] ?? null;
      const rest = lastRanked ? rankedIds.slice(after + 1) : rankedIds;
      expect(table.listMembers({ after: lastRanked })).toEqual(rest);
      expect(table.listMembers({ after: lastRanked, text: 'A', limit: 2 })).toEqual(
        rest.filter(({ name }) => name.includes('a')).slice(0, 2),
      );
      expect(table.listMembers({ after: lastRanked, only })).toEqual(rest.filter(({ id }) => only.includes(id)));
    }),
    { numRuns: 20 },
  );
});

test('finds names and addresses regardless of case, width and accents', () => {
  const table = new AccountTable();
  table.put([buildAccount(1, 'Robin', { email: 'Rób.İn@example.org' }), buildAccount(2, 'Steve')]);
  table.setPosts(new Map([[1, 0]]));
  for (const text of ['RÓBIN', ' ｒｏｂｉｎ ', 'rob.in@', 'ŔOB.'])
    expect(table.listPage({ text }, fullPage), text).toEqual([1]);
  expect(table.listMembers({ text: 'Ｒöb' }).map(({ id }) => id)).toEqual([1]);
  for (const text of ['%', '_o', '*', '"']) expect(table.listPage({ text }, fullPage), text).toEqual([]);
});

test('renaming an account preserves its post count, and removing it clears the count', () => {
  const table = new AccountTable();
  table.put([buildAccount(1, 'Anna'), buildAccount(2, 'Bob')]);
  expect(table.listMembersWithoutPosts().sort()).toEqual([1, 2]);
  table.setPosts(new Map([[1, 5], [3, 9]])); // prettier-ignore
  table.put([buildAccount(1, 'Zoe')]);
  expect([table.listMembers({}), table.listMembersWithoutPosts()]).toEqual([[{ id: 1, posts: 5, name: 'zoe' }], [2]]);
  table.remove(1);
  table.put([buildAccount(1, 'Anna')]);
  expect([table.listMembers({}), table.listIdsWithPosts()]).toEqual([[], []]);
});

test('a failed change of several accounts leaves the table unchanged', () => {
  const table = new AccountTable();
  table.put([buildAccount(1, 'Anna'), buildAccount(2, 'Bob')]);
  const invalidAccount = buildAccount(2, 'Bob', { createdAt: null as unknown as string });
  expect(() => table.put([buildAccount(1, 'Zoe'), invalidAccount])).toThrow('NOT NULL');
  expect(table.listPage({ text: 'zoe' }, fullPage)).toEqual([]);
  const invalidPosts = 'many' as unknown as number;
  expect(() => table.setPosts(new Map([[1, 5], [2, invalidPosts]]))).toThrow('TEXT'); // prettier-ignore
  expect(table.listIdsWithPosts()).toEqual([]);
});

test('two members who swap names both remain in the table', () => {
  const table = new AccountTable();
  table.put([buildAccount(1, 'Anna'), buildAccount(2, 'Bob')]);
  table.put([buildAccount(1, 'Bob')]);
  table.put([buildAccount(2, 'Anna')]);
  expect(table.listPage({}, fullPage)).toEqual([2, 1]);
});
