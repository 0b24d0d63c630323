import type { GameAccount, GameCode, PlayerSession } from '../../vault/games/game-accounts.js';
import { formatHour } from '../vault/vault-samples.js';

export const buildGameAccount = (id: number, more: Partial<GameAccount> = {}): GameAccount => ({
  id,
  edition: 'java',
  loginMode: 'online',
  uuid: `069a79f4-44e9-4726-a5be-${String(id).padStart(12, '0')}`,
  serverId: null,
  name: `Player${id}`,
  formerNames: [],
  seenAt: formatHour(1),
  ...more,
});

export const buildPlayerSession = (accountId: number, serverId: number, joinedAt: string): PlayerSession => ({
  id: `${accountId} ${serverId} ${joinedAt}`,
  accountId,
  serverId,
  joinedAt,
  seenAt: joinedAt,
  leftAt: null,
});

export const buildGameCode = (
  of: { userId: number } | { accountId: number },
  more: Partial<GameCode> = {},
): GameCode => ({
  ...('userId' in of
    ? { id: `member ${of.userId}`, userId: of.userId, accountId: null }
    : { id: `account ${of.accountId}`, userId: null, accountId: of.accountId }),
  serverId: null,
  hash: 'hash',
  expiresAt: formatHour(2),
  usedBy: null,
  ...more,
});
