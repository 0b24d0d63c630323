/** How far a member has read in a thread, or has marked a whole place as read. Private. */
export interface ReadMark {
  /** `thread:<id>`, or the place: `section:<id>`, `subsection:<id>`. */
  key: string;
  /** Order of the last reply that was read; of a place the position up to which everything is. */
  order: string;
  /** Of a thread: how many replies were posted up to there, visible or not. */
  count: number;
  at: string;
}

export interface ReadMarkCalls {
  /** Stores the farther of two marks of one key, and drops the user's marks from before `keptSince`. */
  markRead(userId: number, mark: ReadMark, keptSince: string): Promise<void>;
  readMarks(userId: number, keys: readonly string[]): Promise<ReadMark[]>;
}
