import { adminRole, guestRole, memberRole, type PermissionKey } from './roles.js';

/** A guest has no `userId`. */
export interface Actor {
  userId: number | null;
  roleId: number;
  keys: ReadonlySet<PermissionKey>;
  /** The caller uses an API key. */
  isProgram?: true;
  /** Set only for game servers, which can ban members and assign roles up to this role. */
  limit?: { roleId: number; keys: ReadonlySet<PermissionKey> };
}

export const guest: Actor = { userId: null, roleId: guestRole.id, keys: new Set(guestRole.keys) };

export const placeFlags = ['can_view', 'can_post', 'can_reply', 'can_delete_post', 'can_emoji_react'] as const;
export type PlaceFlag = (typeof placeFlags)[number];
export type PlaceFlags = Readonly<Record<PlaceFlag, boolean>>;

export interface PermissionEntry extends PlaceFlags {
  roleId: number;
}

export interface PlaceEntries {
  section: readonly PermissionEntry[];
  /** Null if the place is the section itself. */
  subsection: readonly PermissionEntry[] | null;
}

/**
 * Permissions to view, post, reply and react restrict access. The nearest place takes precedence, and within a place,
 * the role's own entry takes precedence over Member's. Without an entry, the action is allowed. The permission to
 * delete replies extends access, so only the role's own entry grants it. A guest entry sets only `can_view`. Guests'
 * other flags are Member's, so that pages invite guests to log in only where members can write.
 */
export function resolveFlags(actor: Pick<Actor, 'roleId' | 'keys'>, entries: PlaceEntries): PlaceFlags {
  if (isAdmin(actor)) return allFlags;
  const nearestFirst = entries.subsection === null ? [entries.section] : [entries.subsection, entries.section];
  const isAllowed = (flag: PlaceFlag) => {
    const roleId = actor.roleId === guestRole.id && flag !== 'can_view' ? memberRole.id : actor.roleId;
    for (const place of nearestFirst) {
      const entry = findEntry(place, roleId) ?? findEntry(place, memberRole.id);
      if (entry) return entry[flag];
    }
    return true;
  };
  const canSeeSection =
    (findEntry(entries.section, actor.roleId) ?? findEntry(entries.section, memberRole.id))?.can_view ?? true;
  return {
    can_view: actor.keys.has('view_forums') && canSeeSection && isAllowed('can_view'),
    can_post: isAllowed('can_post'),
    can_reply: isAllowed('can_reply'),
    can_emoji_react: isAllowed('can_emoji_react'),
    can_delete_post:
      nearestFirst.map((place) => findEntry(place, actor.roleId)).find((entry) => entry)?.can_delete_post ?? false,
  };
}

const allFlags: PlaceFlags = {
  can_view: true,
  can_post: true,
  can_reply: true,
  can_delete_post: true,
  can_emoji_react: true,
};

function findEntry(entries: readonly PermissionEntry[], roleId: number): PermissionEntry | undefined {
  return entries.find((entry) => entry.roleId === roleId);
}

export function isAdmin(actor: Pick<Actor, 'roleId'>): boolean {
  return actor.roleId === adminRole.id;
}

export function canSeeAdminArea(actor: Actor): boolean {
  return actor.userId !== null && (isAdmin(actor) || actor.keys.has('access_admin_panel'));
}

export const actions = [
  'view',
  'create-thread',
  'reply',
  'react',
  'edit-thread',
  'delete-thread',
  'lock-thread',
  'stick-thread',
  'move-thread',
  'restore-thread',
  'mark-solution',
  'edit-reply',
  'delete-reply',
  'restore-reply',
] as const;
export type Action = (typeof actions)[number];

/** Maps each action to the permission it requires, to `admin` for Admins only, or to `login` for every member. */
export const siteActions = {
  'manage-structure': 'admin',
  'manage-settings': 'admin',
  'manage-keys': 'admin',
  'manage-game-servers': 'admin',
  'view-audit': 'admin',
  'view-mails': 'admin',
  'manage-projections': 'admin',
  'manage-uploads': 'admin',
  'manage-roles': 'manage_roles',
  'view-users': 'view_all_users',
  ban: 'ban_accounts',
  erase: 'delete_accounts',
  'edit-theme': 'edit_theme',
  'handle-reports': 'moderate_comments',
  'moderate-walls': 'moderate_comments',
  'view-edit-history': 'moderate_comments',
  follow: 'login',
  'write-on-wall': 'login',
  'file-report': 'login',
} as const satisfies Record<string, PermissionKey | 'admin' | 'login'>;
export type SiteAction = keyof typeof siteActions;

export interface Target {
  flags: PlaceFlags;
  authorId?: number;
  locked?: boolean;
  destination?: PlaceFlags;
}

/** The only permission check. The server enforces it, and live rows and the web client show its result. */
export function can(actor: Actor, action: SiteAction): boolean;
export function can(actor: Actor, action: Action, target: Target): boolean;
export function can(actor: Actor, action: Action | SiteAction, target?: Target): boolean {
  if (action in siteActions) return canOnSite(actor, action as SiteAction);
  return target !== undefined && canInPlace(actor, action as Action, target);
}

function canOnSite(actor: Actor, action: SiteAction): boolean {
  const requiredKey = siteActions[action];
  if (actor.userId === null) return false;
  return requiredKey === 'login' || isAdmin(actor) || (requiredKey !== 'admin' && actor.keys.has(requiredKey));
}

function canInPlace(actor: Actor, action: Action, target: Target): boolean {
  if (!target.flags.can_view) return false;
  if (action === 'view') return true;
  if (actor.userId === null) return false;
  const has = (key: PermissionKey) => actor.keys.has(key);
  const isOwn = target.authorId === actor.userId;
  const destination = target.destination ?? target.flags;
  switch (action) {
    case 'create-thread':
      return has('create_topics') && target.flags.can_post;
    case 'reply':
      return has('comment') && target.flags.can_reply && (!target.locked || has('lock_topics'));
    case 'react':
      return target.flags.can_emoji_react;
    case 'edit-thread':
    case 'delete-thread':
      return isOwn || has('delete_topics');
    case 'lock-thread':
      return has('lock_topics');
    case 'stick-thread':
      return has('sticky_topics');
    case 'move-thread':
    case 'restore-thread':
      return has('delete_topics') && destination.can_view && destination.can_post;
    case 'mark-solution':
      return isOwn || has('moderate_comments');
    case 'edit-reply':
      return isOwn || has('delete_topics') || has('moderate_comments');
    case 'delete-reply':
      return isOwn || has('delete_topics') || has('moderate_comments') || target.flags.can_delete_post;
    case 'restore-reply':
      return has('delete_topics') || has('moderate_comments');
  }
}
