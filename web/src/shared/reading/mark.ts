/** How long a text must be in view of a visible page to count as read. */
export const readAfterMs = 1_000;

/** How far the person has read a thread, as far as this page knows. */
export interface Mark {
  unread: boolean;
  /** Read up to this order; null where it was never opened. */
  order: string | null;
  /** The number of its replies that are read; null where that is not known. */
  seen: number | null;
  /** Replies newer than this are unread too. */
  at: string;
}

/** The unread threads of one place, among its newest. */
export interface PlaceMark {
  /** The newest activity last seen comes first. */
  unread: number[];
  /** The time of the newest post in the place that is counted; '' without one. */
  newestAt: string;
}
