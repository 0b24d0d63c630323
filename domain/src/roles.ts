/** Whatever its limit, a game server never grants or revokes a role that has one of these keys. */
export const staffKeys = [
  'manage_roles',
  'delete_accounts',
  'ban_accounts',
  'edit_theme',
  'access_admin_panel',
  'view_all_users',
] as const;

export const permissionKeys = [
  ...staffKeys,
  'view_forums',
  'create_topics',
  'comment',
  'sticky_topics',
  'lock_topics',
  'delete_topics',
  'moderate_comments',
] as const;

export type PermissionKey = (typeof permissionKeys)[number];

/** The ids, names and keys are fixed. Everyone without another role is a Member. */
export const adminRole = { id: 1, name: 'Admin', keys: permissionKeys as readonly PermissionKey[] } as const;
export const memberRole = {
  id: 2,
  name: 'Member',
  keys: ['view_forums', 'create_topics', 'comment'] as readonly PermissionKey[],
} as const;
/**
 * Represents visitors who are not logged in. The role exists only for permission entries: no member has it, and no list
 * contains it.
 */
export const guestRole = { id: 3, name: 'Guests', keys: ['view_forums'] as readonly PermissionKey[] } as const;
