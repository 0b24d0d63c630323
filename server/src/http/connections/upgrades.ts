import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

type UpgradeListener = (req: IncomingMessage, socket: Duplex, rest: Buffer) => void;

/** Only a WebSocket on Socket.IO's path. HTTP clients offer other protocols with ordinary requests, HTTP/2 for example. */
export const opensLiveConnection = ({ url = '', headers }: IncomingMessage): boolean =>
  url.startsWith('/socket.io/') && headers.upgrade?.toLowerCase() === 'websocket';

/**
 * Serves all other upgrade requests as ordinary ones, also on versions of Node without `shouldUpgradeCallback` (before
 * 22.21 and 24.9): there each such request leaves the HTTP parser, so its head is written again without the offer, and
 * the connection goes back to the server. Call it after the listeners for upgrades were added.
 */
export function serveOtherUpgrades(http: Server): void {
  const listeners = http.listeners('upgrade') as UpgradeListener[];
  const open = new WeakMap<Duplex, Set<ServerResponse>>(); // the oldest first
  http.prependListener('request', ({ socket }, res) => {
    const responses = open.get(socket) ?? new Set();
    open.set(socket, responses.add(res));
    res.once('close', () => responses.delete(res));
  });
  http.maxHeadersCount = 0; // a head of which the parser dropped lines could not be written again; it has 16 KB at most
  http.removeAllListeners('upgrade').on('upgrade', (req, socket, rest) => {
    if (opensLiveConnection(req)) return listeners.forEach((listen) => listen.call(http, req, socket, rest));
    afterResponses(socket, open.get(socket) ?? new Set(), () => {
      socket.unshift(Buffer.concat([headWithoutOffer(req), rest]));
      http.emit('connection', socket);
    });
  });
}

function headWithoutOffer({ method, url, httpVersion, rawHeaders }: IncomingMessage): Buffer {
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at]?.toLowerCase() !== 'upgrade') lines.push(`${rawHeaders[at]}: ${rawHeaders[at + 1]}`);
  }
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
}

/**
 * Waits for the responses to earlier requests of a pipeline. Node no longer watches their connection, so that this also
 * continues a response that waited for its reader, and cuts a connection that is stalled.
 */
function afterResponses(socket: Duplex, open: ReadonlySet<ServerResponse>, proceed: () => void): void {
  const [oldest] = open;
  if (!oldest) return socket.destroyed ? undefined : proceed();
  const drained = () => void oldest.emit('drain');
  const cut = () => void socket.destroy();
  socket.on('drain', drained).on('timeout', cut).on('error', cut);
  oldest.once('close', () => {
    socket.off('drain', drained).off('timeout', cut).off('error', cut);
    afterResponses(socket, open, proceed);
  });
}
