import { Refusal } from '@guildhall/domain/refusals.js';
import { memberRole } from '@guildhall/domain/roles.js';
import type { Handled } from '../commands/handle.js';
import { type Call, requireAnyAction } from '../http/operation.js';
import type { Commands } from '../commands/commands.js';
import type { Sessions } from '../http/session.js';
import type { Directory } from '../read-models/members/directory.js';
import type { Texts } from '../vault/texts.js';
import type { AccountErasure } from '../erasure/erase-user.js';
import { contextWithReason } from './reason.js';

interface Dependencies {
  directory: Directory;
  texts: Texts;
  sessions: Sessions;
  commands: Commands;
  accountErasure: AccountErasure;
}

type Reason = string | null | undefined;

/**
 * Actions of the staff on an account, verified or not; one by one and in bulk. The staff's own rule refuses each: these
 * only check that the account exists, and seal the reason. @throws Refusal not-found, and as `staff` does
 */
export async function banUser(
  services: Pick<Dependencies, 'directory' | 'texts' | 'sessions' | 'commands'>,
  call: Call,
  userId: number,
  { reason, until }: { reason?: Reason; until: string | null },
): Promise<Handled> {
  await refuseUnknown(services, userId);
  const context = await contextWithReason(services, call, `ban-user ${userId}`, reason, userId);
  const command = { type: 'Ban', userId, reason: context.reason ?? null, until } as const;
  const handled = await services.commands.staff(command, call.actor, context);
  await services.sessions.endBanned(userId);
  return handled;
}

export async function unbanUser(
  services: Pick<Dependencies, 'directory' | 'texts' | 'commands'>,
  call: Call,
  userId: number,
  reason?: Reason,
): Promise<Handled> {
  await refuseUnknown(services, userId);
  const context = await contextWithReason(services, call, `unban-user ${userId}`, reason, userId);
  return services.commands.staff({ type: 'Unban', userId }, call.actor, context);
}

export async function giveRole(
  services: Pick<Dependencies, 'directory' | 'texts' | 'commands'>,
  call: Call,
  userId: number,
  { role, reason }: { role: number; reason?: Reason },
): Promise<Handled> {
  await refuseUnknown(services, userId);
  // An unverified account is erased in time: with a role, it could be an Admin, who cannot be erased.
  await services.directory.ensure([userId]);
  if (role !== memberRole.id && !services.directory.isMember(userId)) throw new Refusal('unverified-gets-no-role');
  const context = await contextWithReason(services, call, `give-role ${userId}`, reason, userId);
  return services.commands.staff({ type: 'GiveRole', userId, roleId: role }, call.actor, context);
}

export async function deleteUser(
  services: Pick<Dependencies, 'texts' | 'accountErasure'>,
  call: Call,
  userId: number,
  { texts, reason }: { texts: boolean; reason?: Reason },
): Promise<Handled> {
  // Members who erase themselves must enter their password, in a separate call.
  if (requireAnyAction(call, 'erase') === userId) throw new Refusal('forbidden');
  const context = await contextWithReason(services, call, `erase-user ${userId}`, reason, null);
  return services.accountErasure.erase({ userId, texts }, call.actor, context);
}

async function refuseUnknown({ directory }: Pick<Dependencies, 'directory'>, userId: number): Promise<void> {
  if (!directory.account(userId)) await directory.ensure([userId]);
  if (!directory.account(userId)) throw new Refusal('not-found');
}
