export interface PresentMember {
  userId: number;
  since: string;
  threads: readonly number[];
  /** Contains the connections of one server, without members who hide that they are online. */
  writing: number | null;
}

export interface GuestReaders {
  threadId: number;
  guests: number;
}

/** All effects of events up to this position have been completed. */
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
