import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';

const dist = new URL('../../../web/dist/', import.meta.url);
const computeIntegrity = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`;
const readBuilt = (name: string) => readFileSync(new URL(name, dist), 'utf8');

export interface SwitchedSite {
  url: string;
  /** The paths of the two builds' entry scripts. */
  entries: [first: string, second: string];
  /** `damaged` has a worker whose page has been replaced. */
  serve: (build: 'first' | 'second' | 'damaged') => void;
  /** Closes the live connections, as a restart does. */
  drop: () => void;
  stop: () => Promise<void>;
}

/** Proxies a server, and can replace its build with a later one that has another script. */
export async function startSwitchedSite(serverPort: number): Promise<SwitchedSite> {
  const firstScript = /src="(\/assets\/index-[^"]+\.js)"/.exec(readBuilt('index.html'))?.[1] ?? '';
  const secondScript = '/assets/second-build.js';
  const changePage = (html: string) => html.replaceAll(firstScript, secondScript);
  let current: Parameters<SwitchedSite['serve']>[0] = 'first';
  const live = new Set<Socket>();

  const server = createServer((req, res) => {
    if (current !== 'first' && req.url === secondScript)
      return send(res, 'text/javascript', `import '${firstScript}';`);
    if (current !== 'first' && req.url === '/service-worker.js') {
      return send(
        res,
        'text/javascript',
        changeWorker(current, firstScript, secondScript, changePage(readBuilt('index.html'))),
      );
    }
    forward(req, res, serverPort, current === 'first' ? null : changePage);
  });
  server.on('upgrade', (req, socket: Socket, head: Buffer) => {
    const upstream = connect(serverPort, '127.0.0.1', () => {
      const headers = req.rawHeaders.map((text, at) => (at % 2 === 0 ? `${text}: ` : `${text}\r\n`)).join('');
      upstream.write(`GET ${req.url} HTTP/1.1\r\n${headers}\r\n`);
      upstream.write(head);
    });
    live.add(socket);
    for (const [one, other] of [
      [socket, upstream],
      [upstream, socket],
    ] as const) {
      one.on('error', () => {});
      one.on('close', () => other.destroy());
      one.pipe(other);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const drop = () => live.forEach((socket) => socket.destroy());
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    entries: [firstScript, secondScript],
    serve: (build) => (current = build),
    drop,
    async stop() {
      drop();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function changeWorker(build: string, firstScript: string, secondScript: string, page: string): string {
  const worker = readBuilt('service-worker.js');
  const own = `"${firstScript}":\`${computeIntegrity(readBuilt(firstScript.slice(1)))}\``;
  const script = `"${secondScript}":\`${computeIntegrity(`import '${firstScript}';`)}\``;
  if (!worker.includes(own)) throw new Error('The worker does not list its script.');
  const pageHash = computeIntegrity(build === 'damaged' ? `${page} of another build` : page);
  const [before = '', after = ''] = worker
    .replace(/frame sha256-[^`]*/, `frame ${build}`)
    .replaceAll(computeIntegrity(readBuilt('index.html')), pageHash)
    .split(own);
  return `${before.replaceAll(firstScript, secondScript)}${own},${script}${after.replaceAll(firstScript, secondScript)}`;
}

function send(res: ServerResponse, contentType: string, text: string): void {
  res.writeHead(200, { 'content-type': contentType, 'cache-control': 'no-cache' }).end(text);
}

function forward(req: IncomingMessage, res: ServerResponse, port: number, change: ((html: string) => string) | null) {
  const { 'if-none-match': _, 'if-modified-since': __, ...headers } = req.headers;
  const options = { port, path: req.url, method: req.method, headers: { ...headers, 'accept-encoding': 'identity' } };
  const upstream = request(options, (response) => {
    const { 'content-length': _length, etag: _etag, ...rest } = response.headers;
    res.writeHead(response.statusCode ?? 502, rest);
    if (!change || !response.headers['content-type']?.includes('text/html')) return void response.pipe(res);
    let html = '';
    response.setEncoding('utf8').on('data', (text: string) => (html += text));
    response.on('end', () => res.end(change(html)));
  });
  upstream.on('error', () => res.destroy());
  req.pipe(upstream);
}
