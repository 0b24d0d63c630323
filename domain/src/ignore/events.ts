/**
 * The events in the `ignore-<user>-<other>` stream. Posts by an ignored member are collapsed and cause no notifications.
 * Those by a muted member remain visible, but cause no notifications either. A member can be both.
 */
export type IgnoreEvent =
  | { type: 'Ignored.v1'; data: { userId: number; ignoredId: number } }
  | { type: 'Unignored.v1'; data: { userId: number; ignoredId: number } }
  | { type: 'MemberMuted.v1'; data: { userId: number; mutedId: number } }
  | { type: 'MemberUnmuted.v1'; data: { userId: number; mutedId: number } };
