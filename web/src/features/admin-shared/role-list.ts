import type { RoleRow } from '@guildhall/domain/wire/schemas/roles.js';
import { create } from 'zustand';
import { get } from '../../shared/api/api.js';

/** The roles that stand; null until they are known. What only chooses among them does without. */
export const useRoles = create<{ roles: RoleRow[] | null; failed: boolean }>(() => ({ roles: null, failed: false }));

/** Loads the roles, again where they were loaded before. */
export async function loadRoles(): Promise<void> {
  try {
    useRoles.setState({ roles: (await get<RoleRow[]>('/admin/roles')).body, failed: false });
  } catch {
    useRoles.setState({ failed: true });
  }
}
