/** The kinds that distinguish rows, where more than the schemas need them. */

/** The kinds of notifications; each can be switched off. `reply`: new posts and threads in watched targets. */
export const notificationKinds = ['reply', 'mention', 'quote', 'wall', 'follow', 'moderation', 'report'] as const;
export type NotificationKind = (typeof notificationKinds)[number];

export const threadActionKinds = [
  'locked',
  'unlocked',
  'pinned',
  'unpinned',
  'moved',
  'renamed',
  'prefix-set',
  'prefix-changed',
  'prefix-removed',
] as const;
export type ThreadActionKind = (typeof threadActionKinds)[number];

/** The areas into which the actions of the staff fall. */
export const auditAreas = [
  'staff',
  'structure',
  'theme',
  'settings',
  'threads',
  'replies',
  'walls',
  'reports',
] as const;
export type AuditArea = (typeof auditAreas)[number];

export const reportStates = ['open', 'taken', 'resolved'] as const;
export type ReportStatus = (typeof reportStates)[number];

export const reportSubjectKinds = ['member', 'thread', 'post', 'wallpost'] as const;
