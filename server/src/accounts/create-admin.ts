import { foldName } from '@guildhall/domain/account/names.js';
import { deriveCommandId, systemActor, deriveAggregateId } from '@guildhall/domain/ids.js';
import { Refusal } from '@guildhall/domain/refusals.js';
import { hasAdmin } from '@guildhall/domain/staff/state.js';
import { createNewAccount } from './accounts.js';
import { check } from '../request/input.js';
import { createSystemContext } from '../commands/command-context.js';
import type { Policy } from '../policy/policy.js';
import type { Passwords } from './passwords.js';
import type { Vault } from '../vault/vault.js';
import type { Commands } from '../commands/commands.js';
import { registration } from './registration.js';

interface Dependencies {
  vault: Vault;
  policy: Policy;
  passwords: Passwords;
  commands: Commands;
}

export async function createAdmin(
  services: Dependencies,
  input: { username: string; email: string; password: string },
): Promise<void> {
  if (hasAdmin(services.policy.staff)) throw new Refusal('conflict', undefined, 'There is already an Admin.');
  const { username, email, password } = check(registration, { ...input, confirm_password: input.password });
  const userId = deriveAggregateId(deriveCommandId(systemActor, 'create-admin', foldName(username)));
  const account = { ...createNewAccount(userId, username, email, await services.passwords.hash(password)), mails: [] };
  const outcome = await services.vault.createAccount(account);
  if (outcome === 'username-taken') throw new Refusal('username-taken');
  if (outcome === 'email-taken') throw new Refusal('conflict', undefined, 'That email address is already in use.');
  const context = createSystemContext('create-admin', String(userId));
  await services.commands.account({ type: 'Register', userId }, context);
  await services.commands.account({ type: 'Verify', userId }, createSystemContext('verify', String(userId)));
  await services.vault.editAccount(userId, () => ({ registered: true, verified: true }));
  await services.commands.staff({ type: 'ClaimAdmin', userId }, null, context);
}
