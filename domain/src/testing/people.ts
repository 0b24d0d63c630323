import { guest, type Actor } from '../permissions.js';
import { adminRole, memberRole, type PermissionKey } from '../roles.js';

const person = (userId: number, roleId: number, keys: readonly PermissionKey[]): Actor => ({
  userId,
  roleId,
  keys: new Set(keys),
});

export const guestActor = guest;
export const anna = person(101, memberRole.id, memberRole.keys);
export const bram = person(102, memberRole.id, memberRole.keys);
export const mila = person(103, adminRole.id, adminRole.keys);
export const holderOf = (...keys: PermissionKey[]): Actor => person(104, 77, [...memberRole.keys, ...keys]);
