/** How far a member has read in a thread, or has marked a whole place as read. Private. */
export interface ReadMark {
  /** `thread:<id>`, or the place: `section:<id>`, `subsection:<id>`. */
  key: string;
  /** Order of the last reply that was read; for a place, the position up to which everything is read. */
  order: string;
  /** Replies up to there, visible or not. */
  count: number;
  at: string;
}

export interface MemberMark extends ReadMark {
  userId: number;
}

export interface ReadMarkCalls {
  /**
   * Keeps the further mark of each key, and deletes these members' marks from before `keptSince`; on MongoDB at most
   * once an hour per member. On SQLite all marks are one commit.
   */
  markRead(marks: readonly MemberMark[], keptSince: string): Promise<void>;
  readMarks(userId: number, keys: readonly string[]): Promise<ReadMark[]>;
}
