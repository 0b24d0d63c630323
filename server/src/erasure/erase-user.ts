import { streams } from '@guildhall/domain/events.js';
import type { Actor } from '@guildhall/domain/permissions.js';
import { Refusal } from '@guildhall/domain/refusals.js';
import { staff } from '@guildhall/domain/staff/decide.js';
import type { EventLog } from '@guildhall/event-store/port.js';
import type { BannedAddresses } from '../accounts/banned-addresses.js';
import type { Commands } from '../commands/commands.js';
import type { CommandContext, CommandResult } from '../commands/handle.js';
import { createSystemContext } from '../commands/command-context.js';
import type { Policy } from '../policy/policy.js';
import type { VaultErasure } from './erasure.js';

interface Dependencies {
  log: EventLog;
  commands: Commands;
  policy: Policy;
  bannedAddresses: BannedAddresses;
  vaultErasure: Pick<VaultErasure, 'erase'>;
}

export class AccountErasure {
  constructor(private readonly services: Dependencies) {}

  /**
   * Without `texts`, the member's posts remain, with "[deleted]" as their author.
   * @throws Refusal not-found, forbidden, admin-not-erasable
   */
  async erase(
    { userId, texts }: { userId: number; texts: boolean },
    actor: Actor,
    context: CommandContext,
  ): Promise<CommandResult> {
    const { log, commands, policy, bannedAddresses, vaultErasure } = this.services;
    if ((await log.readStream(streams.user(userId))).length === 0) throw new Refusal('not-found');
    const leave = { type: 'Leave', userId, texts } as const;
    this.refuseLeave(leave, actor, new Date().toISOString());
    // This must happen before the member leaves, because leaving ends the ban.
    await bannedAddresses.keep(userId);
    await commands.staff(leave, actor, context);
    // A retried call cannot change whether the posts are erased.
    const dropKey = policy.staff.erasedMembers.get(userId) ?? texts;
    const commandResult = await commands.account({ type: 'Erase', userId, texts: dropKey }, context);
    await vaultErasure.erase(userId, dropKey);
    return commandResult;
  }

  async decideUnverified(userId: number, now: string): Promise<void> {
    const { commands, policy, bannedAddresses } = this.services;
    const { holders, bans } = policy.staff;
    const context = createSystemContext('remove-unverified', String(userId));
    const leave = { type: 'Leave', userId, texts: true } as const;
    const isKnown = holders.has(userId) || bans.has(userId);
    // This check must come before the first write.
    if (isKnown) this.refuseLeave(leave, null, now);
    await commands.account({ type: 'EraseUnverified', userId }, context);
    if (!isKnown) return;
    await bannedAddresses.keep(userId);
    await commands.staff(leave, null, context);
  }

  private refuseLeave(
    leave: { type: 'Leave'; userId: number; texts: boolean },
    actor: Actor | null,
    now: string,
  ): void {
    const { policy } = this.services;
    const isGameServer = (serverId: number) => policy.isGameServer(serverId);
    staff.decide(leave, policy.staff, { actor, now, places: policy.listAllEntries(), isGameServer });
  }
}
