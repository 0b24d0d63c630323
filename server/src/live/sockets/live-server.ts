import type { ClientToServer, ServerToClient } from '@guildhall/domain/wire/schemas/live/messages.js';
import type { Topic } from '@guildhall/domain/wire/topics.js';
import type { Server, Socket } from 'socket.io';
import type { Identity } from '../../request/request-context.js';

/** The gateway's data of each socket. */
export interface SocketData {
  /** Null for a guest. */
  identity: Identity | null;
  /** The key under which its address is counted. */
  address: string;
  /** The role under which it receives topics; changes with the policy. */
  roleId: number;
  topics: Set<Topic>;
}

type NoServerEvents = Record<string, never>;
export type LiveServer = Server<ClientToServer, ServerToClient, NoServerEvents, SocketData>;
export type LiveSocket = Socket<ClientToServer, ServerToClient, NoServerEvents, SocketData>;

/** Counted since the start, for tests and benchmarks. */
export interface GatewayStats {
  /** Open connections. */
  readonly sockets: number;
  /** Topic messages of the fan-out; each is encoded once, for any number of sockets. */
  emitted: number;
  /**
   * Joined topics whose missed rows came from memory, or from the view of changes. Topics without missed rows are not
   * counted.
   */
  resumedFromRing: number;
  resumedFromChanges: number;
  /** Topics that got a resync. */
  resyncs: number;
}

/** Packets that wait in this process because the connection is slow to read them. */
export function pendingPackets(socket: LiveSocket): number {
  // Engine.IO keeps its queue private and has no public measure of it.
  return (socket.conn as unknown as { writeBuffer: readonly unknown[] }).writeBuffer.length;
}

/** Resolves once the connection has read what was written to it, or is closed. */
export function whenDrained(socket: LiveSocket): Promise<void> {
  if (pendingPackets(socket) === 0 || !socket.connected) return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      socket.conn.off('drain', done).off('close', done);
      resolve();
    };
    socket.conn.on('drain', done).on('close', done);
  });
}
