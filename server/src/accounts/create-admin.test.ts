import { expect, test } from 'vitest';
import { addMember, makeAdmin, testServer } from '../testing/services.js';
import { createAdmin } from './create-admin.js';

const server = testServer();
const input = { username: 'Alex', email: 'alex@example.org', password: 'a good password' };
const create = (more: object = {}) => createAdmin(server.services, { ...input, ...more });

test('the first Admin is a verified account and gets no verification email', async () => {
  await create();
  const account = await server.services.vault.findAccountByLogin('Alex');
  expect(account).toMatchObject({ email: input.email, verified: true, registered: true, mails: [] });
  expect(server.services.policy.getRoleName(account?.id ?? 0)).toBe('Admin');
  expect(await server.services.passwords.matches(account?.passwordHash ?? null, input.password)).toBe('normal');
});

test('creating an Admin rejects existing accounts and invalid input', async () => {
  const { id } = await addMember(server.services, 'Steve');
  await expect(create({ username: 'steve' })).rejects.toMatchObject({ code: 'username-taken' });
  await expect(create({ email: 'STEVE@example.org' })).rejects.toThrow('That email address is already in use.');
  await expect(create({ password: 'short' })).rejects.toMatchObject({ code: 'password-length' });
  await expect(create({ username: 'a b' })).rejects.toMatchObject({ code: 'username-invalid' });
  await makeAdmin(server.services, id);
  await expect(create()).rejects.toThrow('There is already an Admin.');
});
