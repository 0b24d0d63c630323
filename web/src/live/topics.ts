import type {
  ClientToServer,
  JoinRequest,
  ResyncMessage,
  ServerToClient,
  TopicMessage,
} from '@guildhall/domain/wire/schemas/live/messages.js';
import type { LiveRow } from '@guildhall/domain/wire/schemas/live/rows.js';
import { type Topic, maxTopics } from '@guildhall/domain/wire/topics.js';
import { isOlder, getOlderPosition } from './positions.js';

export interface TopicHandlers {
  rows: (rows: LiveRow[]) => void;
  resync: (urgent?: boolean) => void;
}

export interface TopicSubscription {
  rejoin: (position: string | null) => void;
  stop: () => void;
}

export interface LiveSocket {
  connected: boolean;
  on(event: 'topic', listener: ServerToClient['topic']): unknown;
  emit<Name extends keyof ClientToServer>(event: Name, ...args: Parameters<ClientToServer[Name]>): unknown;
}

interface JoinedTopic {
  topic: Topic;
  /** Null during a reload because there is no position to join at. */
  position: string | null;
  /** True if the end of the backlog has arrived since the last join, so that messages advance the position. */
  caughtUp: boolean;
  listeners: Set<TopicHandlers>;
}

export interface Topics {
  listen: (topic: Topic, position: string | null, handlers: TopicHandlers) => TopicSubscription;
  /** Joins all topics at their stored positions. Must be called on every connect. */
  joinAll: () => void;
  loadOlder: (position: string) => void;
}

/** How long a page waits before it retries if it is refused again after a reload. */
const refusedDelayMs = 30_000;

/** Joins requested in the same tick are sent as one message. `schedule` runs the callback at the end of the tick. */
export function createTopics(socket: LiveSocket, schedule: (run: () => void) => void = queueMicrotask): Topics {
  const entries = new Map<Topic, JoinedTopic>();
  const waitingEntries = new Set<JoinedTopic>();
  const leavingTopics = new Set<Topic>();
  const refusals = trackRefusals((entry) => entries.get(entry.topic) === entry);
  socket.on('topic', (message) => {
    const entry = entries.get(message.topic);
    if (entry) receive(entry, message);
  });

  const join = createBatch(schedule, waitingEntries, joinWaiting);
  const leaveSoon = createBatch(schedule, leavingTopics, sendLeaves);

  function joinWaiting(): void {
    const ready = listReadyTopics(waitingEntries);
    waitingEntries.clear();
    if (!socket.connected || ready.length === 0) return;
    for (const entry of ready) entry.caughtUp = false;
    const requests = ready.map(({ topic, position }): JoinRequest => ({ topic, position: position ?? '' }));
    socket.emit('join', requests, (results) => {
      ready.forEach((entry, index) => {
        if (results[index] === 'refused') refusals.handleRefusal(entry);
        else refusals.joined(entry);
      });
    });
  }

  function listen(topic: Topic, position: string | null, handlers: TopicHandlers): TopicSubscription {
    const entry = entries.get(topic) ?? { topic, position: null, caughtUp: false, listeners: new Set() };
    entries.set(topic, entry);
    entry.listeners.add(handlers);
    const rejoin = (from: string | null) => {
      entry.position = getOlderPosition(entry.position, from);
      join([entry]);
    };
    rejoin(position);
    return { rejoin, stop: () => leave(entry, handlers) };
  }

  function leave(entry: JoinedTopic, handlers: TopicHandlers): void {
    if (!entry.listeners.delete(handlers) || entry.listeners.size > 0) return;
    entries.delete(entry.topic);
    leaveSoon([entry.topic]);
  }

  function sendLeaves(): void {
    const topics = [...leavingTopics].filter((topic) => !entries.has(topic));
    leavingTopics.clear();
    if (socket.connected && topics.length > 0) socket.emit('leave', topics);
  }

  return {
    listen,
    joinAll: () => join(entries.values()),
    loadOlder: (position) => {
      for (const entry of entries.values())
        if (entry.position !== null && isOlder(entry.position, position)) resync(entry);
    },
  };
}

/** Reloads a page with content that the member may no longer see. Waits after repeated refusals. */
function trackRefusals(isStill: (entry: JoinedTopic) => boolean) {
  const since = new Set<Topic>();
  return {
    joined: ({ topic }: JoinedTopic) => since.delete(topic),
    handleRefusal(entry: JoinedTopic): void {
      if (!since.has(entry.topic)) resync(entry);
      else setTimeout(() => isStill(entry) && resync(entry), refusedDelayMs);
      since.add(entry.topic);
    },
  };
}

function createBatch<Item>(
  schedule: (run: () => void) => void,
  all: Set<Item>,
  callback: () => void,
): (items: Iterable<Item>) => void {
  return (items) => {
    const isFirst = all.size === 0;
    for (const item of items) all.add(item);
    if (isFirst) schedule(callback);
  };
}

function listReadyTopics(waitingEntries: Iterable<JoinedTopic>): JoinedTopic[] {
  return [...waitingEntries]
    .filter((entry) => entry.position !== null && entry.listeners.size > 0)
    .sort((one, other) => rankTopic(one.topic) - rankTopic(other.topic))
    .slice(0, maxTopics);
}

/** Puts topics that every page needs first because the server limits the topics per connection. */
const rankTopic = (topic: Topic): number => (topic === 'site' || topic.startsWith('member:') ? 0 : 1);

function receive(entry: JoinedTopic, message: TopicMessage | ResyncMessage): void {
  if ('resync' in message) return resync(entry, message.urgent);
  for (const { rows } of entry.listeners) rows(message.rows);
  if (message.end) entry.caughtUp = true;
  if (!message.position || !entry.caughtUp || entry.position === null) return;
  if (!isOlder(message.position, entry.position)) entry.position = message.position;
}

function resync(entry: JoinedTopic, urgent = false): void {
  entry.position = null;
  entry.caughtUp = false;
  for (const listener of entry.listeners) listener.resync(urgent);
}
