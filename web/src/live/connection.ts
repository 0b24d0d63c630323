import type { ClientToServer, ServerToClient } from '@guildhall/domain/wire/schemas/live/messages.js';
import type { Topic } from '@guildhall/domain/wire/topics.js';
import { io, type Socket } from 'socket.io-client';
import { create } from 'zustand';
import { createListeners } from './create-listeners.js';
import { reconnectDelays } from './reconnect-delays.js';
import { createTopics, type TopicSubscription, type TopicHandlers } from './topics.js';
import { watchSleep } from './watch-sleep.js';

/** The epoch time in milliseconds at which the connection was lost. Null while it is up. */
export const useConnection = create<{ lostAt: number | null }>(() => ({ lostAt: null }));

export type SessionEnd = Parameters<ServerToClient['ended']>[0]['reason'];

type LiveSocket = Socket<ServerToClient, ClientToServer>;

const probeTimeoutMs = 2_500;
const dismissedDelayMs = 1_000;

const connection = once(connect);
const connects = createListeners();
const sessionEnds = createListeners<[reason: SessionEnd]>();

export const onConnect = connects.add;
export const onSessionEnd = sessionEnds.add;

export function listen(topic: Topic, position: string | null, handlers: TopicHandlers): TopicSubscription {
  return connection().topics.listen(topic, position, handlers);
}

/** Reloads pages that were loaded before `position` because they cannot receive the updates in between. */
export function loadOlder(position: string): void {
  connection().topics.loadOlder(position);
}

/** Sends nothing without a connection because other pages show the message only for seconds. */
export function sendWriting(topic: Topic | null): void {
  const { socket } = connection();
  if (socket.connected) socket.emit('writing', topic);
}

export function reconnect(): void {
  connection().socket.disconnect().connect();
}

function once<Made>(make: () => Made): () => Made {
  let socket: Made | undefined;
  return () => (socket ??= make());
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
    isConnected: () => socket.connected,
    getName: () => socket.id,
    restart: () => void socket.disconnect().connect(),
    close: () => {
      socket.disconnect();
      // A hidden page that is shown again must not report a lost connection immediately.
      useConnection.setState({ lostAt: null });
    },
    probe: (response) =>
      void socket.timeout(probeTimeoutMs).emit('join', [], (error: Error | null) => response(!error)),
  });
  return { socket, topics };
}

/** Socket.IO does not reconnect by itself after the server has closed the connection or refused the handshake. */
function connectLater(socket: LiveSocket): void {
  setTimeout(() => !socket.active && socket.connect(), dismissedDelayMs * (1 + Math.random() * 2));
}
