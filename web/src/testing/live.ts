import type { ClientToServer, JoinRequest, ServerToClient } from '@guildhall/domain/wire/schemas/live/messages.js';
import type { LiveRow } from '@guildhall/domain/wire/schemas/live/rows.js';
import type { Topic } from '@guildhall/domain/wire/topics.js';
import { act } from '@testing-library/react';
import { toLogPosition } from './rows.js';

type Listener = (...args: never[]) => void;

/** The client side of the live connection. The test acts as the server. */
class FakeSocket {
  connected = false;
  active = true;
  id = 'line-1';
  readonly joinedTopics = new Set<Topic>();
  readonly sent: [name: string, payload: unknown][] = [];
  private readonly listeners = new Map<string, Listener[]>();

  on(event: string, listener: Listener): this {
    this.listeners.set(event, [...(this.listeners.get(event) ?? []), listener]);
    return this;
  }

  emit<Name extends keyof ClientToServer>(event: Name, ...args: Parameters<ClientToServer[Name]>): this {
    const [topics, response] = args;
    this.sent.push([event, topics]);
    if (!Array.isArray(topics)) return this;
    if (event === 'leave') for (const topic of topics as Topic[]) this.joinedTopics.delete(topic);
    if (event === 'join') for (const { topic } of topics as JoinRequest[]) this.joinedTopics.add(topic);
    response?.(topics.map(() => 'joined'));
    return this;
  }

  timeout() {
    return { emit: (_event: string, _topics: [], alive: (error: null) => void) => alive(null) };
  }

  connect(): this {
    this.connected = true;
    this.hear('connect');
    return this;
  }

  disconnect(): this {
    this.connected = false;
    this.joinedTopics.clear();
    this.hear('disconnect');
    return this;
  }

  hear(event: string, ...args: unknown[]): void {
    for (const listener of this.listeners.get(event) ?? []) listener(...(args as never[]));
  }
}

let socket: FakeSocket | null = null;
let at = 1_000;

function hear<Name extends keyof ServerToClient>(event: Name, ...args: Parameters<ServerToClient[Name]>): void {
  act(() => socket?.hear(event, ...args));
}

export const live = {
  getSocket(): FakeSocket {
    const newSocket = (socket ??= new FakeSocket());
    queueMicrotask(() => newSocket.connect());
    return newSocket;
  },
  joined: (topic: Topic): boolean => socket?.joinedTopics.has(topic) ?? false,
  send: (topic: Topic, ...rows: LiveRow[]) => hear('topic', { topic, position: toLogPosition(++at), rows, end: true }),
  resync: (topic: Topic, urgent = false) => hear('topic', { topic, resync: true, ...(urgent && { urgent }) }),
  endSession: (reason: Parameters<ServerToClient['ended']>[0]['reason']) => hear('ended', { reason }),
  lose: () => act(() => void socket?.disconnect()),
  reset: () => {
    if (socket) socket.connected = true;
  },
  comeBack: () => act(() => void socket?.connect()),
};
