import { playerNamePattern, uuidPattern } from '@guildhall/domain/games/identity.js';
import { z } from 'zod';
import type { GameAccounts } from '../games/accounts/game-accounts.js';
import type { GameLinks } from '../games/accounts/game-links.js';
import type { PlayerSessions } from '../games/accounts/player-sessions.js';
import { RateLimitExceeded, type Limits } from '../request/rate-limits.js';
import {
  checkBody,
  NamelessError,
  createPlayerRecord,
  translate,
  type NamelessCall,
  type NamelessResponse,
} from './nameless-call.js';
import { toReportedPlayer } from './users.js';

interface Dependencies {
  gameAccounts: GameAccounts;
  playerSessions: PlayerSessions;
  gameLinks: GameLinks;
  limits: Limits;
}

/** Addresses, locations and placeholder values are dropped. */
const serverInfo = z.object({
  time: z.number().optional(),
  players: createPlayerRecord(z.object({ name: z.string(), login_time: z.number() })),
});

const recordingServers = new Set<number>();

/**
 * Records the list of all players on the game server, which its plugin sends every 30 seconds. Ignores lists that come
 * too often, or while another is being recorded.
 */
export async function recordPlayers(services: Dependencies, call: NamelessCall): Promise<NamelessResponse> {
  const { serverId } = call.server;
  const info = checkBody(serverInfo, call);
  if (recordingServers.has(serverId) || (await isTooOften(services, serverId))) return { message: 'ok' };
  recordingServers.add(serverId);
  try {
    await recordInfo(services, call, info);
  } finally {
    recordingServers.delete(serverId);
  }
  return { message: 'ok' };
}

async function isTooOften({ limits }: Dependencies, serverId: number): Promise<boolean> {
  try {
    await limits.take('player-list', String(serverId));
    return false;
  } catch (error) {
    if (error instanceof RateLimitExceeded) return true;
    throw error;
  }
}

async function recordInfo(
  services: Dependencies,
  { server, at }: NamelessCall,
  info: z.infer<typeof serverInfo>,
): Promise<void> {
  const listedPlayers = Object.entries(info.players).filter(
    ([uuid, { name }]) => uuidPattern.test(uuid) && playerNamePattern.test(name),
  );
  const reportedPlayers = listedPlayers.map(([uuid, { name }]) => ({ ...toReportedPlayer(uuid), name }));
  const ids = await services.gameAccounts.resolveAll(reportedPlayers, server.serverId, at);
  // Both times follow the game server's clock.
  const now = info.time ?? Date.parse(at);
  const seconds = listedPlayers.map(([, { login_time: loginTime }]) =>
    Math.max(0, Math.floor((now - loginTime) / 1_000)),
  );
  const secondsByAccount = new Map(ids.map((id, index) => [id, seconds[index] ?? 0]));
  await services.playerSessions.recordOnline(server.serverId, secondsByAccount, at);
}

const verification = z.object({
  identifier: z.string().max(100),
  username: z.string().max(100),
  code: z.string().min(1).max(40),
});

/** Called when a player has entered a member's code in the game. */
export async function linkAccount(services: Dependencies, call: NamelessCall): Promise<NamelessResponse> {
  const { gameAccounts, gameLinks } = services;
  const { server, at, correlationId } = call;
  const { identifier, username: name, code } = checkBody(verification, call);
  if (!uuidPattern.test(identifier)) throw new NamelessError('core:integration_identifier_errors');
  if (!playerNamePattern.test(name)) throw new NamelessError('core:integration_username_errors');
  const accountId = await gameAccounts.resolve({ ...toReportedPlayer(identifier), name }, server.serverId, at);
  await gameLinks.redeemInGame(code, accountId, server.serverId, correlationId).catch(
    translate({
      'code-invalid': 'core:invalid_code',
      'code-expired': 'core:invalid_code',
      'too-many-tries': 'core:invalid_code',
      'already-linked': 'core:integration_already_verified',
    }),
  );
  return { message: 'ok' };
}
