import type { AccountRow } from '@guildhall/domain/wire/schemas/staff/users.js';
import { findMembersByIds } from '@guildhall/projections/views/members/queries.js';
import { buildRoleFields } from '../policy/role-fields.js';
import { isLastUseShown } from '../read-models/members/about.js';
import type { AsOf } from '../read-models/as-of.js';
import type { Directory } from '../read-models/members/directory.js';
import type { Presence } from '../read-models/members/presence.js';
import type { Texts } from '../vault/texts.js';
import type { Views } from '../stores/views.js';
import type { AccountName } from '../vault/account/account.js';
import type { Vault } from '../vault/vault.js';

interface Dependencies {
  views: Views;
  directory: Directory;
  texts: Texts;
  vault: Pick<Vault, 'findLastSeen'>;
  presence: Pick<Presence, 'isEnabled'>;
}

/** Post counts and `last_seen` are always current, even if the roles and bans are from a past time. */
export async function buildAccountRows(
  { directory, texts, views, vault, presence }: Dependencies,
  accounts: readonly AccountName[],
  { policy, now }: Pick<AsOf, 'policy' | 'now'>,
): Promise<AccountRow[]> {
  const bans = new Map(accounts.map(({ id }) => [id, policy.findBan(id, now)]));
  const openedReasons = await texts.open([...bans.values()].flatMap((ban) => ban?.reason ?? []));
  const ids = accounts.map(({ id }) => id);
  const posts = new Map((await findMembersByIds(views.store, ids)).map((member) => [member.id, member.posts]));
  const lastSeen = await vault.findLastSeen(ids);
  return accounts.map(({ id, username, email, verified, createdAt }) => {
    const ban = bans.get(id) ?? null;
    const lastUse = lastSeen.get(id);
    return {
      id,
      username,
      email,
      verified,
      banned: ban !== null,
      ban: ban && {
        reason: ban.reason === null ? null : (openedReasons.get(ban.reason)?.text ?? null),
        until: ban.until,
        site_only: ban.siteOnly ?? false,
      },
      ...buildRoleFields(policy, id),
      avatar_url: directory.getAuthor(id).avatar_url,
      created_at: createdAt,
      posts: posts.get(id) ?? 0,
      last_seen: lastUse && isLastUseShown(presence, lastUse.isHidden) ? lastUse.at : null,
    };
  });
}
