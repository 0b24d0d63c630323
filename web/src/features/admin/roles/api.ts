import type { PermissionKey } from '@guildhall/domain/roles.js';
import type { RoleHolder } from '@guildhall/domain/wire/schemas/staff/roles.js';
import type { WriteResponse } from '@guildhall/domain/wire/schemas/write.js';
import { get, send } from '../../../shared/api/api.js';
import type { ListKind } from '../../../queries/pages.js';
import { reloadRoles } from '../shared/role-list.js';

/** `display_name` is present only if it differs from the name. */
export interface RoleNames {
  name: string;
  display_name?: string;
  description: string;
  /** `#` and six hex digits; null for none. */
  color: string | null;
}

const roleAddress = (id: number) => `/admin/roles/${id}`;

export const createRole = (names: RoleNames, key: string) =>
  send<WriteResponse>('POST', '/admin/roles', key, { ...names });

export const changeRole = (id: number, names: RoleNames, key: string) =>
  send<WriteResponse>('PUT', roleAddress(id), key, { ...names });

export const deleteRole = (id: number, key: string) => send<WriteResponse>('DELETE', roleAddress(id), key, {});

export const setPermission = (id: number, permission: PermissionKey, on: boolean, key: string) =>
  on
    ? send<WriteResponse>('POST', `${roleAddress(id)}/permissions`, key, { permission })
    : send<WriteResponse>('DELETE', `${roleAddress(id)}/permissions/${permission}`, key, {});

export const holdersAddress = (id: number) => `${roleAddress(id)}/holders`;

export const holders: ListKind<RoleHolder, RoleHolder[]> = {
  rowsOf: (rows) => rows,
  keyOf: ({ id }) => id,
  size: 30,
  most: 300,
};

/**
 * Reloads the roles.
 * @returns the position of the views, taken from the newest action, or null without a response
 */
export async function invalidateRoles(): Promise<string | null> {
  const [newest] = await Promise.all([get<unknown[]>('/admin/audit?limit=1').catch(() => null), reloadRoles()]);
  return newest?.position ?? null;
}
