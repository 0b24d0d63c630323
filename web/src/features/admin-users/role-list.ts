import type { RoleRow } from '@guildhall/domain/wire/admin.js';
import { create } from 'zustand';
import { roles } from './api.js';

/** The roles that stand; null until they are known. Without them the table has no filter by role, and goes on. */
export const useRoles = create<{ roles: RoleRow[] | null; failed: boolean }>(() => ({ roles: null, failed: false }));

export async function loadRoles(): Promise<void> {
  try {
    useRoles.setState({ roles: await roles(), failed: false });
  } catch {
    useRoles.setState({ failed: true });
  }
}
