import { findActivePlayerBan, type GamesState } from '@guildhall/domain/games/state.js';
import { can, type Actor } from '@guildhall/domain/permissions.js';
import type { PlayerRow } from '@guildhall/domain/wire/schemas/games/accounts.js';
import type { AuditDocument } from '@guildhall/projections/views/audit/document.js';
import { readAuditPage } from '@guildhall/projections/views/audit/queries.js';
import { toOwnAccountRow } from '../games/accounts/account-rows.js';
import type { GameAccounts } from '../games/accounts/game-accounts.js';
import type { Policy } from '../policy/policy.js';
import type { SiteState } from '../policy/site-state.js';
import type { Directory } from '../read-models/members/directory.js';
import type { Views } from '../stores/views.js';
import type { GameAccount } from '../vault/games/game-accounts.js';
import type { Texts } from '../vault/texts.js';

interface Dependencies {
  policy: Policy;
  site: Pick<SiteState, 'settings'>;
  views: Views;
  directory: Directory;
  texts: Texts;
  gameAccounts: GameAccounts;
}

/** `games` is the state at the time `at`, or now. */
export async function buildPlayerRows(
  { policy, site, views, directory, texts, gameAccounts }: Dependencies,
  accounts: readonly GameAccount[],
  viewer: Actor,
  { games, at }: { games: Readonly<GamesState>; at: string | undefined },
): Promise<PlayerRow[]> {
  const showsAudit = can(viewer, 'view-audit');
  const now = at ?? new Date().toISOString();
  const players = await Promise.all(
    accounts.map(async (account) => {
      const ban = findActivePlayerBan(games, account.id, now);
      const entry = ban && showsAudit ? await findBanEntry(views, account.id, at) : null;
      return { account, memberId: gameAccounts.findMember(account.id, games), ban, entry };
    }),
  );
  await directory.ensure(players.flatMap(({ memberId, entry }) => [memberId ?? [], entry?.actorId ?? []].flat()));
  const openedReasons = await texts.open(players.flatMap(({ ban }) => ban?.reason ?? []));
  const toUser = (id: number | null | undefined) => (id ? { id, username: directory.getName(id) } : null);
  return players.map(({ account, memberId, ban, entry }) => ({
    ...toOwnAccountRow(account, site.settings),
    server: account.serverId === null ? null : (policy.games.servers.get(account.serverId)?.name ?? null),
    member: toUser(memberId),
    ban: ban && {
      reason: ban.reason && (openedReasons.get(ban.reason)?.text ?? null),
      until: ban.until,
      by: toUser(entry?.actorId),
      at: entry?.at ?? null,
    },
  }));
}

async function findBanEntry(views: Views, accountId: number, at?: string): Promise<AuditDocument | null> {
  // `to` is exclusive, and the order of an entry begins with its time, so this includes entries of that very moment.
  const to = at && `${at}~`;
  const filter = { subject: `player:${accountId}`, types: ['PlayerBanned.v1'], to } as const;
  return (await readAuditPage(views.store, filter, 1))[0] ?? null;
}
