export interface PresentMember {
  userId: number;
  since: string;
  threads: readonly number[];
  /** The thread in which the member is writing. */
  writing: number | null;
}

export interface GuestReaders {
  threadId: number;
  guests: number;
}

/** The connections of one server. Members who hide that they are online are not in it. */
export interface PresenceRow {
  id: string;
  writtenAt: string;
  members: readonly PresentMember[];
  guests: number;
  guestReaders: readonly GuestReaders[];
}

export interface PresenceCalls {
  savePresence(row: PresenceRow): Promise<void>;
  presence(writtenAfter: string, limit: number): Promise<PresenceRow[]>;
  removePresence(serverId: string): Promise<void>;
  prunePresence(writtenUpTo: string): Promise<void>;
}
