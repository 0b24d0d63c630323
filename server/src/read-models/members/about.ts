import type { AboutMember, SeenMember } from '@guildhall/domain/wire/schemas/members/profiles.js';
import { findLastUse } from '../../vault/account/account-record.js';
import type { AboutAccount, Account } from '../../vault/account/account.js';
import type { Vault } from '../../vault/vault.js';
import type { Presence } from './presence.js';

interface Dependencies {
  vault: Pick<Vault, 'listSessions'>;
  presence: Pick<Presence, 'isOnline' | 'isEnabled'>;
}

const emptyAbout: AboutAccount = { title: null, bio: null, links: [], hideSeen: false };

export function toAboutMember(account: Account | null): AboutMember {
  const { title, bio, links } = account?.about ?? emptyAbout;
  return { title, bio, links: links.map(({ label, url }) => ({ label, url })) };
}

export const isLastUseShown = ({ isEnabled }: Pick<Presence, 'isEnabled'>, isHidden: boolean): boolean =>
  isEnabled && !isHidden;

export async function findLastSeen(
  { vault, presence }: Dependencies,
  account: Account,
  readerId: number,
): Promise<SeenMember | null> {
  const isHidden = account.about?.hideSeen === true && account.id !== readerId;
  if (!isLastUseShown(presence, isHidden)) return null;
  const last_seen = findLastUse(account, await vault.listSessions(account.id));
  return { online: presence.isOnline(account.id), last_seen };
}
