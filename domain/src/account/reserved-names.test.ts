import { expect, test } from 'vitest';
import type { Role } from '../staff/state.js';
import { isReservedUsername } from './reserved-names.js';

const role: Role = {
  roleId: 77,
  name: 'builder',
  displayName: 'Head Builder',
  description: '',
  keys: new Set(),
  deleted: false,
};
const roles = new Map([[role.roleId, role]]);

test('reserves staff words and the names of roles, in any spelling that looks the same', () => {
  for (const username of ['Admin', 'ADM1N', 'Admln', 'M0derator', '_Staff_', 'member', 'Builder', 'HeadBuilder'])
    expect(isReservedUsername(username, { roles }), username).toBe(true);
  for (const username of ['Adminton', 'Steve', 'Modesty', 'Builder_Anna'])
    expect(isReservedUsername(username, { roles }), username).toBe(false);
});

test('does not reserve the name of a deleted role', () => {
  expect(isReservedUsername('Builder', { roles: new Map([[77, { ...role, deleted: true }]]) })).toBe(false);
});
