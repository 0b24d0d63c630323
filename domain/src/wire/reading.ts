import type { AuthorFields } from './rest.js';

export type ThreadActKind = 'locked' | 'unlocked' | 'pinned' | 'unpinned' | 'moved' | 'renamed';

/** Something that was done to a thread: a line between its replies. */
export interface ThreadActRow {
  id: string;
  /** Stands between the orders of the replies. */
  order: string;
  kind: ThreadActKind;
  at: string;
  /** Null for the installation itself. */
  by: string | null;
  /** Of a move: the places as they are called now; null where the asking person may not see them. */
  from: string | null;
  to: string | null;
}

/** A deleted reply, for its author and for those who may restore it. */
export interface DeletedPostRow extends AuthorFields {
  id: number;
  order: string;
  content_html: string;
  created_at: string;
  deleted_at: string | null;
  deleted_by: string | null;
}

/** How far the asking person has read a thread. */
export interface ReadMarkRow {
  thread_id: number;
  /** Something stands here that he has not seen. */
  unread: boolean;
  /** All replies up to this order are read; null where he never opened it. */
  order: string | null;
  /** So many of the replies that stand are read; null where that is not known. */
  seen: number | null;
  /** Of the thread when this was answered: what is newer is unread too. */
  last_post_at: string;
}

/** How many of a place's newest threads have something new for the asking person. */
export interface PlaceUnreadRow {
  section_id: number;
  subsection_id: number | null;
  unread: number;
}

/** Of each place so many newest threads are looked at. */
export const unreadLooked = 10;
