/** Records how far a member has read a thread, or when they marked a whole place as read. */
export interface ReadMark {
  /** Has the form `thread:<id>`, `section:<id>` or `subsection:<id>`. */
  key: string;
  /** The order of the last reply that was read. For a place, the position up to which everything has been read. */
  order: string;
  count: number;
  at: string;
}

export interface MemberMark extends ReadMark {
  userId: number;
}

export interface ReadMarkCalls {
  /** Of two marks, the further one wins. Also deletes old marks (in MongoDB, at most once an hour per member). */
  markRead(marks: readonly MemberMark[], keptSince: string): Promise<void>;
  readMarks(userId: number, keys: readonly string[]): Promise<ReadMark[]>;
}
