export interface PresentMember {
  userId: number;
  since: string;
  threads: readonly number[];
  /** The id of the thread that the member is writing in. */
  writing: number | null;
}

export interface GuestReaders {
  threadId: number;
  guests: number;
}

/** Contains one server's connections, except those of members who hide that they are online. */
export interface PresenceRow {
  id: string;
  writtenAt: string;
  members: readonly PresentMember[];
  guests: number;
  guestReaders: readonly GuestReaders[];
}

export interface PresenceCalls {
  savePresence(row: PresenceRow): Promise<void>;
  listPresence(writtenAfter: string, limit: number): Promise<PresenceRow[]>;
  removePresence(serverId: string): Promise<void>;
  prunePresence(writtenUpTo: string): Promise<void>;
}
