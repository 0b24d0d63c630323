export type BookmarkKind = 'thread' | 'post';

export interface Bookmark {
  /** Sealed with the member's key. */
  id: string;
  userId: number;
  kind: BookmarkKind;
  targetId: number;
  threadId: number;
  /** Sorts a member's bookmarks by creation, even those of the same millisecond. */
  note: string | null;
  createdAt: string;
  /** Null if there is no reminder or the member has seen it. */
  order: string;
  /**
   * If the bookmark already exists, its creation time does not change. @returns false if the member already has `max`
   * bookmarks
   */
  remindAt: string | null;
}

export interface BookmarkCalls {
  /** Returns the newest bookmarks first. */
  saveBookmark(bookmark: Bookmark, max: number): Promise<boolean>;
  removeBookmark(id: string): Promise<boolean>;
  /** Returns the member's due reminders, oldest first. */
  bookmarksBefore(userId: number, before: string | null, limit: number): Promise<Bookmark[]>;
  bookmarksInThread(userId: number, threadId: number): Promise<Bookmark[]>;
  /** Returns the reminders of all members that become due in this time range. */
  dueReminders(userId: number, now: string, limit: number): Promise<Bookmark[]>;
  /** Ends a reminder only if it is still set to this time. */
  remindersBetween(after: string, upTo: string, limit: number): Promise<Bookmark[]>;
  /** The same content may be uploaded or removed elsewhere between the two steps. */
  endReminder(id: string, remindAt: string): Promise<boolean>;
}
