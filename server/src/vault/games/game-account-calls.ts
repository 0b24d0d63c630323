import { setImmediate as nextTurn } from 'node:timers/promises';
import { foldName } from '@guildhall/domain/account/names.js';
import { buildIdentityKey } from '@guildhall/domain/games/identity.js';
import { gameAccountFields, type Collection, type VaultDocuments } from '../documents.js';
import { createGameServerRecord, type GameServerRecordCalls } from './game-server-records.js';
import type { GameAccount, GameAccountCalls } from './game-accounts.js';
import type { ServerStatusCalls } from './server-statuses.js';

const maxFormerNames = 20;
const removalBatchSize = 500;

const toDocument = (account: GameAccount): VaultDocuments['gameAccounts'] => ({
  ...account,
  identity: buildIdentityKey(account),
  nameFold: foldName(account.name),
});

const toAccount = ({ identity: _, nameFold: __, ...account }: VaultDocuments['gameAccounts']): GameAccount => account;

export function createGameAccountCalls(
  accounts: Collection<'gameAccounts'>,
  sessions: Collection<'playerSessions'>,
  codes: Collection<'gameCodes'>,
  heads: Collection<'gameHeads'>,
): GameAccountCalls {
  const collections = { gameAccounts: accounts, playerSessions: sessions, gameCodes: codes, gameHeads: heads };
  const findByKeys = (keys: readonly string[]) => accounts.find({ identity: { in: keys } });
  return {
    addGameAccount: async (account) => {
      // Another server may add or remove the account between the two steps.
      for (;;) {
        const isAdded = (await accounts.insert(toDocument(account))) === null;
        if (isAdded) return account;
        const [storedAccount] = await findByKeys([buildIdentityKey(account)]);
        if (storedAccount) return toAccount(storedAccount);
      }
    },
    findGameAccounts: async (ids) => (await accounts.find({ id: { in: ids } })).map(toAccount),
    findGameAccountsWith: async (identities) => (await findByKeys(identities.map(buildIdentityKey))).map(toAccount),
    findGameAccountsNamed: async (name, limit) => {
      const options = { orderBy: 'seenAt', newestFirst: true, limit } as const;
      return (await accounts.find({ nameFold: foldName(name) }, options)).map(toAccount);
    },
    findGameAccountsStartingWith: async (start, limit) => {
      const nameFold = { gte: foldName(start), lt: `${foldName(start)}\u{10FFFF}` };
      return (await accounts.find({ nameFold }, { orderBy: 'nameFold', limit })).map(toAccount);
    },
    seeGameAccount: async (id, name, seenAt) => {
      await accounts.edit(id, (storedAccount) => {
        if (seenAt <= storedAccount.seenAt) return null;
        if (name === storedAccount.name) return { ...storedAccount, seenAt };
        // Game servers with different prefixes for the same player change the name back and forth.
        const otherNames = storedAccount.formerNames.filter(({ username }) => username !== storedAccount.name);
        const formerNames = [...otherNames, { username: storedAccount.name, until: seenAt }].slice(-maxFormerNames);
        return toDocument({ ...toAccount(storedAccount), name, formerNames, seenAt });
      });
    },
    saveReportedRanks: async (id, serverId, ranks) => {
      await accounts.edit(id, (account) => ({
        ...account,
        reportedRanks: { ...account.reportedRanks, [serverId]: ranks },
      }));
    },
    findGameAccountsSeenBefore: async (seenBefore, afterId, limit) =>
      (await accounts.find({ seenAt: { lt: seenBefore }, id: { gt: afterId } }, { limit })).map(toAccount),
    removeUnseenGameAccount: async (id, seenBefore) => (await accounts.remove({ id, seenAt: { lt: seenBefore } })) > 0,
    removeGameAccounts: async (ids) => {
      for (const [name, field] of Object.entries(gameAccountFields) as [keyof typeof collections, string][])
        await collections[name].remove({ [field]: { in: ids } });
    },
    ...createPlayerSessionCalls(sessions),
    ...createGameCodeCalls(codes),
    saveGameHead: (head) => heads.put(head),
    findGameHead: (accountId) => heads.get(accountId),
    pruneGameHeads: async (fetchedBefore) => void (await heads.remove({ fetchedAt: { lt: fetchedBefore } })),
  };
}

type SessionCallNames = Extract<keyof GameAccountCalls, `${string}PlayerSession${string}`>;

const createPlayerSessionCalls = (
  sessions: Collection<'playerSessions'>,
): Pick<GameAccountCalls, SessionCallNames> => ({
  addPlayerSession: async (session) => (await sessions.insert(session)) === null,
  changePlayerSession: async (id, change) =>
    void (await sessions.edit(id, (storedSession) => ({ ...storedSession, ...change }))),
  findOpenPlayerSessions: (serverId, limit) => sessions.find({ serverId, leftAt: null }, { limit }),
  hasPlayerSessions: async (serverId) => (await sessions.find({ serverId }, { limit: 1 })).length > 0,
  countOpenPlayerSessions: (serverId, seenAfter) =>
    sessions.count({ serverId, leftAt: null, seenAt: { gt: seenAfter } }),
  findLastPlayerSession: async (accountId, serverId) => {
    const options = { orderBy: 'joinedAt', newestFirst: true, limit: 1 } as const;
    return (await sessions.find({ accountId, serverId }, options))[0] ?? null;
  },
  findOpenPlayerSessionsSeenBefore: (seenBefore, limit) =>
    sessions.find({ leftAt: null, seenAt: { lt: seenBefore } }, { limit }),
  findPlayerSessionsBefore: (accountId, joinedBefore, limit) =>
    sessions.find(
      { accountId, ...(joinedBefore !== null && { joinedAt: { lt: joinedBefore } }) },
      { orderBy: 'joinedAt', newestFirst: true, limit },
    ),
  prunePlayerSessions: async (joinedBefore) => void (await sessions.remove({ joinedAt: { lt: joinedBefore } })),
  limitPlayerSessions: async (serverId, max) => {
    const findOldest = (limit: number) => sessions.find({ serverId }, { orderBy: 'joinedAt', limit });
    await removeOldest(sessions, (await sessions.count({ serverId })) - max, findOldest);
  },
});

type CodeCallNames = Extract<keyof GameAccountCalls, `${string}GameCode${string}`>;

const createGameCodeCalls = (codes: Collection<'gameCodes'>): Pick<GameAccountCalls, CodeCallNames> => ({
  saveGameCode: (code) => codes.put(code),
  findGameCode: async (hash) => (await codes.find({ hash }))[0] ?? null,
  useGameCode: async ({ id, hash }, usedBy) => {
    let isUsed = false;
    await codes.edit(id, (storedCode) => {
      isUsed = storedCode.hash === hash && (storedCode.usedBy ?? usedBy) === usedBy;
      return isUsed ? { ...storedCode, usedBy } : null;
    });
    return isUsed;
  },
  pruneGameCodes: async (expiredBefore) => void (await codes.remove({ expiresAt: { lt: expiredBefore } })),
});

export const createGameServerRecordCalls = (
  records: Collection<'gameServers'>,
  reports: Collection<'answeredReports'>,
): GameServerRecordCalls => ({
  findGameServerRecords: async (ids) =>
    new Map((await records.find({ id: { in: ids } })).map((record) => [record.id, record])),
  editGameServerRecord: async (id, change) => {
    // Another server may insert the record between the two steps.
    while ((await records.edit(id, change)) === 'missing')
      if ((await records.insert(change(createGameServerRecord(id)))) === null) break;
  },
  findAnsweredReports: (ids) => reports.find({ id: { in: ids } }),
  saveAnsweredReports: (answeredReports) => reports.insertOrRaise(answeredReports, 'answeredAt'),
  pruneAnsweredReports: async (answeredBefore) => void (await reports.remove({ answeredAt: { lt: answeredBefore } })),
  limitAnsweredReports: async (serverId, max) => {
    const findOldest = (limit: number) => reports.find({ serverId }, { orderBy: 'answeredAt', limit });
    await removeOldest(reports, (await reports.count({ serverId })) - max, findOldest);
  },
});

async function removeOldest(
  documents: { remove: (filter: { id: { in: string[] } }) => Promise<unknown> },
  excess: number,
  findOldest: (limit: number) => Promise<{ id: string }[]>,
): Promise<void> {
  for (let remainingCount = excess; remainingCount > 0; remainingCount -= removalBatchSize) {
    const oldest = await findOldest(Math.min(remainingCount, removalBatchSize));
    await documents.remove({ id: { in: oldest.map(({ id }) => id) } });
    await nextTurn(); // With SQLite, reads and writes block the event loop.
  }
}

export const createServerStatusCalls = (statuses: Collection<'serverStatuses'>): ServerStatusCalls => ({
  saveServerStatus: (status) => statuses.put(status),
  listServerStatuses: () => statuses.find({}),
  removeServerStatuses: async (ids) => void (await statuses.remove({ id: { in: ids } })),
});
