import { Refusal } from '@guildhall/domain/refusals.js';
import { contextOf } from '../../commands/command-context.js';
import type { Commands } from '../../commands/commands.js';
import type { Handled } from '../../commands/handle.js';
import type { Policy } from '../../policy/policy.js';
import { RateLimitExceeded, type Limits } from '../../request/rate-limits.js';
import { getHolderId, type CodeHolder, type GameCodes } from './game-codes.js';

interface Dependencies {
  policy: Policy;
  commands: Commands;
  limits: Limits;
  gameCodes: GameCodes;
}

interface Linked {
  userId: number;
  accountId: number;
  handled: Handled;
}

/** A member and a game account are linked when one of them enters the code of the other. */
export class GameLinks {
  constructor(private readonly services: Dependencies) {}

  /**
   * `serverId` is the game server that vouches for the account. A repeated call returns the first result.
   * @throws Refusal with one of the codes
   */
  redeemInGame(typed: string, accountId: number, serverId: number, correlationId: string): Promise<Linked> {
    return this.redeem(typed, { accountId, serverId }, correlationId);
  }

  /** A repeated call returns the first result. @throws Refusal with one of the codes, or game-accounts-full */
  redeemOnSite(typed: string, userId: number, correlationId: string): Promise<Linked> {
    return this.redeem(typed, { userId }, correlationId);
  }

  private async redeem(typed: string, by: CodeHolder, correlationId: string): Promise<Linked> {
    const { policy, commands, gameCodes } = this.services;
    await this.countTry(by);
    const code = await gameCodes.find(typed, by);
    const { userId, accountId, serverId } = { ...code, ...by };
    // The code of one member cannot be entered by another.
    if (userId === null || accountId === null) throw new Refusal('code-invalid');
    const linkedTo = policy.games.memberOfAccount.get(accountId);
    if (linkedTo !== undefined && linkedTo !== userId) throw new Refusal('already-linked');
    await gameCodes.use(code, by);
    const command = { type: 'LinkAccount', accountId, userId, serverId } as const;
    const context = contextOf(String(userId), `link ${accountId}`, code.hash, correlationId);
    return { userId, accountId, handled: await commands.games(command, policy.actor(userId), context) };
  }

  private async countTry(by: CodeHolder): Promise<void> {
    try {
      await this.services.limits.take('game-code', getHolderId(by));
    } catch (error) {
      throw error instanceof RateLimitExceeded ? new Refusal('too-many-tries') : error;
    }
  }
}
