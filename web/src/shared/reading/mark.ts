export const readAfterMs = 1_000;

export interface Mark {
  unread: boolean;
  /** New posts do not make the thread unread. */
  muted?: boolean;
  /** Null if the thread has never been opened. */
  order: string | null;
  /** The number of replies. Null if it is unknown. */
  seen: number | null;
  /** Replies after this time are also unread. */
  at: string;
}

/** Covers only the place's newest threads. */
export interface PlaceMark {
  unread: number[];
  newestAt: string;
}
