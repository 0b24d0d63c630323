export const notificationKinds = [
  'reply',
  'mention',
  'quote',
  'solution',
  'wall',
  'follow',
  'moderation',
  'report',
] as const;
export type NotificationKind = (typeof notificationKinds)[number];

/** What a member can turn on and off. `watch` is for new posts in watched threads and places, `reply` for replies. */
export const choiceKinds = ['watch', ...notificationKinds] as const;
export type ChoiceKind = (typeof choiceKinds)[number];

export const emailFrequencies = ['at-once', 'hourly', 'daily', 'weekly', 'never'] as const;
export type EmailFrequency = (typeof emailFrequencies)[number];

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
  'solved',
  'unsolved',
] as const;
export type ThreadActionKind = (typeof threadActionKinds)[number];

/**
 * `latest` puts pinned threads first. `reactions` counts reactions to the opening post. `unanswered` sorts threads
 * without replies by creation.
 */
export const threadSorts = ['latest', 'newest', 'replies', 'reactions', 'unanswered'] as const;
export type ThreadSort = (typeof threadSorts)[number];

/** A member's own thread lists, across all places. */
export const ownThreadLists = ['unread', 'watched', 'mine'] as const;
export type OwnThreadList = (typeof ownThreadLists)[number];

export const auditAreas = [
  'staff',
  'structure',
  'theme',
  'settings',
  'games',
  'threads',
  'replies',
  'walls',
  'reports',
] as const;
export type AuditArea = (typeof auditAreas)[number];

export const reportStates = ['open', 'taken', 'resolved'] as const;
export const reportFilters = [...reportStates, 'pending'] as const;
export type ReportFilter = (typeof reportFilters)[number];

export const reportSubjectKinds = ['member', 'thread', 'post', 'wallpost'] as const;

/**
 * Notifications with the same key count as one and are marked as read together. Notifications that are not
 * grouped have an empty key.
 */
export function buildStaffActionKey(
  kind: NotificationKind,
  subject: { kind: string; id: number },
  threadId: number | null,
): string {
  if (kind !== 'moderation') return '';
  return threadId === null || subject.kind === 'thread'
    ? `${subject.kind}:${subject.id}`
    : `${subject.kind}s of thread:${threadId}`;
}
