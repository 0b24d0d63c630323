import type { SiteAction } from '../permissions.js';
import type { WallPostRow, WallReplyRow } from './profiles.js';
import type { PlaceCounts, PostRow, ThreadRow, ThreadSummary } from './rest.js';
import type { PlayersRow, SiteRow } from './site.js';

/**
 * The live protocol over one Socket.IO connection. A browser joins topics with the position of its page and gets what
 * it missed, an end mark, and from then on every change. Positions are `<history>.<position>`, opaque to the browser
 * but for comparison within one history: another one begins when an older backup of the log is restored.
 */
export type Topic =
  | typeof siteTopic
  | `thread:${number}`
  | `section:${number}`
  | `subsection:${number}`
  /** A member's wall and numbers. */
  | `profile:${number}`
  /** One's own: what this member alone is told. */
  | `member:${number}`
  | StaffTopic;

/** Lists of the staff, each with the act that one must be allowed to do to hear of them. */
export const staffTopics = {
  audit: 'view-audit',
  users: 'view-users',
  reports: 'handle-reports',
} as const satisfies Record<string, SiteAction>;
export type StaffTopic = keyof typeof staffTopics;

/**
 * What every page shows of the site. It is joined with the position of the sections: what it is called, how it looks
 * and how many play comes whole with every join, and a change of the structure is told as load again.
 */
export const siteTopic = 'site';

/** A row as REST gives it, or the news that it is not to be seen in this topic (any more). */
export type LiveRow =
  | ({ kind: 'post' } & PostRow)
  | ({ kind: 'thread' } & ThreadRow)
  /** A thread's row in a list, and its counts on its own page, where a reply changes nothing else. */
  | ({ kind: 'summary' } & ThreadSummary)
  /** In the topic of a section or subsection, beside the thread that changed: what stands in it now. */
  | ({ kind: 'place' } & PlaceNumbers)
  | ({ kind: 'wallpost' } & WallPostRow)
  | ({ kind: 'wallreply' } & WallReplyRow)
  | ({ kind: 'profile' } & ProfileNumbers)
  | ({ kind: 'site' } & SiteRow)
  /** In the site's topic: what a member is called and looks like from here on, in every row that names him. */
  | ({ kind: 'member' } & MemberNames)
  /** Not in the log: newer is what comes later. */
  | ({ kind: 'players' } & PlayersRow)
  /** A member's notifications, watches or choices have changed: what they are now is asked for. */
  | { kind: 'told'; id: number; pos: string }
  /** In one's own topic: whether one follows the member with this id now. */
  | { kind: 'follows'; id: number; pos: string; follows: boolean }
  /** Something in a list of the staff has changed, of the user or report with this id: the list is asked for again. */
  | { kind: 'news'; id: number; pos: string }
  /** How many connections read a thread on this server. Not in the log: newer is what comes later. */
  | { kind: 'readers'; id: number; pos: string; readers: number }
  | { kind: LiveKind; id: number; pos: string; removed: true };

/** What can be gone. */
export type LiveKind = 'post' | 'thread' | 'summary' | 'wallpost' | 'wallreply';

/** `id`: of the section or subsection. */
export interface PlaceNumbers extends PlaceCounts {
  id: number;
  pos: string;
}

/** The numbers on a profile. */
export interface ProfileNumbers {
  id: number;
  pos: string;
  followers: number;
  following: number;
  post_count: number;
}

/** As rows show a member beside what he wrote. */
export interface MemberNames {
  id: number;
  pos: string;
  /** '[deleted]' when the account is gone. */
  username: string;
  avatar_url: string | null;
  /** Name of the role when it is not Member, else null. */
  role: string | null;
}

export interface TopicMessage {
  topic: Topic;
  /** Everything up to here that belongs to the topic has been sent. */
  position: string;
  rows: LiveRow[];
  /** Ends the backlog after a join: only from here on do messages advance the topic's position. */
  end?: true;
}

/** The page must be loaded again: what was missed cannot be told as rows. */
export interface ResyncMessage {
  topic: Topic;
  resync: true;
}

export interface ServerToClient {
  topic: (message: TopicMessage | ResyncMessage) => void;
  /** The session of this connection has ended: the server closes it next; or had ended before, and it is a guest's. */
  ended: (message: { reason: 'logged-out' | 'erased' | 'banned' }) => void;
}

export interface JoinRequest {
  topic: Topic;
  position: string;
}

export interface ClientToServer {
  /** Answers per topic whether it was joined; a topic that the person may not view is 'refused'. */
  join: (topics: JoinRequest[], answer: (results: ('joined' | 'refused')[]) => void) => void;
  leave: (topics: Topic[]) => void;
}

/** At most so many topics a connection. */
export const topicLimit = 50;

const topicPattern = /^(thread|section|subsection|profile|member):([1-9]\d{0,15})$/;

export type TopicKind = 'site' | 'thread' | 'section' | 'subsection' | 'profile' | 'member' | StaffTopic;

/** @returns null for anything that is not a topic; the site and the lists of the staff have the id 0. */
export function parseTopic(text: unknown): { kind: TopicKind; id: number } | null {
  if (text === siteTopic) return { kind: 'site', id: 0 };
  if (isStaffTopic(text)) return { kind: text, id: 0 };
  const match = typeof text === 'string' ? topicPattern.exec(text) : null;
  if (!match) return null;
  const id = Number(match[2]);
  return Number.isSafeInteger(id) ? { kind: match[1] as TopicKind, id } : null;
}

export const isStaffTopic = (text: unknown): text is StaffTopic =>
  typeof text === 'string' && Object.hasOwn(staffTopics, text);

/** Splits `<log>.<position>`; null when it is neither. */
export function parsePosition(text: unknown): { log: string; position: string } | null {
  const match = typeof text === 'string' ? /^([0-9a-f]{8})\.(\d{20})$/.exec(text) : null;
  return match ? { log: match[1] as string, position: match[2] as string } : null;
}
