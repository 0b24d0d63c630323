import { once } from 'node:events';
import { createServer, IncomingMessage } from 'node:http';
import { connect, Socket, type AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import express, { type Request, type Response } from 'express';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { handleErrors } from '../errors.js';
import { maxJsonBytes, readJson } from './json-body.js';

const server = createServer();
let port = 0;
/** The outcome of the newest request whose client left. */
let given: Promise<unknown> = Promise.resolve();

beforeAll(async () => {
  const app = express();
  app.use((req, _res, next) => next(void Object.assign(req, { log: { debug: () => undefined } })));
  const show = (req: Request, res: Response) =>
    void res.json({ type: typeof req.body, body: req.body as unknown, isRead: req.readableEnded });
  app.post('/ours', async (req, res) => {
    given = readJson(req, res);
    await given;
    show(req, res);
  });
  app.post('/twice', express.json(), async (req, res) => {
    await readJson(req, res);
    show(req, res);
  });
  app.post('/express', express.json({ limit: maxJsonBytes }), show);
  app.use(handleErrors);
  server.on('request', app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => server.close());

const send = async (path: string, body: Buffer | string, headers: Record<string, string>) => {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    body: typeof body === 'string' ? body : Uint8Array.from(body),
    headers,
  });
  return { status: response.status, sent: (await response.json()) as unknown };
};

const json = { 'content-type': 'application/json' };
const bodies: [string, Buffer | string, Record<string, string>][] = [
  ['an object', '{"a":[1,"ä你😀"]}', json],
  ['a list, with blanks around it', ' \n\t[1] ', { 'content-type': 'application/json; charset=utf-8' }],
  ['a byte order mark', Buffer.from('\uFEFF{"a":1}'), json],
  ['bytes that are no UTF-8', Buffer.from([...Buffer.from('{"a":"'), 0xff, 0xc3, ...Buffer.from('"}')]), json],
  ['nothing', '', json],
  ['blanks', '  ', json],
  ['a text', '"a"', json],
  ['null', 'null', json],
  ['half an object', '{"a":', json],
  ['another type', '{"a":1}', { 'content-type': 'text/plain' }],
  ['the type in capitals', '{"a":1}', { 'content-type': 'Application/JSON' }],
  ['another charset', Buffer.from('{"a":"ä"}', 'utf16le'), { 'content-type': 'application/json; charset=utf-16le' }],
  ['a charset that does not exist', '{}', { 'content-type': 'application/json; charset=utf-99' }],
  ['a packed object', gzipSync('{"a":1}'), { ...json, 'content-encoding': 'gzip' }],
  ['packing that is not known', '{}', { ...json, 'content-encoding': 'lzma' }],
  [
    'the longest body',
    JSON.stringify('x'.repeat(maxJsonBytes - 4))
      .replace(/^/, '[')
      .replace(/$/, ']'),
    json,
  ],
  ['a body that is too long', `[${JSON.stringify('x'.repeat(maxJsonBytes - 3))}]`, json],
];

test.each(bodies)("reads %s as Express's parser does", async (_, body, headers) => {
  expect(await send('/ours', body, headers)).toEqual(await send('/express', body, headers));
});

test('leaves a body that was read before as it is', async () => {
  expect(await send('/twice', '{"a":1}', json)).toMatchObject({ status: 200, sent: { body: { a: 1 } } });
});

test('reads a body that arrives in pieces, also within a character', async () => {
  const body = Buffer.from('{"a":"你"}');
  const socket = connect(port, '127.0.0.1');
  socket.write(
    `POST /ours HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`,
  );
  for (const byte of body) {
    await new Promise((resolve) => setImmediate(resolve));
    socket.write(Buffer.from([byte]));
  }
  const [response] = (await once(socket, 'data')) as [Buffer];
  expect(response.toString()).toContain('{"a":"你"}');
  socket.destroy();
});

test('does not wait for a body whose client left before', async () => {
  const req = Object.assign(new IncomingMessage(new Socket()), {
    headers: { 'content-type': 'application/json', 'content-length': '9' },
  });
  req.destroy();
  await expect(readJson(req as Request, undefined as never)).rejects.toMatchObject({ status: 400 });
});

test('ends the wait for a body whose client left', async () => {
  const before = given;
  const socket = connect(port, '127.0.0.1');
  socket.write('POST /ours HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{"a"');
  while (given === before) await new Promise((resolve) => setImmediate(resolve));
  socket.destroy();
  await expect(given).rejects.toMatchObject({ status: 400 });
});
