import { randomInt } from 'node:crypto';
import { Refusal } from '@guildhall/domain/refusals.js';
import { deriveSecret, hashHmac } from '../../process/secrets.js';
import type { GameCode } from '../../vault/games/game-accounts.js';
import type { Vault } from '../../vault/vault.js';

/** Without 0, O, 1 and I, which look alike. */
const characters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const codeLength = 8;
export const codeLifetimeMs = 600_000;
/** For this long, an expired code is reported as expired rather than unknown. */
const expiredRetentionMs = 3_600_000;

/**
 * `serverId` is the game server that vouches for the account. It is part of the holder so that no game server can use
 * up the attempts of another one's players, or replace their codes.
 */
export type CodeHolder = { userId: number } | { accountId: number; serverId: number };

export const getHolderId = (holder: CodeHolder): string =>
  'userId' in holder ? `member ${holder.userId}` : `account ${holder.accountId} ${holder.serverId}`;

/** Codes have 40 random bits. Each holder has at most one, of which the vault stores only the HMAC. */
export class GameCodes {
  private readonly key: string;

  constructor(
    private readonly vault: Vault,
    secret: string,
  ) {
    this.key = deriveSecret(secret, 'game-codes');
  }

  /** Replaces the holder's former code. */
  async create(holder: CodeHolder, now = Date.now()): Promise<{ code: string; expiresAt: string }> {
    const code = Array.from({ length: codeLength }, () => characters.charAt(randomInt(characters.length))).join('');
    const expiresAt = new Date(now + codeLifetimeMs).toISOString();
    await this.vault.saveGameCode({
      id: getHolderId(holder),
      hash: this.hashCode(code),
      expiresAt,
      usedBy: null,
      userId: null,
      accountId: null,
      serverId: null,
      ...holder,
    });
    return { code, expiresAt };
  }

  /** Ignores case, spaces and hyphens. `by` may have used the code before. @throws Refusal code-invalid, code-expired */
  async find(typedCode: string, by: CodeHolder, now = Date.now()): Promise<GameCode> {
    const code = await this.vault.findGameCode(this.hashCode(typedCode.toUpperCase().replaceAll(/[\s-]/g, '')));
    if (!code || (code.usedBy ?? getHolderId(by)) !== getHolderId(by)) throw new Refusal('code-invalid', 'code');
    if (code.expiresAt <= new Date(now).toISOString()) throw new Refusal('code-expired', 'code');
    return code;
  }

  /** @throws Refusal code-invalid if another has used the code, or its holder has a new one */
  async use(code: GameCode, by: CodeHolder): Promise<void> {
    if (!(await this.vault.useGameCode(code, getHolderId(by)))) throw new Refusal('code-invalid', 'code');
  }

  sweep(now = Date.now()): Promise<void> {
    return this.vault.pruneGameCodes(new Date(now - expiredRetentionMs).toISOString());
  }

  private hashCode(code: string): string {
    return hashHmac(this.key, code);
  }
}
