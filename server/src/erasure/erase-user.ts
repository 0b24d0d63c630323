import type { Actor } from '@guildhall/domain/permissions.js';
import { Refusal } from '@guildhall/domain/refusals.js';
import { staff } from '@guildhall/domain/staff/decide.js';
import { keepBan } from '../accounts/banned-addresses.js';
import type { CommandContext, Handled } from '../commands/handle.js';
import type { Parts } from '../parts.js';

/**
 * Permanent. Without `texts` the person goes and the posts stand under "[deleted]". `actor` is who asks: staff, or the
 * person himself.
 * @throws Refusal not-found, forbidden, admin-not-erasable
 */
export async function eraseUser(
  parts: Parts,
  { userId, texts }: { userId: number; texts: boolean },
  actor: Actor,
  context: CommandContext,
): Promise<Handled> {
  if ((await parts.log.readStream(`user-${userId}`)).length === 0) throw new Refusal('not-found');
  const leave = { type: 'Leave', userId, texts } as const;
  // Refused here already: who leaves is banned no more, so the ban of the address is kept before.
  staff.decide(leave, parts.policy.staff, {
    actor,
    now: new Date().toISOString(),
    places: parts.policy.entriesOfAll(),
  });
  await keepBan(parts, userId);
  await parts.commands.staff(leave, actor, context);
  // What was decided first stays decided: a second call cannot take back the loss of the texts, nor add it.
  const dropKey = parts.policy.staff.gone.get(userId) ?? texts;
  const handled = await parts.commands.account({ type: 'Erase', userId, texts: dropKey }, context);
  await parts.erase(userId, dropKey);
  return handled;
}
