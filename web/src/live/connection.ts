import type { ClientToServer, ServerToClient, Topic } from '@guildhall/domain/wire/live.js';
import { io, type Socket } from 'socket.io-client';
import { create } from 'zustand';
import { backOff } from './back-off.js';
import { createTopics, type Listening, type TopicHandlers, type Topics } from './topics.js';

/** Milliseconds since the epoch at which the connection was lost; null while it stands. */
export const useConnection = create<{ lostAt: number | null }>(() => ({ lostAt: null }));

/** Why the server ends a session. */
export type SessionEnd = Parameters<ServerToClient['ended']>[0]['reason'];

const sleepSuspicion = 10_000;
const probePatience = 2_500;
const dismissedWait = 1_000;

interface Connection {
  socket: Socket<ServerToClient, ClientToServer>;
  topics: Topics;
}

let connection: Connection | null = null;
const connectListeners = new Set<() => void>();
const endListeners = new Set<(reason: SessionEnd) => void>();

/** Hears a topic from `position` on, which is the one that came with the rows already read. Connects when needed. */
export function listen(topic: Topic, position: string | null, handlers: TopicHandlers): Listening {
  connection ??= connect();
  return connection.topics.listen(topic, position, handlers);
}

/** Called at every connect, the first one included. @returns the end of it. */
export function onConnect(listener: () => void): () => void {
  connectListeners.add(listener);
  return () => connectListeners.delete(listener);
}

/** Called when the server says that the session of this connection has ended, and why. */
export function onSessionEnd(listener: (reason: SessionEnd) => void): void {
  endListeners.add(listener);
}

/** Shakes hands again, as the person who is logged in now. */
export function reconnect(): void {
  connection?.socket.disconnect().connect();
}

function connect(): Connection {
  const socket: Connection['socket'] = io({
    transports: ['websocket'],
    ...backOff,
  });
  const topics = createTopics(socket);
  socket.on('connect', () => {
    useConnection.setState({ lostAt: null });
    topics.joinAll();
    for (const listener of connectListeners) listener();
  });
  socket.on('disconnect', () => {
    lost();
    connectLater(socket);
  });
  socket.on('connect_error', () => {
    lost();
    connectLater(socket);
  });
  socket.on('ended', ({ reason }) => {
    for (const listener of endListeners) listener(reason);
  });
  watchSleep(socket);
  return { socket, topics };
}

function lost(): void {
  if (useConnection.getState().lostAt === null) useConnection.setState({ lostAt: Date.now() });
}

/** Socket.IO comes back by itself, but not after the server has closed the connection or refused the handshake. */
function connectLater(socket: Socket): void {
  setTimeout(() => !socket.active && socket.connect(), dismissedWait * (1 + Math.random() * 2));
}

/** A phone that slept, or a page out of the browser's cache, must not wait for a time-out to notice. */
function watchSleep(socket: Connection['socket']): void {
  let hiddenAt: number | null = null;
  const wake = () => {
    if (!socket.connected) return void socket.disconnect().connect();
    socket.timeout(probePatience).emit('join', [], (error: Error | null) => {
      if (error) socket.disconnect().connect();
    });
  };
  document.addEventListener('visibilitychange', () => {
    const slept = hiddenAt !== null && Date.now() - hiddenAt > sleepSuspicion;
    hiddenAt = document.visibilityState === 'hidden' ? Date.now() : null;
    if (hiddenAt === null && (slept || !socket.connected)) wake();
  });
  window.addEventListener('pageshow', (event) => event.persisted && wake());
  window.addEventListener('online', wake);
}
