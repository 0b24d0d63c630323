import type { IncomingMessage, Server as HttpServer } from 'node:http';
import { Server } from 'socket.io';
import type { Env } from '../../process/env.js';
import { isOurOrigin, type Sessions } from '../../http/session.js';
import type { GatewayStats, LiveServer, LiveSocket } from './live-server.js';

interface Dependencies {
  env: Pick<Env, 'publicUrl'>;
  sessions: Sessions;
}

/** A join of 50 topics has about 5 KB. */
const maxMessageBytes = 16 * 1024;

/**
 * Only WebSocket: polling would tie a browser to one of several servers, and a browser sends its Origin with every
 * WebSocket handshake, so that a foreign one can be refused. Other programs may send any Origin.
 */
export function openServer(http: HttpServer, services: Dependencies, closing: AbortSignal): LiveServer {
  const io: LiveServer = new Server(http, {
    transports: ['websocket'],
    serveClient: false,
    maxHttpBufferSize: maxMessageBytes,
    allowRequest: ({ headers }: IncomingMessage, answer) =>
      answer(null, !closing.aborted && isOurOrigin(headers.origin, headers.host, services.env.publicUrl)),
  });
  io.use((socket: LiveSocket, next) => {
    services.sessions.identify(socket.handshake.headers.cookie).then(
      (identity) => {
        Object.assign(socket.data, { identity, topics: new Set() });
        next();
      },
      () => next(new Error('unavailable')), // the browser tries again
    );
  });
  return io;
}

/** All zero, and the open connections. */
export function countsOf(io: LiveServer): GatewayStats {
  return {
    get sockets() {
      return io.engine.clientsCount;
    },
    emitted: 0,
    resumedFromRing: 0,
    resumedFromChanges: 0,
    resyncs: 0,
  };
}
