import type { ClientToServer, ServerToClient } from '@guildhall/domain/wire/schemas/live/messages.js';
import type { Topic } from '@guildhall/domain/wire/topics.js';
import type { Server, Socket } from 'socket.io';
import type { Identity } from '../../request/request-context.js';

export interface SocketData {
  identity: Identity | null;
  address: string;
  roleId: number;
  topics: Set<Topic>;
  /** The presence most recently sent for each topic. */
  presence: Map<Topic, string>;
  writing: { threadId: number; until: number } | null;
}

type NoServerEvents = Record<string, never>;
export type LiveServer = Server<ClientToServer, ServerToClient, NoServerEvents, SocketData>;
export type LiveSocket = Socket<ClientToServer, ServerToClient, NoServerEvents, SocketData>;

export interface GatewayStats {
  readonly sockets: number;
  emitted: number;
  resumedFromRing: number;
  resumedFromChanges: number;
  resyncs: number;
}

export function countPendingPackets(socket: LiveSocket): number {
  // Engine.IO has no public API for its queue length.
  return (socket.conn as unknown as { writeBuffer: readonly unknown[] }).writeBuffer.length;
}

export function waitUntilDrained(socket: LiveSocket): Promise<void> {
  if (countPendingPackets(socket) === 0 || !socket.connected) return Promise.resolve();
  return new Promise((resolve) => {
    const finish = () => {
      socket.conn.off('drain', finish).off('close', finish);
      resolve();
    };
    socket.conn.on('drain', finish).on('close', finish);
  });
}
