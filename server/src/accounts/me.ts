import { isAdmin } from '@guildhall/domain/permissions.js';
import { memberRole } from '@guildhall/domain/roles.js';
import type { Me } from '@guildhall/domain/wire/schemas/members/accounts.js';
import type { Policy } from '../policy/policy.js';
import type { Account } from '../vault/vault.js';

interface Dependencies {
  policy: Policy;
}

/** The logged-in member, as their own pages show them. */
export function meOf({ policy }: Dependencies, account: Account): Me {
  const actor = policy.actor(account.id);
  return {
    id: account.id,
    username: account.username,
    email: account.email,
    verified: account.verified,
    banned: policy.banOf(account.id) !== null,
    is_admin: isAdmin(actor),
    role: policy.roleNameOf(account.id) ?? memberRole.name,
    role_id: actor.roleId,
    permissions: [...actor.keys],
    avatar_url: account.avatar,
    created_at: account.createdAt,
    two_step: account.twoStep?.on ?? false,
  };
}
