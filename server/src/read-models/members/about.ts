import type { AboutMember, SeenMember } from '@guildhall/domain/wire/schemas/members/profiles.js';
import { findLastUse } from '../../vault/account/account-record.js';
import type { AboutAccount, Account } from '../../vault/account/account.js';
import type { Vault } from '../../vault/vault.js';
import type { Presence } from './presence.js';

interface Dependencies {
  vault: Pick<Vault, 'sessionsOf'>;
  presence: Pick<Presence, 'isOnline' | 'isEnabled'>;
}

const emptyAbout: AboutAccount = { title: null, bio: null, links: [], hideSeen: false };

export function toAboutMember(account: Account | null): AboutMember {
  const { title, bio, links } = account?.about ?? emptyAbout;
  return { title, bio, links: links.map(({ label, url }) => ({ label, url })) };
}

export async function findLastSeen(
  { vault, presence }: Dependencies,
  account: Account,
  readerId: number,
): Promise<SeenMember | null> {
  if (!presence.isEnabled || (account.about?.hideSeen && account.id !== readerId)) return null;
  const last_seen = findLastUse(account, await vault.sessionsOf(account.id));
  return { online: presence.isOnline(account.id), last_seen };
}
