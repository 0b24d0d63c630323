/** Records how far a member has read a thread, or when they marked a whole place as read. */
export interface ReadMark {
  /** `thread:<id>`, or for a place `section:<id>` or `subsection:<id>`. */
  key: string;
  /** Order of the last reply that was read. For a place, the position up to which everything is read. */
  order: string;
  count: number;
  at: string;
}

export interface MemberMark extends ReadMark {
  userId: number;
}

export interface ReadMarkCalls {
  /** The further of two marks wins. Deletes old marks, on MongoDB at most once an hour per member. */
  markRead(marks: readonly MemberMark[], keptSince: string): Promise<void>;
  readMarks(userId: number, keys: readonly string[]): Promise<ReadMark[]>;
}
