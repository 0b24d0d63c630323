import type { PermissionKey } from '../roles.js';

/** What a role is called; its keys are given and taken one by one. Names are the site's, not sealed. */
export interface RoleNames {
  name: string;
  displayName: string;
  description: string;
}

/** `reason` is sealed under the banned member's key. `until`: ISO 8601 in UTC; null for a ban without an end. */
export interface Ban {
  reason: string | null;
  until: string | null;
}

/** Stream `staff`: roles, who holds which, who is banned and who is gone. One stream, so that the last Admin cannot be lost. */
export type StaffEvent =
  | { type: 'RoleCreated.v1'; data: { roleId: number } & RoleNames }
  | { type: 'RoleChanged.v1'; data: { roleId: number } & RoleNames & { before: RoleNames } }
  /** Its holders are Members from here on. */
  | { type: 'RoleDeleted.v1'; data: { roleId: number; holders: number[] } }
  /** With its keys; these hold it again. */
  | { type: 'RoleRestored.v1'; data: { roleId: number; holders: number[] } }
  | { type: 'RoleKeyGiven.v1'; data: { roleId: number; key: PermissionKey } }
  | { type: 'RoleKeyTaken.v1'; data: { roleId: number; key: PermissionKey } }
  | { type: 'RoleGiven.v1'; data: { userId: number; roleId: number; before: number } }
  /** `before` is the ban that stood, where a ban is changed. No session that began before `since` counts any more. */
  | { type: 'MemberBanned.v1'; data: { userId: number } & Ban & { before: Ban | null; since: string } }
  | { type: 'MemberUnbanned.v1'; data: { userId: number; before: Ban } }
  /** Before an account is erased (`texts`: with what it wrote): it holds no role from here on and gets none again. */
  | { type: 'MemberLeft.v1'; data: { userId: number; roleId: number; texts: boolean } };
