import type { KeyScope } from '../key-scopes.js';
import type { PermissionKey } from '../roles.js';

export interface RoleNames {
  name: string;
  displayName: string;
  description: string;
  /** `#` and six hex digits. Omitted for the default staff colour. */
  color?: string | undefined;
}

/** `reason` is sealed. `until` is in ISO 8601 and UTC, or null for a permanent ban. */
export interface Ban {
  reason: string | null;
  until: string | null;
}

export interface MemberBan extends Ban {
  /** The ban does not extend to the member's game accounts. */
  siteOnly?: true;
}

/** The key itself is not stored, only its hash and the first characters of its random part. */
export interface ApiKeyFields {
  makerId: number;
  name: string;
  /** The role whose permissions the program has. */
  roleId: number;
  scopes: readonly KeyScope[];
  createdAt: string;
  /** In ISO 8601 and UTC, or null if the key does not expire. */
  until: string | null;
  callsPerMinute: number;
  /** SHA-256 in hexadecimal. */
  hash: string;
  start: string;
  /** The game server that uses the key. Such a key has the scope `game` and no other. */
  serverId?: number;
}

/**
 * The events in the `staff` stream. All roles share one stream so that concurrent changes cannot remove the last Admin.
 */
export type StaffEvent =
  | { type: 'RoleCreated.v1'; data: { roleId: number } & RoleNames }
  | { type: 'RoleChanged.v1'; data: { roleId: number } & RoleNames & { before: RoleNames } }
  | { type: 'RoleDeleted.v1'; data: { roleId: number; holders: number[] } }
  | { type: 'RoleRestored.v1'; data: { roleId: number; holders: number[] } }
  | { type: 'RoleKeyGiven.v1'; data: { roleId: number; key: PermissionKey } }
  | { type: 'RoleKeyTaken.v1'; data: { roleId: number; key: PermissionKey } }
  | { type: 'RoleGiven.v1'; data: { userId: number; roleId: number; before: number } }
  /** Sessions that began before `since` are invalid. `before` is the previous ban. */
  | { type: 'MemberBanned.v1'; data: { userId: number } & MemberBan & { before: MemberBan | null; since: string } }
  | { type: 'MemberUnbanned.v1'; data: { userId: number; before: MemberBan } }
  /** Precedes the erasure of an account. From then on, the account has no role and cannot receive one. */
  | { type: 'MemberLeft.v1'; data: { userId: number; roleId: number; texts: boolean } }
  | { type: 'ApiKeyCreated.v1'; data: { keyId: number } & ApiKeyFields }
  | { type: 'ApiKeyRevoked.v1'; data: { keyId: number } };
