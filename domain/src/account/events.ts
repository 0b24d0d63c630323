/** Stream `user-<id>`. Nothing personal: names, addresses and passwords are in the vault. */
export type AccountEvent =
  | { type: 'UserRegistered.v1'; data: { userId: number } }
  | { type: 'UserVerified.v1'; data: { userId: number } }
  /** One session, or every session of the user where `sessionId` is null. */
  | { type: 'SessionsEnded.v1'; data: { userId: number; sessionId: string | null } }
  /** Name, address or picture: the values are in the vault, servers drop what they cached. */
  | { type: 'AccountChanged.v1'; data: { userId: number } }
  /** `texts`: what the user wrote is erased too. */
  | { type: 'UserErased.v1'; data: { userId: number; texts: boolean } };
