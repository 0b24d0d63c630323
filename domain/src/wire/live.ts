import type { PostRow, ThreadRow, ThreadSummary } from './rest.js';
import type { PlayersRow, SiteRow } from './site.js';

/**
 * The live protocol over one Socket.IO connection. A browser joins topics with the position of its page and gets what
 * it missed, an end mark, and from then on every change. Positions are `<log>.<position>`, opaque to the browser
 * but for comparison within one log.
 */
export type Topic =
  | typeof siteTopic
  | `thread:${number}`
  | `section:${number}`
  | `subsection:${number}`
  /** One's own: what this member alone is told. */
  | `member:${number}`;

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
  | ({ kind: 'site' } & SiteRow)
  /** Not in the log: newer is what comes later. */
  | ({ kind: 'players' } & PlayersRow)
  /** A member's notifications, watches or choices have changed: what they are now is asked for. */
  | { kind: 'told'; id: number; pos: string }
  | { kind: LiveKind; id: number; pos: string; removed: true };

export type LiveKind = 'post' | 'thread' | 'summary';

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
  /** The session of this connection has ended; the server closes it next. */
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

const topicPattern = /^(thread|section|subsection|member):([1-9]\d{0,15})$/;

export type TopicKind = 'site' | 'thread' | 'section' | 'subsection' | 'member';

/** @returns null for anything that is not a topic; the site has the id 0. */
export function parseTopic(text: unknown): { kind: TopicKind; id: number } | null {
  if (text === siteTopic) return { kind: 'site', id: 0 };
  const match = typeof text === 'string' ? topicPattern.exec(text) : null;
  if (!match) return null;
  const id = Number(match[2]);
  return Number.isSafeInteger(id) ? { kind: match[1] as TopicKind, id } : null;
}

/** Splits `<log>.<position>`; null when it is neither. */
export function parsePosition(text: unknown): { log: string; position: string } | null {
  const match = typeof text === 'string' ? /^([0-9a-f]{8})\.(\d{20})$/.exec(text) : null;
  return match ? { log: match[1] as string, position: match[2] as string } : null;
}
