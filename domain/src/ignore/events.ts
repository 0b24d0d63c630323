/** Stream `ignore-<user>-<ignored>`. The ignored member's posts are collapsed and cause no notifications. */
export type IgnoreEvent =
  | { type: 'Ignored.v1'; data: { userId: number; ignoredId: number } }
  | { type: 'Unignored.v1'; data: { userId: number; ignoredId: number } };
