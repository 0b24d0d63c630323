import type { Emoji } from '../reaction/emoji.js';
import type { AuthorFields } from './rest.js';

/** A member as lists of people show him. */
export interface PersonRow {
  id: number;
  /** '[deleted]' when the account is gone. */
  username: string;
  avatar_url: string | null;
  /** Name of the role when it is not Member, else null. */
  role: string | null;
}

export interface ProfileUser extends PersonRow {
  created_at: string;
  /** Threads and replies that stand. */
  post_count: number;
}

/** A reply to a wall post. */
export interface WallReplyRow {
  id: number;
  pos: string;
  post_id: number;
  user_id: number;
  user_name: string;
  user_avatar: string | null;
  /** '[erased]' when the author's texts are gone. */
  content: string;
  content_html: string;
  created_at: string;
  /** Rank among the replies: ascending in the order of posting; compare as strings. */
  order: string;
}

/** A post on somebody's wall, with its newest replies, oldest first. */
export interface WallPostRow {
  id: number;
  pos: string;
  owner_id: number;
  author_id: number;
  author_name: string;
  author_avatar: string | null;
  content: string;
  content_html: string;
  created_at: string;
  order: string;
  reply_count: number;
  replies: WallReplyRow[];
}

/** So many replies come with a wall post; the others are asked for. */
export const repliesShown = 5;

export interface Profile {
  user: ProfileUser;
  followers: number;
  following: number;
  /** The wall's posts, newest first; the next page is in the `Link` header. */
  posts: WallPostRow[];
  /** Whether the asking person follows. */
  isFollowing: boolean;
}

/** A thread that somebody began, or a reply of his. */
export interface ActivityRow {
  kind: 'thread' | 'post';
  id: number;
  thread_id: number;
  section_id: number;
  subsection_id: number | null;
  /** Of the thread. */
  title: string;
  /** Without markup, cut at 170 characters and '...'. */
  content: string;
  created_at: string;
  order: string;
}

/** Somebody who reacted to a text. */
export interface ReactionRow extends AuthorFields {
  emoji: Emoji;
  at: string;
}

/** A text as one of its edits left it. */
export interface TextVersion {
  version: number;
  /** Of a thread. */
  title?: string;
  content: string;
  at: string;
  by: { id: number; username: string };
}
