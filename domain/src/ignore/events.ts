/**
 * The events of the stream `ignore-<user>-<ignored>`. Posts by the ignored member are collapsed and cause no
 * notifications.
 */
export type IgnoreEvent =
  | { type: 'Ignored.v1'; data: { userId: number; ignoredId: number } }
  | { type: 'Unignored.v1'; data: { userId: number; ignoredId: number } };
