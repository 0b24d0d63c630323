import type { GameAccountRow, OwnGameAccountRow } from '@guildhall/domain/wire/schemas/games/accounts.js';
import type { SiteSettings } from '@guildhall/domain/settings/site-settings.js';
import type { GameAccount } from '../../vault/games/game-accounts.js';

/** Services that serve faces know only Java accounts, by the UUIDs that Mojang has issued. */
export const hasHead = ({ edition, loginMode }: GameAccount, headsUrl: string): boolean =>
  headsUrl !== '' && edition === 'java' && loginMode === 'online';

export function toAccountRow(account: GameAccount, { headsUrl }: Pick<SiteSettings, 'headsUrl'>): GameAccountRow {
  const { id, name, edition } = account;
  return { id, name, edition, head: hasHead(account, headsUrl) ? `/heads/${id}.webp` : null };
}

export const toOwnAccountRow = (account: GameAccount, settings: Pick<SiteSettings, 'headsUrl'>): OwnGameAccountRow => ({
  ...toAccountRow(account, settings),
  login_mode: account.loginMode,
  former_names: account.formerNames.map(({ username, until }) => ({ name: username, until })),
  seen_at: account.seenAt,
});
