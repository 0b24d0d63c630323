import { createServer, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { BoundedCounts } from '../../process/bounded-counts.js';
import type { Env } from '../../process/env.js';
import type { MessageClasses } from './express-messages.js';
import { rejectBrokenRequests } from '../broken-requests.js';
import { trustedProxiesOf, type TrustedProxies } from './client-address.js';
import { addressOf } from '../rate-limits.js';
import { serveBounded } from './unread-responses.js';
import { opensLiveConnection } from './upgrades.js';

export interface HttpLimits {
  /** For the headers of a request, in ms. */
  headersMs: number;
  /** For the whole request: a picture of 25 MiB at 2 Mbit/s. */
  requestMs: number;
  /** How often both are checked. */
  checkMs: number;
  /** For which a connection with an open response may neither read nor write. */
  stalledMs: number;
  connections: number;
  /** Proxies that are trusted to name the address of the client are not counted. */
  connectionsPerAddress: number;
  /** Requests that a connection sends before it has the responses. Browsers and proxies send one. */
  pipelinedRequests: number;
  /** Of all responses that their readers have not taken yet. */
  unreadBytes: number;
}

const defaults: HttpLimits = {
  headersMs: 15_000,
  requestMs: 120_000,
  checkMs: 5_000,
  stalledMs: 60_000,
  connections: 20_000,
  connectionsPerAddress: 500,
  pipelinedRequests: 8,
  unreadBytes: 64 * 2 ** 20,
};

/**
 * The HTTP server of an application, with bounds on what a client occupies without an account: half-open requests,
 * connections, and responses that it does not read. Does not listen by itself. `RATE_LIMITS=off` leaves the time-outs.
 */
export function createHttpServer(
  app: RequestListener & { messages?: MessageClasses },
  env: Pick<Env, 'trustedProxies' | 'rateLimits'>,
  options: Partial<HttpLimits> = {},
): Server {
  const limits = { ...defaults, ...options };
  const { headersMs: headersTimeout, requestMs: requestTimeout, checkMs: connectionsCheckingInterval } = limits;
  const upgrades = { shouldUpgradeCallback: opensLiveConnection }; // older versions of Node ignore it
  const times = { headersTimeout, requestTimeout, connectionsCheckingInterval };
  const http = createServer({ ...times, ...upgrades, ...app.messages });
  http.timeout = limits.stalledMs; // Node cuts such a connection, unless it is idle between two requests
  rejectBrokenRequests(http);
  if (!env.rateLimits) return http.on('request', app);
  http.maxConnections = limits.connections;
  boundConnections(http, trustedProxiesOf(env), limits.connectionsPerAddress);
  serveBounded(http, app, limits);
  return http;
}

function boundConnections(http: Server, isTrusted: TrustedProxies, maxPerAddress: number): void {
  const counts = new BoundedCounts(maxPerAddress);
  const counted = new WeakSet<Socket>();
  http.on('connection', (socket) => {
    const { remoteAddress = '' } = socket;
    if (isTrusted(remoteAddress, 0) || counted.has(socket)) return; // one comes back after an upgrade request
    counted.add(socket);
    const address = addressOf({ ip: remoteAddress });
    if (counts.add(address)) socket.once('close', () => counts.remove(address));
    else socket.destroy();
  });
}
