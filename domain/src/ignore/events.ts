/**
 * Stream `ignore-<user>-<ignored>`: posts of the ignored are collapsed for this member, who gets no notifications of
 * them.
 */
export type IgnoreEvent =
  | { type: 'Ignored.v1'; data: { userId: number; ignoredId: number } }
  | { type: 'Unignored.v1'; data: { userId: number; ignoredId: number } };
