import type { ReportedPlayer } from '@guildhall/domain/games/identity.js';
import type { Services } from '../../services.js';
import { testContext } from '../services.js';

let accounts = 0;

/** Links a new account to the member without a code, even above the limit. Returns its id. */
export async function linkAccount(
  { gameAccounts, commands, policy }: Pick<Services, 'gameAccounts' | 'commands' | 'policy'>,
  userId: number,
  { serverId = 7, ...player }: Partial<ReportedPlayer> & { serverId?: number } = {},
): Promise<number> {
  const uuid = `069a79f4-44e9-4726-a5be-${String(++accounts).padStart(12, '0')}`;
  const account = { edition: 'java', loginMode: 'online', uuid, name: `Player${accounts}`, ...player } as const;
  const accountId = await gameAccounts.resolve(account, serverId, new Date().toISOString());
  const command = { type: 'LinkAccount', accountId, userId, serverId, isRestore: true } as const;
  await commands.games(command, policy.getActor(userId), testContext(String(userId)));
  return accountId;
}
