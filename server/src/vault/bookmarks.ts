export type BookmarkKind = 'thread' | 'post';

export interface Bookmark {
  /** The id has the form `<user> <kind> <target>`. */
  id: string;
  userId: number;
  kind: BookmarkKind;
  targetId: number;
  threadId: number;
  /** Sealed with the member's key. */
  note: string | null;
  createdAt: string;
  /** Sorts a member's bookmarks by creation, even within one millisecond. */
  order: string;
  /** Null if there is no reminder or the member has seen it. */
  remindAt: string | null;
}

export interface BookmarkCalls {
  /**
   * If the bookmark already exists, its creation time does not change.
   * @returns false if the member already has `max` bookmarks
   */
  saveBookmark(bookmark: Bookmark, max: number): Promise<boolean>;
  removeBookmark(id: string): Promise<boolean>;
  /** Returns the newest bookmarks first. */
  findBookmarksBefore(userId: number, beforeOrder: string | null, limit: number): Promise<Bookmark[]>;
  findBookmarksInThread(userId: number, threadId: number): Promise<Bookmark[]>;
  /** Returns the member's due reminders, oldest first. */
  findDueReminders(userId: number, now: string, limit: number): Promise<Bookmark[]>;
  findRemindersBetween(after: string, upTo: string, limit: number): Promise<Bookmark[]>;
  /** Ends a reminder only if it is still set to this time. */
  endReminder(id: string, remindAt: string): Promise<boolean>;
}
