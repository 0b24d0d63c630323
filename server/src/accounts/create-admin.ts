import { commandIdOf, systemActor, thingIdOf } from '@guildhall/domain/ids.js';
import { Refusal } from '@guildhall/domain/refusals.js';
import { adminExists } from '@guildhall/domain/staff/state.js';
import { newAccount } from './accounts.js';
import { check } from '../http/input.js';
import { systemContext } from '../http/operation.js';
import type { Services } from '../services.js';
import { registration } from './registration.js';

/** Makes a verified account and the first Admin of it. @throws Refusal in the words of the register form */
export async function createAdmin(
  parts: Services,
  given: { username: string; email: string; password: string },
): Promise<void> {
  if (adminExists(parts.policy.staff)) throw new Refusal('conflict', undefined, 'There is an Admin already.');
  const { username, email, password } = check(registration, { ...given, confirm_password: given.password });
  const userId = thingIdOf(commandIdOf(systemActor, 'create-admin', username.toLowerCase()));
  const account = { ...newAccount(userId, username, email, await parts.passwords.hash(password)), mails: [] };
  const created = await parts.vault.createAccount(account);
  if (created === 'username-taken') throw new Refusal('username-taken');
  if (created === 'email-taken') throw new Refusal('conflict', undefined, 'That e-mail address is already in use.');
  const context = systemContext('create-admin', String(userId));
  await parts.commands.account({ type: 'Register', userId }, context);
  await parts.commands.account({ type: 'Verify', userId }, systemContext('verify', String(userId)));
  await parts.vault.changeAccount(userId, { registered: true, verified: true });
  await parts.commands.staff({ type: 'ClaimAdmin', userId }, null, context);
}
