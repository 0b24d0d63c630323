import { Refusal } from '@guildhall/domain/refusals.js';
import { createContext } from '../../commands/command-context.js';
import type { Commands } from '../../commands/commands.js';
import type { CommandResult } from '../../commands/handle.js';
import type { Policy } from '../../policy/policy.js';
import { RateLimitExceeded, type Limits } from '../../request/rate-limits.js';
import type { GameAccounts } from './game-accounts.js';
import { getHolderId, type CodeHolder, type GameCodes } from './game-codes.js';

interface Dependencies {
  policy: Policy;
  commands: Commands;
  limits: Limits;
  gameAccounts: GameAccounts;
  gameCodes: GameCodes;
  directory: { ensure(ids: Iterable<number>): Promise<void> };
}

interface LinkResult {
  userId: number;
  accountId: number;
  commandResult: CommandResult;
}

/** A member and a game account are linked when either side enters the other's code. */
export class GameLinks {
  constructor(private readonly services: Dependencies) {}

  /**
   * `serverId` is the game server that vouches for the account. A repeated call returns the first result.
   * @throws Refusal code-invalid, code-expired, already-linked, too-many-tries, game-accounts-full
   */
  redeemInGame(typedCode: string, accountId: number, serverId: number, correlationId: string): Promise<LinkResult> {
    return this.redeem(typedCode, { accountId, serverId }, correlationId);
  }

  /** Throws the same refusals. A repeated call returns the first result. */
  redeemOnSite(typedCode: string, userId: number, correlationId: string): Promise<LinkResult> {
    return this.redeem(typedCode, { userId }, correlationId);
  }

  private async redeem(typedCode: string, by: CodeHolder, correlationId: string): Promise<LinkResult> {
    const { policy, commands, gameAccounts, gameCodes, directory } = this.services;
    await this.countTry(by);
    const code = await gameCodes.find(typedCode, by);
    const { userId, accountId, serverId } = { ...code, ...by };
    // A member's code cannot be entered by another member.
    if (userId === null || accountId === null) throw new Refusal('code-invalid', 'code');
    // Refuse before the code is used up.
    if (policy.findBan(userId)) throw new Refusal('code-invalid', 'code');
    await this.endLostLinks(userId, correlationId);
    const linkedTo = policy.games.memberOfAccount.get(accountId);
    if (linkedTo !== undefined && linkedTo !== userId) throw new Refusal('already-linked', 'code');
    if (linkedTo === undefined && code.usedBy === null) gameAccounts.requireFreeLink(userId);
    // Another server may just have verified the member.
    await directory.ensure([userId]);
    await gameCodes.use(code, by);
    const command = { type: 'LinkAccount', accountId, userId, serverId } as const;
    const context = createContext(String(userId), `link ${accountId}`, code.hash, correlationId);
    const commandResult = await commands.games(command, policy.getActor(userId), context);
    // A repeated command returns the first result, even if the account has been unlinked since.
    if (policy.games.memberOfAccount.get(accountId) !== userId) throw new Refusal('code-invalid', 'code');
    return { userId, accountId, commandResult };
  }

  /** Accounts that an older vault does not contain must not count towards the limit. */
  async endLostLinks(userId: number, correlationId: string): Promise<void> {
    const { policy, commands, gameAccounts } = this.services;
    for (const accountId of await gameAccounts.findLost(userId)) {
      const context = createContext(String(userId), `end lost link ${accountId}`, String(accountId), correlationId);
      await commands.games({ type: 'UnlinkAccount', accountId, userId }, policy.getActor(userId), context);
    }
  }

  private async countTry(by: CodeHolder): Promise<void> {
    try {
      await this.services.limits.take('game-code', getHolderId(by));
    } catch (error) {
      throw error instanceof RateLimitExceeded ? new Refusal('too-many-tries', 'code') : error;
    }
  }
}
