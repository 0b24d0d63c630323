import type { GameServer } from '@guildhall/domain/games/state.js';
import type { GameServerRow } from '@guildhall/domain/wire/schemas/staff/game-servers.js';
import type { ListedServer, ServerStatuses } from '../../status/server-statuses.js';
import { isConnected, type GameServerRecord } from '../../vault/games/game-server-records.js';
import type { LedgerStreams } from './ledger-streams.js';

interface Dependencies {
  ledgerStreams: LedgerStreams;
  serverStatuses: ServerStatuses;
}

export async function buildServerRow(
  { ledgerStreams, serverStatuses }: Dependencies,
  server: GameServer,
  record: GameServerRecord,
): Promise<GameServerRow> {
  const { head } = (await ledgerStreams.read(server.serverId)).entries.state;
  const pingedServer =
    serverStatuses.list().find((listedServer) => listedServer.server.serverId === server.serverId) ?? null;
  return toServerRow(server, buildStatus(record, head, pingedServer));
}

const buildStatus = (
  record: GameServerRecord,
  head: number,
  listedServer: ListedServer | null,
): NonNullable<GameServerRow['status']> => ({
  connected_since: isConnected(record, Date.now()) ? (record.connectedAt ?? record.contactAt) : null,
  contact_at: record.contactAt,
  acknowledged: record.acknowledged,
  acknowledged_at: record.acknowledgedAt,
  head,
  ping: listedServer && {
    state: listedServer.state,
    since: listedServer.since,
    checked_at: listedServer.status?.checkedAt ?? null,
    error: listedServer.status?.error ?? null,
  },
});

export const toServerRow = (server: GameServer, status: GameServerRow['status']): GameServerRow => ({
  id: server.serverId,
  name: server.name,
  mode: server.mode,
  address: server.address,
  edition: server.edition,
  ranks: server.ranks.map(({ roleId, rank }) => ({ role_id: roleId, rank })),
  templates: {
    ban: server.templates.ban,
    unban: server.templates.unban,
    rank_add: server.templates.rankAdd,
    rank_remove: server.templates.rankRemove,
  },
  conflicts: server.conflicts,
  highest_role_id: server.highestRoleId,
  bans_on_site: server.bansOnSite,
  version: server.version,
  status,
});
