import type { RoleRow } from '@guildhall/domain/wire/schemas/roles.js';
import { reloadBelow, useResponse } from '../../queries/use-response.js';

const address = '/admin/roles';

/** The roles that stand. What only chooses among them does without where they cannot be read. */
export const useRoles = () => useResponse<RoleRow[]>(address);

/** After a write: asks again for the roles, and for who holds them. */
export const reloadRoles = () => reloadBelow(address);
