import { can, type SiteAction } from '@guildhall/domain/permissions.js';
import { Refusal } from '@guildhall/domain/refusals.js';
import type { CommandContext } from '../commands/handle.js';
import { commandContext, requireUser, type Call } from '../http/operation.js';
import type { Texts } from '../vault/texts.js';
import { sealedReason } from './reason.js';
import type { Requester } from '../http/session.js';

interface Dependencies {
  texts: Texts;
}

/**
 * The caller may do one of these actions. Others get not-found, before their input is checked any further.
 * @returns the caller's id. @throws Refusal must-be-logged-in, not-found
 */
export function requireAnyAction(call: Requester, ...actions: [SiteAction, ...SiteAction[]]): number {
  const userId = requireUser(call);
  if (!actions.some((action) => can(call.actor, action))) throw new Refusal('not-found');
  return userId;
}

/** The command context of a staff action, with its reason. `personId`: the member whom the action concerns, if any. */
export async function staffContext(
  services: Dependencies,
  call: Call,
  name: string,
  reason: string | null | undefined,
  personId: number | null,
): Promise<CommandContext> {
  const context = commandContext(name, call);
  const sealed = await sealedReason(services, reason, requireUser(call), personId);
  return sealed === undefined ? context : { ...context, reason: sealed };
}
