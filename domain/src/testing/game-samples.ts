const sampleServer = {
  name: 'Survival',
  mode: 'survival',
  address: 'survival.example.org:25565',
  edition: 'both',
  ranks: [{ roleId: 77, rank: 'builder' }],
  templates: {
    ban: 'ban {username} {reason}',
    unban: 'pardon {username}',
    rankAdd: 'lp user {uuid} parent add {rank}',
    rankRemove: 'lp user {uuid} parent remove {rank}',
  },
  conflicts: { bans: 'last', ranks: 'site' },
  highestRoleId: 77,
  bansOnSite: false,
} as const;

/** Like all `samples`, these must never change. */
export const gameSamples = {
  'GameServerCreated.v1': { serverId: 90, ...sampleServer },
  'GameServerChanged.v1': { serverId: 90, ...sampleServer, name: 'Skyblock', before: sampleServer },
  'GameServerRemoved.v1': { serverId: 90, before: { ...sampleServer, name: 'Skyblock' } },
  'GameAccountLinked.v1': { accountId: 95, userId: 101, serverId: 90 },
  'GameAccountUnlinked.v1': { accountId: 95, userId: 101 },
  'PlayerBanned.v1': {
    accountId: 95,
    reason: '~101.cmVhc29u',
    until: '2027-01-01T00:00:00.000Z',
    before: null,
    since: '2026-11-21T12:00:00.000Z',
  },
  'PlayerUnbanned.v1': { accountId: 95, before: { reason: null, until: null } },
  'LedgerEntryAdded.v1': {
    serverId: 90,
    accountId: 95,
    originId: 103,
    change: { kind: 'ban', reason: '~101.cmVhc29u', until: null },
    at: '2026-11-21T12:00:00.000Z',
  },
  'GameReportRecorded.v1': {
    serverId: 90,
    accountId: 95,
    position: 12,
    change: { kind: 'rank.add', rank: 'builder' },
    at: '2026-11-21T12:00:00.000Z',
  },
  'LedgerReset.v1': { serverId: 90, from: 12, to: 5, head: 14, reason: '~90.cmVhc29u' },
} as const;
