import type { WatchLevel, WatchTarget } from '../watch/events.js';
import type { AuthorFields } from './rest.js';

/** What one can be told of; each can be switched off. `reply` are the new replies and threads of what one watches. */
export const noticeKinds = ['reply', 'mention', 'quote', 'wall', 'follow', 'moderation', 'report'] as const;
export type NoticeKind = (typeof noticeKinds)[number];
/** The kinds of notices that are kept one by one. */
export type ToldKind = Exclude<NoticeKind, 'reply'>;

/** What a notice is about. */
export interface NoticeSubject {
  kind: 'thread' | 'post' | 'wallpost' | 'report' | 'member';
  id: number;
}

/** One thing that somebody is told of; `user_id` and what follows it are who did it. */
export interface NoticeRow extends Partial<AuthorFields> {
  /** `<position>:<person>` */
  id: string;
  kind: ToldKind;
  subject: NoticeSubject;
  thread: { id: number; title: string } | null;
  /** Of `moderation`: what was done, as the kind of its event. */
  act: string | null;
  /** The profile on whose wall it is, of `wall`. */
  wall_of: string | null;
  at: string;
  read: boolean;
}

/** A watched thread in which somebody else wrote since one read it. */
export interface WatchedThreadRow {
  thread_id: number;
  title: string;
  last_post_at: string;
  last_username: string;
}

/** `GET /notifications`: the newest notices, and, on the first page, the watched threads with news. */
export interface NoticesAnswer {
  unread: number;
  threads: WatchedThreadRow[];
  notices: NoticeRow[];
}

/** Which kinds one is told of. */
export type NoticeChoices = Record<NoticeKind, boolean>;

/** What one watches or muted by his own choice. */
export interface WatchRow extends WatchTarget {
  level: WatchLevel | null;
  /** Of the thread or place. */
  title: string;
}

/** How one watches a thread or place, and whether one is told of what is written there. */
export interface WatchAnswer {
  level: WatchLevel | null;
  tells: boolean;
}
