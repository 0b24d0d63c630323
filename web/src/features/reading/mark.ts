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
