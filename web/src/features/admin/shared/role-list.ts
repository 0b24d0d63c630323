import type { RoleRow } from '@guildhall/domain/wire/schemas/staff/roles.js';
import { reloadByPrefix, useResponse } from '../../../queries/use-response.js';

const address = '/admin/roles';

/** Forms that only offer roles also work if this request fails. */
export const useRoles = () => useResponse<RoleRow[]>(address);

export const reloadRoles = () => reloadByPrefix(address);
