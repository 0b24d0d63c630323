import type { RoleRow } from '@guildhall/domain/wire/schemas/staff/roles.js';
import { reloadBelow, useResponse } from '../../../queries/use-response.js';

const address = '/admin/roles';

/** The existing roles. A form that only chooses among them works without them where they cannot be read. */
export const useRoles = () => useResponse<RoleRow[]>(address);

/** After a write: reloads the roles, and their holders. */
export const reloadRoles = () => reloadBelow(address);
