import type { ClientToServer, ServerToClient } from '@guildhall/domain/wire/schemas/live/messages.js';
import type { Topic } from '@guildhall/domain/wire/topics.js';
import { io, type Socket } from 'socket.io-client';
import { create } from 'zustand';
import { createListeners } from './create-listeners.js';
import { reconnectDelays } from './reconnect-delays.js';
import { createTopics, type Listening, type TopicHandlers } from './topics.js';
import { watchSleep } from './watch-sleep.js';

/** Milliseconds since the epoch at which the connection was lost; null while it is up. */
export const useConnection = create<{ lostAt: number | null }>(() => ({ lostAt: null }));

export type SessionEnd = Parameters<ServerToClient['ended']>[0]['reason'];

type LiveSocket = Socket<ServerToClient, ClientToServer>;

const probeTimeoutMs = 2_500;
const dismissedDelayMs = 1_000;

const connection = once(connect);
const connects = createListeners();
const sessionEnds = createListeners<[reason: SessionEnd]>();

/** Also called at the first connect. Returns a function that removes the listener. */
export const onConnect = connects.add;
export const onSessionEnd = sessionEnds.add;

/** Subscribes to a topic from `position`, which came with the rows already loaded. Connects if needed. */
export function listen(topic: Topic, position: string | null, handlers: TopicHandlers): Listening {
  return connection().topics.listen(topic, position, handlers);
}

/** Reloads pages that were loaded before a position, because they never received what they missed. */
export function loadOlder(position: string): void {
  connection().topics.loadOlder(position);
}

/** Repeats the handshake as the person who is logged in now. */
export function reconnect(): void {
  connection().socket.disconnect().connect();
}

function once<Made>(make: () => Made): () => Made {
  let made: Made | undefined;
  return () => (made ??= make());
}

function connect() {
  const socket: LiveSocket = io({ transports: ['websocket'], ...reconnectDelays });
  const topics = createTopics(socket);
  socket.on('connect', () => {
    useConnection.setState({ lostAt: null });
    topics.joinAll();
    connects.notify();
  });
  const onLost = () => {
    if (useConnection.getState().lostAt === null) useConnection.setState({ lostAt: Date.now() });
    connectLater(socket);
  };
  socket.on('disconnect', onLost);
  socket.on('connect_error', onLost);
  socket.on('ended', ({ reason }) => sessionEnds.notify(reason));
  watchSleep({
    connected: () => socket.connected,
    name: () => socket.id,
    restart: () => void socket.disconnect().connect(),
    close: () => {
      socket.disconnect();
      // The page is hidden; when it is shown again, it must not report a lost connection yet.
      useConnection.setState({ lostAt: null });
    },
    probe: (response) =>
      void socket.timeout(probeTimeoutMs).emit('join', [], (error: Error | null) => response(!error)),
  });
  return { socket, topics };
}

/** Socket.IO reconnects automatically, but not after the server has closed the connection or refused the handshake. */
function connectLater(socket: LiveSocket): void {
  setTimeout(() => !socket.active && socket.connect(), dismissedDelayMs * (1 + Math.random() * 2));
}
