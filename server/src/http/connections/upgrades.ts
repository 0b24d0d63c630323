import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

type UpgradeListener = (req: IncomingMessage, socket: Duplex, rest: Buffer) => void;

export const isLiveUpgrade = ({ url = '', headers }: IncomingMessage): boolean =>
  url.startsWith('/socket.io/') && headers.upgrade?.toLowerCase() === 'websocket';

/**
 * Before versions 22.21 and 24.9, Node lacks `shouldUpgradeCallback` and takes requests with an `Upgrade` header away
 * from the HTTP parser. This function passes them back without that header. Call it after all upgrade listeners have
 * been added.
 */
export function serveUpgradesAsRequests(http: Server): void {
  const listeners = http.listeners('upgrade') as UpgradeListener[];
  const open = new WeakMap<Duplex, Set<ServerResponse>>();
  http.prependListener('request', ({ socket }, res) => {
    const responses = open.get(socket) ?? new Set();
    open.set(socket, responses.add(res));
    res.once('close', () => responses.delete(res));
  });
  // The default limits the number of headers and drops the rest. Their size is still limited to 16 KB.
  http.maxHeadersCount = 0;
  http.removeAllListeners('upgrade').on('upgrade', (req, socket, rest) => {
    if (isLiveUpgrade(req)) return listeners.forEach((listen) => listen.call(http, req, socket, rest));
    runAfterResponses(socket, open.get(socket) ?? new Set(), () => {
      socket.unshift(Buffer.concat([removeUpgrade(req), rest]));
      http.emit('connection', socket);
    });
  });
}

function removeUpgrade({ method, url, httpVersion, rawHeaders }: IncomingMessage): Buffer {
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at]?.toLowerCase() !== 'upgrade') lines.push(`${rawHeaders[at]}: ${rawHeaders[at + 1]}`);
  }
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
}

/** Also resumes responses and closes stalled connections because Node no longer manages this connection. */
function runAfterResponses(socket: Duplex, open: ReadonlySet<ServerResponse>, proceed: () => void): void {
  const [oldest] = open;
  if (!oldest) return socket.destroyed ? undefined : proceed();
  const resume = () => void oldest.emit('drain');
  const closeSocket = () => void socket.destroy();
  socket.on('drain', resume).on('timeout', closeSocket).on('error', closeSocket);
  oldest.once('close', () => {
    socket.off('drain', resume).off('timeout', closeSocket).off('error', closeSocket);
    runAfterResponses(socket, open, proceed);
  });
}
