import { isAdmin } from '@guildhall/domain/permissions.js';
import { memberRole } from '@guildhall/domain/roles.js';
import type { Policy } from './policy.js';

export function buildRoleFields(policy: Policy, userId: number) {
  const actor = policy.getActor(userId);
  return {
    is_admin: isAdmin(actor),
    role: policy.getRoleName(userId) ?? memberRole.name,
    role_id: actor.roleId,
    permissions: [...actor.keys],
  };
}
