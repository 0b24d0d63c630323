/** How far somebody has read in a thread, or has declared all of a place as read. Nobody else's business. */
export interface ReadMark {
  /** `thread:<id>`, or the place: `section:<id>`, `subsection:<id>`. */
  key: string;
  /** Order of the last reply that was read; of a place the position up to which all is. */
  order: string;
  /** Of a thread: how many were posted up to there, standing or not. */
  count: number;
  at: string;
}

export interface ReadMarkCalls {
  /** Keeps the farther of two marks of one key, and drops the user's marks from before `keptSince`. */
  markRead(userId: number, mark: ReadMark, keptSince: string): Promise<void>;
  readMarks(userId: number, keys: readonly string[]): Promise<ReadMark[]>;
}
