import { streams } from '@guildhall/domain/events.js';
import { adminRole, memberRole } from '@guildhall/domain/roles.js';
import { MemoryLog, MemoryRows } from '@guildhall/event-store/testing/memory-log.js';
import { beforeEach, expect, test } from 'vitest';
import { Policy } from '../policy/policy.js';
import { AccountTable, type AccountSort } from '../read-models/members/account-table.js';
import type { AccountName } from '../vault/account/account.js';
import { accountSorts, findAccounts } from './find-accounts.js';

const accountCount = 300;
const buildAccount = (id: number): AccountName => ({
  id,
  username: `User${id}`,
  email: `${accountCount - id}@example.org`,
  verified: id % 2 === 0,
  avatar: null,
  createdAt: new Date(id).toISOString(),
});

let accounts: AccountName[];
let policy: Policy;
let table: AccountTable;
let refreshCount: number;

beforeEach(() => {
  accounts = Array.from({ length: accountCount }, (_, n) => buildAccount(n + 1));
  [policy, table, refreshCount] = [new Policy(), new AccountTable(), 0];
  table.put(accounts);
});

type Filter = Partial<Parameters<typeof findAccounts>[1]>;

const find = (filter: Filter, sort: AccountSort, descending = false, limit = accountCount) => {
  const ranking = { refresh: () => Promise.resolve(void refreshCount++) };
  const services = { directory: { table }, policy, ranking };
  return findAccounts(services, { search: '', ...filter }, { sort, descending, offset: 0, limit });
};
const findIds = async (...args: Parameters<typeof find>) => (await find(...args)).ids;

const give = (userId: number, roleId: number) =>
  applyStaffEvents(['RoleGiven.v1', { userId, roleId, before: memberRole.id }]);

async function applyStaffEvents(...events: [type: string, data: Record<string, unknown>][]): Promise<void> {
  const log = new MemoryLog(new MemoryRows());
  const newEvents = events.map(([type, data]) => ({ id: crypto.randomUUID(), type, data, metadata: {} }));
  await log.append(streams.staff, newEvents, 'no-stream');
  await policy.load(log);
}

test('sorts accounts by the post counts of the views', async () => {
  await findIds({}, 'email');
  expect(refreshCount).toBe(0);
  table.setPosts(new Map([[5, 3], [7, 1]])); // prettier-ignore
  expect(await findIds({}, 'posts', true, 2)).toEqual([5, 7]);
  expect(refreshCount).toBe(1);
});

test('a role change immediately affects the order by role', async () => {
  expect(await findIds({}, 'role', false, 1)).toEqual([1]);
  await give(accountCount, adminRole.id);
  expect(await findIds({}, 'role', false, 2)).toEqual([accountCount, 1]);
  expect(await find({ roleId: adminRole.id }, 'email')).toEqual({ ids: [accountCount], total: 1 });
});

const filters: Filter[] = [
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

test('every account filter in every order matches a scan of all accounts', async () => {
  await applyStaffEvents(
    ['RoleGiven.v1', { userId: 5, roleId: adminRole.id, before: memberRole.id }],
    ...[1, 2, 20, 21, 22, 277].map(
      (userId) => ['MemberBanned.v1', { userId, reason: null, until: null }] as [string, Record<string, unknown>],
    ),
    ['MemberBanned.v1', { userId: 30, reason: null, until: '2001-01-01T00:00:00.000Z' }],
  );
  const now = new Date().toISOString();
  for (const filter of filters) {
    const { search = '', roleId, banned, verified } = filter;
    const matches = ({ id, ...account }: AccountName) =>
      [account.username, account.email].some((field) => field.toLowerCase().includes(search.toLowerCase())) &&
      (roleId === undefined || policy.getRoleId(id) === roleId) &&
      (banned === undefined || (policy.findBan(id, now) !== null) === banned) &&
      (verified === undefined || account.verified === verified);
    const expectedIds = new Set(accounts.filter(matches).map(({ id }) => id));
    expect(expectedIds.size).toBeGreaterThan(0);
    for (const sort of accountSorts) {
      const allIds = await findIds({}, sort);
      const rows = await find(filter, sort, false, 100);
      expect(rows.ids).toEqual(allIds.filter((id) => expectedIds.has(id)).slice(0, 100));
      expect(rows.total).toBe(expectedIds.size);
    }
  }
});
