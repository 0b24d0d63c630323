import type { PlaceFlags } from '../permissions.js';
import type { ReactionCounts } from '../reaction/emoji.js';
import type { PermissionKey } from '../roles.js';

/**
 * The shapes that the REST calls answer and the sockets push. A row that can be pushed is the same for everybody.
 * Times are ISO 8601 in UTC; `pos` is the position of the event that last changed the row: keep the newer.
 */
export interface AuthorFields {
  user_id: number;
  /** '[deleted]' when the account is gone. */
  username: string;
  avatar_url: string | null;
  /** Name of the role when it is not Member, else null. */
  role: string | null;
}

/** What readers may say of a text, and its editors must have seen. */
export interface TextFields {
  /** The same for everybody: what is mine is asked apart. */
  reactions: ReactionCounts;
  /** 1, and one more with every edit: what `If-Match` names. */
  version: number;
}

export interface ThreadRow extends AuthorFields, TextFields {
  id: number;
  pos: string;
  section_id: number;
  subsection_id: number | null;
  /** '[erased]' when the author's texts are gone. */
  title: string;
  content: string;
  content_html: string;
  locked: boolean;
  sticky: boolean;
  created_at: string;
  edited_at: string | null;
  reply_count: number;
  /** Of the newest reply that stands, else of the thread. */
  last_post_at: string;
  last_user_id: number;
  last_username: string;
}

/** A thread in a list: `content` is its text without markup, cut at 170 characters and '...'. */
export type ThreadSummary = Omit<ThreadRow, 'content_html'>;

export interface PostRow extends AuthorFields, TextFields {
  id: number;
  pos: string;
  thread_id: number;
  content: string;
  content_html: string;
  created_at: string;
  edited_at: string | null;
  /** Rank within the thread: ascending in the order of posting; compare as strings. */
  order: string;
  /** How many were posted in the thread before it, standing or not. */
  number: number;
}

/** What stands in a place, the same for all who may view it. */
export interface PlaceCounts {
  thread_count: number;
  /** Threads and replies; those of a section's subsections are counted there. */
  post_count: number;
  last_thread: LastThread | null;
}

export interface SubsectionRow extends PlaceCounts {
  id: number;
  section_id: number;
  name: string;
  display_name: string;
  description: string;
  icon: string;
  /** What the asking person may here. */
  can: PlaceFlags;
  /** Of its facts: what `If-Match` names. */
  version: number;
  /** In the list that Admins may ask for with what was deleted. */
  deleted?: true;
}

export interface SectionRow extends Omit<SubsectionRow, 'section_id'> {
  allow_threads_direct: boolean;
  subcategories: SubsectionRow[];
}

export interface LastThread {
  id: number;
  title: string;
  user_id: number;
  username: string;
  at: string;
}

export interface Me {
  id: number;
  username: string;
  email: string;
  verified: boolean;
  banned: boolean;
  is_admin: boolean;
  role: string;
  role_id: number;
  permissions: PermissionKey[];
  avatar_url: string | null;
  created_at: string;
  /** Whether the login asks for a code too. */
  two_step: boolean;
}

/** Something that a search found. Of a member all that belongs to texts is null, and the title is his name. */
export interface SearchHit extends AuthorFields {
  kind: 'thread' | 'post' | 'member';
  id: number;
  thread_id: number | null;
  section_id: number | null;
  subsection_id: number | null;
  /** Of the thread, also of a reply. */
  title: string;
  /** Of a thread with `<mark>` around what was looked for. */
  title_html: string;
  /** A piece of the text without its markup, with `<mark>` around what was looked for; '' of a member. */
  snippet_html: string;
  created_at: string;
  /** As the reply's `order`: rises with time. */
  order: string | null;
}

export interface SearchAnswer {
  results: SearchHit[];
  /** False while the index is still being filled, or waits: then there may be more than was found. */
  complete: boolean;
}

/** Every write. `error` is there instead of `success: true` when it is refused. */
export interface WriteAnswer {
  success: true;
  id?: number;
  message?: string;
  /** The views do not show the change yet. */
  stale?: true;
  /** Of an act of the staff: the ids by which its events can be undone. */
  acts?: string[];
}

export interface RefusalAnswer {
  error: string;
  /** From the table of refusals. */
  code: string;
  /** The refused field of the input, where it is one. */
  field?: string;
  /** Of a ban, told at the login: why, until when, and a token to appeal with, good for a day and used once. */
  reason?: string | null;
  until?: string | null;
  appeal_token?: string;
}

/** Every answer that reads views or writes carries its position: `<history>.<position>`, as the live topics use it. */
export const positionHeader = 'guildhall-position';
/** Of a list that is counted: how many rows there are on all its pages. */
export const totalHeader = 'guildhall-total';
/** Sent with a write: the same key again is the same command, done once. */
export const idempotencyHeader = 'idempotency-key';
