import { upcastEvent } from '@guildhall/domain/events.js';
import type { GamesEvent } from '@guildhall/domain/games/events.js';
import { listAccountsToErase } from '@guildhall/domain/games/state.js';
import { readPages, readStreamPages } from '../stores/pages.js';
import type { GameAccount, PlayerSession } from '../vault/games/game-accounts.js';
import { findText, page, type ExportDependencies, type Rows } from './export-rows.js';

export const gameSections: Readonly<Record<string, Rows>> = {
  async *game_accounts(services, userId) {
    const accounts = await findAccounts(services, userId);
    const noLink = { linked_at: null, unlinked_at: null };
    const links = new Map<number, { linked_at: string | null; unlinked_at: string | null }>();
    for await (const { event, at } of readEvents(services, accounts)) {
      if (!('userId' in event.data) || event.data.userId !== userId) continue;
      const { accountId } = event.data;
      const previousLink = links.get(accountId) ?? noLink;
      const isLinked = event.type === 'GameAccountLinked.v1';
      links.set(accountId, isLinked ? { linked_at: at, unlinked_at: null } : { ...previousLink, unlinked_at: at });
    }
    for (const { id, edition, loginMode, uuid, name, formerNames, seenAt } of accounts) {
      const former_names = formerNames.map(({ username, until }) => ({ name: username, until }));
      yield {
        id,
        edition,
        login_mode: loginMode,
        uuid,
        name,
        former_names,
        seen_at: seenAt,
        ...(links.get(id) ?? noLink),
      };
    }
  },

  async *game_bans(services, userId) {
    for await (const { event, at } of readEvents(services, await findAccounts(services, userId))) {
      if (event.type === 'PlayerBanned.v1') {
        const { accountId, reason, until } = event.data;
        const openedReason = reason && findText(await services.texts.open([reason]), reason);
        yield { account_id: accountId, kind: 'ban', at, until, reason: openedReason };
      }
      if (event.type === 'PlayerUnbanned.v1') yield { account_id: event.data.accountId, kind: 'unban', at };
    }
  },

  async *game_sessions(services, userId) {
    const { policy, vault } = services;
    for (const account of await findAccounts(services, userId)) {
      for await (const sessions of readPages<PlayerSession>(page, (last) =>
        vault.findPlayerSessionsBefore(account.id, last?.joinedAt ?? null, page),
      )) {
        for (const { serverId, joinedAt, leftAt, seenAt } of sessions) {
          const server = policy.games.servers.get(serverId)?.name ?? String(serverId);
          yield { account_id: account.id, server, joined_at: joinedAt, left_at: leftAt, seen_at: seenAt };
        }
      }
    }
  },
};

/** Includes formerly linked accounts that would be erased with the member. */
async function findAccounts({ gameAccounts, policy }: ExportDependencies, userId: number): Promise<GameAccount[]> {
  return [...(await gameAccounts.describe(listAccountsToErase(policy.games, userId))).values()];
}

/** Reads the events about these accounts, in order. */
async function* readEvents({ log, policy }: ExportDependencies, accounts: readonly GameAccount[]) {
  const ids = new Set(accounts.map(({ id }) => id));
  if (ids.size === 0) return;
  for await (const storedEvents of readStreamPages(log, policy.gamesFold.stream, 0, page)) {
    for (const { type, data, metadata } of storedEvents) {
      const event = upcastEvent(type, data) as GamesEvent | null;
      if (event && 'accountId' in event.data && ids.has(event.data.accountId)) yield { event, at: metadata.at ?? '' };
    }
  }
}
