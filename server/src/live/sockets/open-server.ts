import type { IncomingMessage, Server as HttpServer } from 'node:http';
import { Refusal } from '@guildhall/domain/refusals.js';
import type { Topic } from '@guildhall/domain/wire/topics.js';
import { Server } from 'socket.io';
import { serveUpgradesAsRequests } from '../../http/connections/upgrades.js';
import type { GatewayStats, LiveServer, LiveSocket } from './live-server.js';
import { SocketLimits } from './socket-limits.js';
import { hasOurCookie, isOurOrigin } from '../../http/origin.js';
import { identifyReader } from '../../request/identify-reader.js';
import type { Identity } from '../../request/request-context.js';
import type { Services } from '../../services.js';
import { liveLimits } from '../../request/live-limits.js';

const connectTimeoutMs = 10_000;

/** Allows only WebSocket because polling would require all of a browser's requests to reach the same server. */
export function openServer(
  http: HttpServer,
  services: Services,
  closing: AbortSignal,
  maxSocketsPerAddress: number,
): LiveServer {
  const limits = new SocketLimits(services, maxSocketsPerAddress);
  const isOurs = ({ headers: { origin, host, cookie } }: IncomingMessage) =>
    isOurOrigin(origin, `http://${host}`, services.env.publicUrl) ||
    // Browsers always send Origin. Other programs without our cookies are guests.
    (origin === undefined && !hasOurCookie(cookie));
  const io: LiveServer = new Server(http, {
    transports: ['websocket'],
    serveClient: false,
    maxHttpBufferSize: liveLimits.messageBytes,
    connectTimeout: connectTimeoutMs,
    allowRequest: (req: IncomingMessage, answer) => {
      if (closing.aborted || !isOurs(req)) return answer(null, false);
      void limits.tryAdmit(req).then((admitted) => answer(null, admitted && !closing.aborted));
    },
  });
  serveUpgradesAsRequests(http);
  io.engine.on('connection', (transport: Parameters<SocketLimits['watch']>[0]) => limits.watch(transport));
  io.use((socket: LiveSocket, next) => {
    identify(services, socket).then(
      (identity) => {
        const address = limits.getAddress(socket.request);
        const state = { topics: new Set<Topic>(), presence: new Map<Topic, string>(), writing: null };
        Object.assign(socket.data, { identity, address, ...state });
        next();
      },
      // The error `unavailable` makes the browser retry.
      (error: unknown) => next(new Error(error instanceof Refusal ? error.code : 'unavailable')),
    );
  });
  return io;
}

/** Programs send their key as a header or as `auth` because URLs are logged and stored. */
async function identify(services: Services, socket: LiveSocket): Promise<Identity | null> {
  const { auth, headers } = socket.handshake;
  const sentKey: unknown = auth['key'];
  const { identity } =
    sentKey === undefined
      ? await identifyReader(services, headers)
      : await services.apiKeys.findRequesterByToken(typeof sentKey === 'string' ? sentKey : '', 'read');
  return identity;
}

export function createStats(io: LiveServer): GatewayStats {
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
