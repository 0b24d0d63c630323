/** Stream `ignore-<user>-<ignored>`: what the ignored writes is folded away for this member, and he is told of none of it. */
export type IgnoreEvent =
  | { type: 'Ignored.v1'; data: { userId: number; ignoredId: number } }
  | { type: 'Unignored.v1'; data: { userId: number; ignoredId: number } };
