import type { BulkResult } from '@guildhall/domain/wire/schemas/staff/users.js';
import type { WriteResponse } from '@guildhall/domain/wire/schemas/write.js';
import { send } from '../../../../shared/api/api.js';

/** `until`: ISO 8601 in UTC; null for a permanent ban. Blank reasons count as none. */
export interface BanFields {
  reason: string;
  until: string | null;
}

export interface DeleteFields {
  texts: boolean;
  reason: string;
}

export interface RoleFields {
  role: number;
  reason: string;
}

/** One action on many; the fields are those of the same action on one. */
export type BulkFields =
  | ({ action: 'ban' } & BanFields)
  | { action: 'unban'; reason: string }
  | ({ action: 'role' } & RoleFields)
  | ({ action: 'delete' } & DeleteFields);

export const banUser = (id: number, fields: BanFields, key: string) =>
  send<WriteResponse>('POST', `/admin/ban/${id}`, key, { ...fields });

export const unbanUser = (id: number, reason: string, key: string) =>
  send<WriteResponse>('POST', `/admin/unban/${id}`, key, { reason });

export const deleteUser = (id: number, fields: DeleteFields, key: string) =>
  send<WriteResponse>('POST', `/admin/delete/${id}`, key, { ...fields });

export const giveRole = (id: number, fields: RoleFields, key: string) =>
  send<WriteResponse>('POST', `/admin/role/${id}`, key, { ...fields });

export const runOnMany = (ids: readonly number[], fields: BulkFields, key: string) =>
  send<WriteResponse & { results: BulkResult[] }>('POST', '/admin/users/bulk', key, { ids, ...fields });

export const historyAddress = (id: string) => `/admin/users/${id}/history`;
