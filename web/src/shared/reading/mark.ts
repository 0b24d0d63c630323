export const readAfterMs = 1_000;

export interface Mark {
  unread: boolean;
  /** Null if the thread was never opened. */
  order: string | null;
  /** Number of replies; null if unknown. */
  seen: number | null;
  /** Replies after this time are also unread. */
  at: string;
}

/** Covers only the place's newest threads. */
export interface PlaceMark {
  unread: number[];
  newestAt: string;
}
