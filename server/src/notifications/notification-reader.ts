import type { Actor } from '@guildhall/domain/permissions.js';
import type { NotificationKind } from '@guildhall/domain/wire/kinds.js';
import type { NotificationSettings } from '@guildhall/domain/wire/schemas/members/notifications.js';
import { findIgnoredMembersBefore, findMutedMembersBefore } from '@guildhall/projections/views/ignores/queries.js';
import type { NotificationDocument } from '@guildhall/projections/views/notifications/document.js';
import type { Policy } from '../policy/policy.js';
import type { Views } from '../stores/views.js';
import type { Vault } from '../vault/vault.js';
import { loadNotificationSettings } from './notification-choices.js';
import { findVisibleNotifications } from './notification-rows.js';

interface Dependencies {
  views: Views;
  policy: Policy;
  vault: Pick<Vault, 'findChoices'>;
}

/** A member whose notifications are shown or sent. */
export interface NotificationReader {
  actor: Actor & { userId: number };
  /** What these members do is neither shown nor sent, unless they do it as staff. Includes ignored members. */
  mutedMembers: ReadonlySet<number>;
  settings: NotificationSettings;
}

const maxMutedMembers = 1_000;
/** Members receive these even from staff whom they mute or ignore. */
const fromStaff: ReadonlySet<NotificationKind> = new Set(['moderation', 'report']);

export async function findNotificationReader(
  services: Dependencies,
  actor: NotificationReader['actor'],
): Promise<NotificationReader> {
  const hiddenMembers = await Promise.all(
    [findIgnoredMembersBefore, findMutedMembersBefore].map((membersBefore) =>
      membersBefore(services.views.store, actor.userId, null, maxMutedMembers),
    ),
  );
  const mutedMembers = new Set(hiddenMembers.flat().map(({ ignoredId }) => ignoredId));
  return { actor, mutedMembers, settings: await loadNotificationSettings(services, actor.userId) };
}

/** Without `isWanted`, returns the notifications that the member wants to see on the page. */
export async function filterVisible(
  services: Pick<Dependencies, 'views' | 'policy'>,
  { actor, mutedMembers, settings }: NotificationReader,
  foundNotifications: readonly NotificationDocument[],
  isWanted: (kind: NotificationKind) => boolean = (kind) => settings.page[kind],
): Promise<NotificationDocument[]> {
  const isMuted = ({ kind, actorId }: NotificationDocument) =>
    !fromStaff.has(kind) && actorId !== null && mutedMembers.has(actorId);
  const wantedNotifications = foundNotifications.filter(
    (notification) => isWanted(notification.kind) && !isMuted(notification),
  );
  return findVisibleNotifications(services, actor, wantedNotifications);
}
