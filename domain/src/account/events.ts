/**
 * The events in the `user-<id>` stream. They contain no personal data: names, addresses and passwords are in the
 * vault.
 */
export type AccountEvent =
  | { type: 'UserRegistered.v1'; data: { userId: number } }
  | { type: 'UserVerified.v1'; data: { userId: number } }
  | { type: 'SessionsEnded.v1'; data: { userId: number; sessionId: string | null } }
  /** The new values are in the vault. On this event, servers drop the user's cached data. */
  | { type: 'AccountChanged.v1'; data: { userId: number } }
  /** `texts` is true if everything the user wrote is erased too. */
  | { type: 'UserErased.v1'; data: { userId: number; texts: boolean } };
