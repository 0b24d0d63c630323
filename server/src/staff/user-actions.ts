import { Refusal } from '@guildhall/domain/refusals.js';
import { memberRole } from '@guildhall/domain/roles.js';
import type { CommandResult } from '../commands/handle.js';
import { time } from '../request/input.js';
import { requireUser, type RequestContext } from '../request/request-context.js';
import type { Commands } from '../commands/commands.js';
import type { Sessions } from '../request/sessions.js';
import type { Directory } from '../read-models/members/directory.js';
import type { Texts } from '../vault/texts.js';
import type { AccountErasure } from '../erasure/erase-user.js';
import { addReason } from './reason.js';

interface Dependencies {
  directory: Directory;
  texts: Texts;
  sessions: Sessions;
  commands: Commands;
  accountErasure: AccountErasure;
}

type Reason = string | null | undefined;

export const banEnd = time
  .nullish()
  .transform((at) => at ?? null)
  .describe('When the ban expires. If omitted, it is permanent');

/**
 * Only checks that the account exists. The `staff` commands check everything else.
 * @throws Refusal not-found, and the refusals of `staff`
 */
export async function banUser(
  services: Dependencies,
  call: RequestContext,
  userId: number,
  { reason, until, site_only }: { reason?: Reason; until: string | null; site_only: boolean },
): Promise<CommandResult> {
  await requireAccount(services, userId);
  const context = await addReason(services, call, `ban-user ${userId}`, reason, userId);
  const command = { type: 'Ban', userId, reason: context.reason ?? null, until } as const;
  const commandResult = await services.commands.staff(
    { ...command, ...(site_only && { siteOnly: true }) },
    call.actor,
    context,
  );
  await services.sessions.endBanned(userId);
  return commandResult;
}

export async function unbanUser(
  services: Dependencies,
  call: RequestContext,
  userId: number,
  { reason }: { reason?: Reason },
): Promise<CommandResult> {
  await requireAccount(services, userId);
  const context = await addReason(services, call, `unban-user ${userId}`, reason, userId);
  return services.commands.staff({ type: 'Unban', userId }, call.actor, context);
}

export async function giveRole(
  services: Dependencies,
  call: RequestContext,
  userId: number,
  { role, reason }: { role: number; reason?: Reason },
): Promise<CommandResult> {
  const { directory, commands } = services;
  await requireAccount(services, userId);
  // Unverified accounts are erased after a while, but an Admin cannot be erased, so they get no role.
  await directory.ensure([userId]);
  if (role !== memberRole.id && !directory.isMember(userId)) throw new Refusal('unverified-gets-no-role');
  const context = await addReason(services, call, `give-role ${userId}`, reason, userId);
  return commands.staff({ type: 'GiveRole', userId, roleId: role }, call.actor, context);
}

export async function eraseUser(
  services: Dependencies,
  call: RequestContext,
  userId: number,
  { texts, reason }: { texts: boolean; reason?: Reason },
): Promise<CommandResult> {
  if (requireUser(call) === userId) throw new Refusal('forbidden');
  const context = await addReason(services, call, `erase-user ${userId}`, reason, null);
  return services.accountErasure.erase({ userId, texts }, call.actor, context);
}

async function requireAccount({ directory }: Dependencies, userId: number): Promise<void> {
  if (!directory.findAccount(userId)) await directory.ensure([userId]);
  if (!directory.findAccount(userId)) throw new Refusal('not-found');
}
