import {
  topicLimit,
  type ClientToServer,
  type JoinRequest,
  type LiveRow,
  type ResyncMessage,
  type ServerToClient,
  type Topic,
  type TopicMessage,
} from '@guildhall/domain/wire/live.js';
import { isOlder, olderPosition } from './positions.js';

/** What a feature does with its topic. */
export interface TopicHandlers {
  rows: (rows: LiveRow[]) => void;
  /** What was missed cannot be told as rows: load again and `rejoin` with the new position. */
  resync: () => void;
}

export interface Listening {
  rejoin: (position: string | null) => void;
  stop: () => void;
}

/** The part of a Socket.IO client that is used here; a test gives a double. */
export interface LiveSocket {
  connected: boolean;
  on(event: 'topic', listener: ServerToClient['topic']): unknown;
  emit<Name extends keyof ClientToServer>(event: Name, ...args: Parameters<ClientToServer[Name]>): unknown;
}

interface JoinedTopic {
  topic: Topic;
  /** Null while the feature loads again: nothing to join with. */
  position: string | null;
  /** The backlog's end mark has come since the last join: messages advance the position. */
  caughtUp: boolean;
  joined: boolean;
  listeners: Set<TopicHandlers>;
}

export interface Topics {
  listen: (topic: Topic, position: string | null, handlers: TopicHandlers) => Listening;
  /** To be called at every connect: joins all topics with the positions that were kept. */
  joinAll: () => void;
}

/**
 * The topics of one connection: who listens, how far each is, and what to ask for after a break. Joins that are asked
 * for in one turn go out as one message; `soon` runs it at the turn's end.
 */
export function createTopics(socket: LiveSocket, soon: (run: () => void) => void = queueMicrotask): Topics {
  const entries = new Map<Topic, JoinedTopic>();
  const waiting = new Set<JoinedTopic>();
  socket.on('topic', (message) => {
    const entry = entries.get(message.topic);
    if (entry) receive(entry, message);
  });

  function join(wanted: Iterable<JoinedTopic>): void {
    const first = waiting.size === 0;
    for (const entry of wanted) waiting.add(entry);
    if (first) soon(joinWaiting);
  }

  function joinWaiting(): void {
    const ready = [...waiting]
      .filter((entry) => entry.position !== null && entry.listeners.size > 0)
      .sort((one, other) => rank(one.topic) - rank(other.topic))
      .slice(0, topicLimit);
    waiting.clear();
    if (!socket.connected || ready.length === 0) return;
    for (const entry of ready) entry.caughtUp = false;
    const requests = ready.map(({ topic, position }): JoinRequest => ({ topic, position: position ?? '' }));
    socket.emit('join', requests, (results) => {
      ready.forEach((entry, index) => {
        if (results[index] === 'refused') refuse(entry);
        else entry.joined = true;
      });
    });
  }

  function listen(topic: Topic, position: string | null, handlers: TopicHandlers): Listening {
    const entry = entries.get(topic) ?? { topic, position: null, caughtUp: false, joined: false, listeners: new Set() };
    entries.set(topic, entry);
    entry.listeners.add(handlers);
    const rejoin = (from: string | null) => {
      entry.position = olderPosition(entry.position, from);
      join([entry]);
    };
    rejoin(position);
    return { rejoin, stop: () => leave(entry, handlers) };
  }

  function leave(entry: JoinedTopic, handlers: TopicHandlers): void {
    if (!entry.listeners.delete(handlers) || entry.listeners.size > 0) return;
    entries.delete(entry.topic);
    if (socket.connected) socket.emit('leave', [entry.topic]);
  }

  return { listen, joinAll: () => join(entries.values()) };
}

/** What every page needs comes first: the server takes no more than so many topics of a connection. */
const rank = (topic: Topic): number => (topic === 'site' || topic.startsWith('member:') ? 0 : 1);

function receive(entry: JoinedTopic, message: TopicMessage | ResyncMessage): void {
  if ('resync' in message) return resync(entry);
  for (const { rows } of entry.listeners) rows(message.rows);
  if (message.end) entry.caughtUp = true;
  if (!entry.caughtUp || entry.position === null) return;
  if (!isOlder(message.position, entry.position)) entry.position = message.position;
}

/** Refused after having been joined: rights have changed, and the page must see what is left of it. */
function refuse(entry: JoinedTopic): void {
  if (entry.joined) resync(entry);
}

function resync(entry: JoinedTopic): void {
  entry.position = null;
  entry.caughtUp = false;
  entry.joined = false;
  for (const listener of entry.listeners) listener.resync();
}
