/** How long a text must be in view on a visible page to count as read. */
export const readAfterMs = 1_000;

/** How far the person has read a thread, as far as this page has loaded it. */
export interface Mark {
  unread: boolean;
  /** Read up to this order; null if the thread was never opened. */
  order: string | null;
  /** Number of replies read; null if unknown. */
  seen: number | null;
  /** Replies after this time are unread too. */
  at: string;
}

/** The unread threads of one place, among its newest. */
export interface PlaceMark {
  /** Sorted by activity, newest first. */
  unread: number[];
  /** Time of the newest post counted in the place; '' if there is none. */
  newestAt: string;
}
