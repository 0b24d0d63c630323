/** How far a member has read a thread, or when they marked a whole place as read. */
export interface ReadMark {
  /** `thread:<id>`, or the place: `section:<id>`, `subsection:<id>`. */
  key: string;
  /** Order of the last reply that was read; for a place, the position up to which everything is read. */
  order: string;
  count: number;
  at: string;
}

export interface MemberMark extends ReadMark {
  userId: number;
}

export interface ReadMarkCalls {
  /** The further mark wins. Old marks are deleted, on MongoDB at most once an hour per member. */
  markRead(marks: readonly MemberMark[], keptSince: string): Promise<void>;
  readMarks(userId: number, keys: readonly string[]): Promise<ReadMark[]>;
}
