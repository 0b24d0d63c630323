/** How long a text must be in view on a visible page. */
export const readAfterMs = 1_000;

export interface Mark {
  unread: boolean;
  /** Null if the thread was never opened. */
  order: string | null;
  /** Number of replies; null if unknown. */
  seen: number | null;
  /** Replies after this time are unread too. */
  at: string;
}

/** Only the newest threads of the place are checked. */
export interface PlaceMark {
  /** Newest activity first. */
  unread: number[];
  /** Time of the newest counted post; '' if there is none. */
  newestAt: string;
}
