import { guest, type Actor } from '../permissions.js';
import { adminRole, memberRole, type PermissionKey } from '../roles.js';

const buildPerson = (userId: number, roleId: number, keys: readonly PermissionKey[]): Actor => ({
  userId,
  roleId,
  keys: new Set(keys),
});

export const guestActor = guest;
export const anna = buildPerson(101, memberRole.id, memberRole.keys);
export const bram = buildPerson(102, memberRole.id, memberRole.keys);
export const mila = buildPerson(103, adminRole.id, adminRole.keys);
export const buildHolder = (...keys: PermissionKey[]): Actor => buildPerson(104, 77, [...memberRole.keys, ...keys]);
