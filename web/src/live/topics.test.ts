import type { ClientToServer, JoinRequest, ServerToClient } from '@guildhall/domain/wire/schemas/live/messages.js';
import type { LiveRow } from '@guildhall/domain/wire/schemas/live/rows.js';
import { type Topic, maxTopics } from '@guildhall/domain/wire/topics.js';
import { beforeEach, expect, test, vi } from 'vitest';
import { createTopics, type LiveSocket, type Topics } from './topics.js';

const at = (position: number, log = '0000abcd') => `${log}.${String(position).padStart(20, '0')}`;
const topic: Topic = 'thread:7';

class FakeSocket implements LiveSocket {
  connected = true;
  joins: JoinRequest[][] = [];
  left: Topic[] = [];
  answer: 'joined' | 'refused' = 'joined';
  private hear: ServerToClient['topic'] = () => {};

  on(_event: 'topic', listener: ServerToClient['topic']): void {
    this.hear = listener;
  }

  emit<Name extends keyof ClientToServer>(event: Name, ...args: Parameters<ClientToServer[Name]>): void {
    const [topics, answer] = args;
    if (!Array.isArray(topics)) return;
    if (event === 'leave') this.left.push(...(topics as Topic[]));
    if (event !== 'join') return;
    this.joins.push(topics as JoinRequest[]);
    answer?.(topics.map(() => this.answer));
  }

  send(position: string | undefined, options: { end?: true; rows?: LiveRow[]; about?: Topic } = {}): void {
    const { about = topic, rows = [], end } = options;
    this.hear({ topic: about, ...(position !== undefined && { position }), rows, ...(end && { end }) });
  }

  resync(): void {
    this.hear({ topic, resync: true });
  }
}

let socket: FakeSocket;
let topics: Topics;
const handlers = { rows: vi.fn(), resync: vi.fn() };
const getLastJoin = () => socket.joins.at(-1);

beforeEach(() => {
  vi.clearAllMocks();
  socket = new FakeSocket();
  topics = createTopics(socket, (run) => run());
});

test('joins a topic at the position of its loaded page', () => {
  topics.listen(topic, at(5), handlers);
  expect(getLastJoin()).toEqual([{ topic, position: at(5) }]);
});

test('delivers rows before the end mark without advancing the position', () => {
  topics.listen(topic, at(5), handlers);
  socket.send(at(9), { rows: [{ kind: 'post', id: 1, pos: '9', removed: true }] });
  topics.joinAll();
  expect(handlers.rows).toHaveBeenCalledWith([{ kind: 'post', id: 1, pos: '9', removed: true }]);
  expect(getLastJoin()).toEqual([{ topic, position: at(5) }]);
});

test('reconnects from the newest received position after the end mark', () => {
  topics.listen(topic, at(5), handlers);
  socket.send(at(9), { end: true });
  socket.send(at(12));
  topics.joinAll();
  expect(getLastJoin()).toEqual([{ topic, position: at(12) }]);
});

test('waits for the next end mark after a reconnect', () => {
  topics.listen(topic, at(5), handlers);
  socket.send(at(9), { end: true });
  topics.joinAll();
  socket.send(at(20));
  topics.joinAll();
  expect(getLastJoin()).toEqual([{ topic, position: at(9) }]);
});

test("never moves a topic's position back", () => {
  topics.listen(topic, at(5), handlers);
  socket.send(at(9), { end: true });
  socket.send(at(7));
  topics.joinAll();
  expect(getLastJoin()).toEqual([{ topic, position: at(9) }]);
});

test("a message without a position delivers its rows and leaves the topic's position unchanged", () => {
  topics.listen(topic, at(5), handlers);
  socket.send(at(9), { end: true });
  const rows: LiveRow[] = [{ kind: 'readers', id: 7, pos: '0', readers: 1, members: [] }];
  socket.send(undefined, { rows });
  topics.joinAll();
  expect(handlers.rows).toHaveBeenLastCalledWith(rows);
  expect(getLastJoin()).toEqual([{ topic, position: at(9) }]);
});

test('sends nothing while disconnected, and joins all topics together on connect', () => {
  socket.connected = false;
  topics.listen(topic, at(5), handlers);
  topics.listen('section:3', at(6), handlers);
  expect(socket.joins).toEqual([]);
  socket.connected = true;
  topics.joinAll();
  expect(socket.joins).toEqual([
    [
      { topic, position: at(5) },
      { topic: 'section:3', position: at(6) },
    ],
  ]);
});

test('combines the join requests from one turn into a single message', async () => {
  topics = createTopics(socket);
  topics.listen(topic, at(5), handlers);
  topics.listen('section:3', at(6), handlers);
  topics.listen('section:4', at(6), handlers).stop();
  await Promise.resolve();
  expect(socket.joins.map((requests) => requests.map((request) => request.topic))).toEqual([[topic, 'section:3']]);
});

test('joins the topics that every page needs first if there are too many for the server', () => {
  socket.connected = false;
  for (let id = 1; id <= maxTopics; id++) topics.listen(`section:${id}`, at(5), handlers);
  topics.listen('member:3', at(5), handlers);
  topics.listen('site', at(5), handlers);
  socket.connected = true;
  topics.joinAll();
  expect(
    getLastJoin()
      ?.slice(0, 3)
      .map((request) => request.topic),
  ).toEqual(['member:3', 'site', 'section:1']);
  expect(getLastJoin()).toHaveLength(maxTopics);
});

test('notifies the feature of a resync, and rejoins once the reload has returned a position', () => {
  const subscription = topics.listen(topic, at(5), handlers);
  socket.resync();
  expect(handlers.resync).toHaveBeenCalledOnce();
  topics.joinAll();
  expect(socket.joins).toHaveLength(1);
  subscription.rejoin(at(3, 'ffff0000'));
  expect(getLastJoin()).toEqual([{ topic, position: at(3, 'ffff0000') }]);
});

test('reloads the page after a rejected join, but waits before reloading again', () => {
  vi.useFakeTimers();
  socket.answer = 'refused';
  const subscription = topics.listen('section:3', at(5), handlers);
  expect(handlers.resync).toHaveBeenCalledTimes(1);
  subscription.rejoin(at(6));
  expect(handlers.resync).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(30_000);
  expect(handlers.resync).toHaveBeenCalledTimes(2);
  socket.answer = 'joined';
  subscription.rejoin(at(7));
  socket.answer = 'refused';
  topics.joinAll();
  expect(handlers.resync).toHaveBeenCalledTimes(3);
  vi.useRealTimers();
});

test('a request to reload includes everything loaded before a position', () => {
  const otherHandlers = { rows: vi.fn(), resync: vi.fn() };
  topics.listen(topic, at(5), handlers);
  topics.listen('section:3', at(9), otherHandlers);
  topics.loadOlder(at(9));
  expect(handlers.resync).toHaveBeenCalledOnce();
  expect(otherHandlers.resync).not.toHaveBeenCalled();
});

test('rejoins from the older position if a second listener has one', () => {
  topics.listen(topic, at(5), handlers);
  socket.send(at(9), { end: true });
  topics.listen(topic, at(7), handlers);
  expect(getLastJoin()).toEqual([{ topic, position: at(7) }]);
});

test('leaves a topic with its last listener and delivers nothing afterwards', () => {
  const firstSubscription = topics.listen(topic, at(5), handlers);
  const second = topics.listen(topic, at(5), { ...handlers });
  firstSubscription.stop();
  expect(socket.left).toEqual([]);
  second.stop();
  second.stop();
  expect(socket.left).toEqual([topic]);
  socket.send(at(9));
  expect(handlers.rows).not.toHaveBeenCalled();
});

test("does not deliver one topic's messages to another", () => {
  topics.listen(topic, at(5), handlers);
  socket.send(at(9), { about: 'thread:8' });
  expect(handlers.rows).not.toHaveBeenCalled();
});

test('does not leave a topic that gets a new listener in the same turn', async () => {
  topics = createTopics(socket);
  topics.listen(topic, at(5), handlers).stop();
  const stopListening = topics.listen(topic, at(5), handlers);
  await Promise.resolve();
  expect(socket.left).toEqual([]);
  stopListening.stop();
  await Promise.resolve();
  expect(socket.left).toEqual([topic]);
});
