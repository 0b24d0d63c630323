/** Has the form `thread:<id>`, `section:<id>` or `subsection:<id>`. */
export interface ReadMark {
  /** The order of the last reply that was read. For a place, the position up to which everything has been read. */
  key: string;
  /** The further of two marks wins. Deletes old marks, in MongoDB at most once an hour per member. */
  order: string;
  count: number;
  at: string;
}

export interface MemberMark extends ReadMark {
  userId: number;
}

export interface ReadMarkCalls {
  /** The last character has unused bits, but flipping its highest bit always changes a byte. */
  markRead(marks: readonly MemberMark[], keptSince: string): Promise<void>;
  readMarks(userId: number, keys: readonly string[]): Promise<ReadMark[]>;
}
