import { createServer, STATUS_CODES, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { Refusal, type RefusalCode } from '@guildhall/domain/refusals.js';
import type { RefusalResponse } from '@guildhall/domain/wire/schemas/write.js';
import { Limiter } from '../../process/limiter.js';
import type { Env } from '../../process/env.js';
import type { MessageClasses } from './express-messages.js';
import { compileTrustedProxies, type TrustedProxies } from './client-address.js';
import { normalizeAddress } from '../../request/rate-limits.js';
import { limitUnreadResponses } from './unread-responses.js';
import { isLiveUpgrade } from './upgrades.js';

export interface HttpLimits {
  headersTimeoutMs: number;
  /** Allows for a 25 MiB picture at 2 Mbit/s. */
  requestTimeoutMs: number;
  timeoutCheckMs: number;
  stalledTimeoutMs: number;
  connections: number;
  connectionsPerAddress: number;
  pipelinedRequests: number;
  unreadBytes: number;
}

const defaults: HttpLimits = {
  headersTimeoutMs: 15_000,
  requestTimeoutMs: 300_000,
  timeoutCheckMs: 5_000,
  stalledTimeoutMs: 60_000,
  connections: 20_000,
  connectionsPerAddress: 500,
  pipelinedRequests: 8,
  unreadBytes: 64 * 2 ** 20,
};

/**
 * Limits the resources that a client without an account can use. `RATE_LIMITS=off` disables everything except the
 * timeouts.
 */
export function createHttpServer(
  app: RequestListener & { messages?: MessageClasses },
  env: Pick<Env, 'trustedProxies' | 'rateLimits'>,
  options: Partial<HttpLimits> = {},
): Server {
  const limits = { ...defaults, ...options };
  // Supported by Node since 22.21 and 24.9, but not by the types of Node 20.
  const upgradeOptions = { shouldUpgradeCallback: isLiveUpgrade };
  const http = createServer({
    ...app.messages,
    headersTimeout: limits.headersTimeoutMs,
    requestTimeout: limits.requestTimeoutMs,
    connectionsCheckingInterval: limits.timeoutCheckMs,
    ...upgradeOptions,
  });
  // The timeout does not apply to connections that are idle between requests.
  http.timeout = limits.stalledTimeoutMs;
  rejectBrokenRequests(http);
  if (!env.rateLimits) return http.on('request', app);
  http.maxConnections = limits.connections;
  limitConnections(http, compileTrustedProxies(env), limits.connectionsPerAddress);
  limitUnreadResponses(http, app, limits);
  return http;
}

const parserRefusals: Record<string, RefusalCode> = {
  HPE_HEADER_OVERFLOW: 'too-large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request-timeout',
};

function rejectBrokenRequests(server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    const { status, code, message } = new Refusal(parserRefusals[error.code ?? ''] ?? 'validation');
    const body = JSON.stringify({ error: message, code } satisfies RefusalResponse);
    const head = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'connection: close',
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
    ];
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  });
}

function limitConnections(http: Server, isTrusted: TrustedProxies, maxPerAddress: number): void {
  const open = new Limiter({ running: maxPerAddress });
  const countedSockets = new WeakSet<Socket>();
  http.on('connection', (socket) => {
    const { remoteAddress = '' } = socket;
    // `serveUpgradesAsRequests` emits the event a second time for the same connection.
    if (isTrusted(remoteAddress, 0) || countedSockets.has(socket)) return;
    countedSockets.add(socket);
    const address = normalizeAddress({ ip: remoteAddress });
    if (open.tryEnter(address)) socket.once('close', () => open.leave(address));
    else socket.destroy();
  });
}
