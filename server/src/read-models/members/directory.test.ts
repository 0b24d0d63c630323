import { beforeEach, expect, test } from 'vitest';
import { Policy } from '../../policy/policy.js';
import type { AccountName } from '../../vault/account/account.js';
import type { Vault } from '../../vault/vault.js';
import { Directory } from './directory.js';

const buildAccount = (id: number, username: string, more: Partial<AccountName> = {}): AccountName => ({
  id,
  username,
  email: `${username}@example.org`,
  verified: true,
  avatar: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  ...more,
});

let accounts: AccountName[];
let duringRead: () => void;
let reads: number[][];
let policy: Policy;
let directory: Directory;

beforeEach(() => {
  [accounts, duringRead, reads] = [[], () => undefined, []];
  policy = new Policy();
  const vault: Partial<Vault> = {
    listAccountNames: (after, limit) => Promise.resolve(accounts.filter(({ id }) => id > after).slice(0, limit)),
    findAccountNames: (ids) => {
      reads.push([...ids]);
      const names = accounts.filter(({ id }) => ids.includes(id));
      duringRead();
      return Promise.resolve(names);
    },
  };
  directory = new Directory(vault as Vault, policy);
});

test('the member directory loads all accounts across any number of pages', async () => {
  accounts = Array.from({ length: 10_001 }, (_, n) => buildAccount(n + 1, `User${n + 1}`));
  await directory.load();
  expect([directory.listNames().length, directory.findId('user10001')]).toEqual([10_001, 10_001]);
});

test('two members who swap names each have the new name', async () => {
  accounts = [buildAccount(1, 'Anna'), buildAccount(2, 'Bert')];
  await directory.load();
  accounts = [buildAccount(1, 'Bert'), buildAccount(2, 'Anna')];
  await directory.refresh([1, 2]);
  expect([directory.findId('bert'), directory.findId('ANNA'), directory.getName(1)]).toEqual([1, 2, 'Bert']);
});

test('resolves a name without a current owner to its last owner', async () => {
  const withFormerName = (username: string, until: string) => ({ formerNames: [{ username, until }] });
  accounts = [
    buildAccount(1, 'Anna', withFormerName('Mila', '2026-01-02')),
    buildAccount(2, 'Bert', withFormerName('MILA', '2026-01-01')),
  ];
  await directory.load();
  expect([directory.findId('mila'), directory.findMemberId('mila')]).toEqual([null, 1]);
  accounts = [...accounts, buildAccount(3, 'Mila', { verified: false })];
  await directory.refresh([3]);
  expect(directory.findMemberId('mila')).toBeNull();
  directory.forget(3);
  directory.forget(1);
  expect(directory.findMemberId('mila')).toBe(2);
});

test('reads a name again if it changes while being read', async () => {
  accounts = [buildAccount(1, 'Anna')];
  await directory.load();
  directory.invalidate(1);
  duringRead = () => directory.invalidate(1);
  await directory.ensure([1]);
  duringRead = () => undefined;
  accounts = [buildAccount(1, 'Anne')];
  await directory.ensure([1]);
  await directory.ensure([1]);
  expect([reads, directory.getName(1)]).toEqual([[[1], [1]], 'Anne']);
});

test('an unverified account has a name in rows but cannot be mentioned', async () => {
  accounts = [buildAccount(1, 'Anna', { verified: false })];
  await directory.load();
  expect([directory.isMember(1), directory.findMemberName(1), directory.findId('anna')]).toEqual([false, null, 1]);
  accounts = [buildAccount(1, 'Anna')];
  await directory.ensure([1]);
  expect([directory.isMember(1), directory.findMemberName(1)]).toEqual([true, 'Anna']);
});

test('an erased member is shown as [deleted] and cannot be found by name', async () => {
  accounts = [buildAccount(1, 'Anna', { avatar: '/pictures/x.webp' })];
  await directory.load();
  policy.staff.erasedMembers.set(1, false);
  const deletedPerson = { user_id: 1, username: '[deleted]', avatar_url: null, role: null };
  expect([directory.getAuthor(1), directory.findId('anna'), directory.findAccount(1)]).toEqual([
    deletedPerson,
    null,
    null,
  ]);
  await directory.ensure([1]);
  expect([reads, directory.listNames()]).toEqual([[], []]);
});

test('notifies listeners of every name change', async () => {
  accounts = [buildAccount(1, 'Anna')];
  await directory.load();
  const notifiedIds: number[][] = [];
  directory.onChange((ids) => notifiedIds.push([...ids]));
  const { version } = directory;
  accounts = [buildAccount(1, 'Anne')];
  await directory.refresh([1, 9]);
  await directory.refresh([9]);
  directory.forget(1);
  expect([notifiedIds, directory.version]).toEqual([[[1], [1]], version + 2]);
});

test('repeated lookups of an unverified account do not count as a change', async () => {
  accounts = [buildAccount(1, 'Anna', { verified: false })];
  await directory.ensure([1]);
  const { version } = directory;
  for (let n = 0; n < 3; n++) await directory.ensure([1]);
  expect([reads.length, directory.version]).toEqual([4, version]);
  accounts = [buildAccount(1, 'Anna')];
  await directory.ensure([1]);
  expect(directory.version).toBe(version + 1);
});
