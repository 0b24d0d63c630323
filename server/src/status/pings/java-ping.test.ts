import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import type { Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  FakeGameServer,
  isPing,
  encodePacket,
  sampleStatus,
  encodeVarint,
} from '../../testing/games/fake-game-server.js';
import { NotResolved, StatusUnknown } from './game-status.js';
import { pingJava } from './java-ping.js';
import { pingServer } from './ping-server.js';
import type { PingTarget } from './target-address.js';

let server: FakeGameServer;
let target: PingTarget;
beforeEach(async () => {
  server = await FakeGameServer.start();
  target = { host: '127.0.0.1', port: server.port };
});
afterEach(() => server.stop());

const { signal } = new AbortController();
const ping = (timeoutMs?: number) => pingServer(target, 'java', signal, timeoutMs);
const waitUntilClosed = () => vi.waitFor(() => expect(server.openConnections).toBe(0));

test('reads the status of a Java server and measures the latency', async () => {
  const status = await ping();
  expect(status).toEqual({
    players: 7,
    maxPlayers: 100,
    version: 'Paper 1.21.4',
    icon: null,
    description: [{ text: 'Lobby', colour: 'gold', styles: [] }],
    latencyMs: expect.any(Number) as number,
  });
  // The handshake with protocol version -1 contains the host, the port and the request for the status.
  const handshake = Buffer.from([19, 0, 0xff, 0xff, 0xff, 0xff, 0x0f, 9]);
  const port = Buffer.from([server.port >> 8, server.port & 0xff]);
  expect(server.received.subarray(0, 22)).toEqual(
    Buffer.concat([handshake, Buffer.from('127.0.0.1'), port, Buffer.from([1, 1, 0])]),
  );
  await waitUntilClosed();
});

test('reads a status that arrives byte by byte', async () => {
  server.onData(
    (socket, bytes) => void sendSlowly(socket, isPing(bytes) ? bytes : encodePacket('{"players":{"online":3}}')),
  );
  expect(await ping()).toMatchObject({ players: 3, maxPlayers: null, version: '', description: [] });
});

test('reads a status that arrives together with the next packet', async () => {
  server.onData((socket) =>
    socket.write(Buffer.concat([encodePacket('{"players":{"online":3}}'), Buffer.from([1, 1])])),
  );
  expect(await ping()).toMatchObject({ players: 3, latencyMs: null });
});

test('returns the status of a server that does not respond to the second packet', async () => {
  server.onData((socket, bytes) => !isPing(bytes) && socket.write(encodePacket(JSON.stringify(sampleStatus))));
  expect(await ping()).toMatchObject({ players: 7, latencyMs: null });
  await waitUntilClosed();
});

test('returns a status that arrives too late for the second packet', async () => {
  const stopController = new AbortController();
  server.onData((socket, bytes) => {
    if (isPing(bytes)) stopController.abort();
    else socket.write(encodePacket(JSON.stringify(sampleStatus)));
  });
  expect(await pingServer(target, 'java', stopController.signal)).toMatchObject({ players: 7, latencyMs: null });
});

test('reads the longest status that a server may send, and the picture in it', async () => {
  const favicon = `data:image/png;base64,${'A'.repeat(1_000)}\n${'A'.repeat(1_000)}`;
  const padding = '€'.repeat(32_767 - JSON.stringify({ favicon, padding: '' }).length);
  server.show({ favicon, padding });
  expect((await ping()).icon).toEqual(Buffer.alloc(1_500));
});

test.each([
  ['counts that are impossible', { players: { online: -1, max: 1e300 } }, { players: null, maxPlayers: null }],
  ['counts that are no numbers', { players: { online: '7', max: [] } }, { players: null, maxPlayers: null }],
  ['a list of players', { players: [1] }, { players: null }],
  ['a version that is a list', { version: ['1.21'] }, { version: '' }],
  ['a picture of another type', { favicon: 'data:image/svg+xml;base64,AAAA' }, { icon: null }],
  [
    'a long version with codes',
    { version: { name: `§cPaper\n${'1'.repeat(99)}` } },
    { version: `Paper${'1'.repeat(54)}` },
  ],
])('a ping leaves the state unknown after %s', async (_, status, expected) => {
  server.show(status);
  expect(await ping()).toMatchObject(expected);
});

test('follows the SRV record only without a port, and sends the name that players enter', async () => {
  const find = vi.fn(() => Promise.resolve({ name: '127.0.0.1', port: server.port }));
  expect(await pingJava({ host: 'play.example.org', port: null }, signal, find)).toMatchObject({ players: 7 });
  expect(server.received.toString('latin1')).toContain('play.example.org');
  await pingJava(target, signal, find);
  expect(find).toHaveBeenCalledTimes(1);
});

test('a refusal at the default port leaves the state unknown if the SRV record could not be read', async () => {
  const pingLocal = (record: 'none' | 'unknown') =>
    pingJava({ host: '127.0.0.1', port: null }, signal, () => Promise.resolve(record));
  await expect(pingLocal('unknown')).rejects.toThrow(StatusUnknown);
  await expect(pingLocal('none')).rejects.toThrow('ECONNREFUSED');
});

test('a name that is not resolved in time leaves the state unknown', async () => {
  vi.spyOn(dns, 'lookup').mockImplementation(() => undefined);
  syncBuiltinESMExports();
  await expect(pingServer({ host: 'play.example.org', port: 1 }, 'java', signal, 50)).rejects.toThrow(NotResolved);
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});

test.each([
  '169.254.169.254',
  '100.100.100.200',
  'fd00:0ec2:0::254',
  '0.0.0.0',
  '255.255.255.255',
  '224.0.0.1',
  'fe80::1',
  'ff02::1',
  '::ffff:169.254.169.254',
])('never connects to %s, even if an SRV record leads to it', async (name) => {
  await expect(pingJava({ host: name, port: null }, signal)).rejects.toThrow(StatusUnknown);
  const find = () => Promise.resolve({ name, port: server.port });
  await expect(pingJava({ host: 'play.example.org', port: null }, signal, find)).rejects.toThrow(StatusUnknown);
});

const sendEndlessly = (bytes: Buffer) => (socket: Socket) => {
  const send = () => {
    while (!socket.destroyed && socket.write(bytes));
  };
  socket.on('drain', send);
  send();
};
const largeChunk = Buffer.alloc(65_536, 0x41);

describe('a hostile Java server', () => {
  test.each<[string, (socket: Socket) => void]>([
    ['sends a packet that is too long', (socket) => socket.write(Buffer.from([0xff, 0xff, 0x7f]))],
    ['sends a length without an end', (socket) => socket.write(Buffer.alloc(100, 0xff))],
    ['sends an empty packet', (socket) => socket.write(Buffer.from([0]))],
    ['responds like a web server', (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'.padEnd(99))],
    ['sends another packet', (socket) => socket.write(Buffer.from([2, 5, 0]))],
    ['sends a text that is shorter than its length', (socket) => socket.write(Buffer.from([4, 0, 99, 123, 125]))],
    ['sends a text that is longer than its length', (socket) => socket.write(Buffer.from([4, 0, 1, 123, 125]))],
    ['sends a text whose length has no end', (socket) => socket.write(Buffer.from([4, 0, 0xff, 0xff, 0xff]))],
    ['sends a status that is not JSON', (socket) => socket.write(encodePacket('<html>'))],
    ['sends a list', (socket) => socket.write(encodePacket('[]'))],
    ['sends null', (socket) => socket.write(encodePacket('null'))],
    ['sends data endlessly', sendEndlessly(largeChunk)],
  ])('that %s leaves its state unknown', async (_, respond) => {
    server.onData(respond);
    await expect(ping()).rejects.toThrow(StatusUnknown);
    await waitUntilClosed();
    expect(server.bytesWritten).toBeLessThan(8 * 2 ** 20);
  });

  test.each<[string, (socket: Socket) => void]>([
    ['closes the connection', (socket) => socket.end()],
    ['resets the connection', (socket) => socket.resetAndDestroy()],
    ['ends in a packet', (socket) => socket.end(encodePacket('{}').subarray(0, 4))],
    ['never responds', () => undefined],
    ['never ends its response', (socket) => socket.write(encodeVarint(9_000))],
    [
      'sends its response slowly',
      (socket) => void sendSlowly(socket, encodePacket(JSON.stringify({ text: 'x'.repeat(9_000) })), 20),
    ],
  ])('that %s is offline', async (_, respond) => {
    server.onData(respond);
    const error: unknown = await ping(300).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(StatusUnknown);
    await waitUntilClosed();
  });

  test('data after the status does not delay the ping', async () => {
    server.onData((socket) => {
      socket.write(encodePacket('{}'));
      sendEndlessly(largeChunk)(socket);
    });
    expect(await ping()).toMatchObject({ latencyMs: null });
    await waitUntilClosed();
  });
});

test('a server that refuses connections is offline', async () => {
  await server.stop();
  await expect(ping()).rejects.toThrow('ECONNREFUSED');
});

test.each(['java', 'bedrock'] as const)('a %s server whose name does not resolve is unknown', async (edition) => {
  await expect(pingServer({ host: 'nowhere.invalid', port: 1 }, edition, signal)).rejects.toThrow(StatusUnknown);
});

test('stopping ends a ping immediately', async () => {
  server.onData(() => undefined);
  const stopController = new AbortController();
  const pingResult = pingServer(target, 'java', stopController.signal);
  await vi.waitFor(() => expect(server.connections).toBe(1));
  stopController.abort();
  await expect(pingResult).rejects.toThrow('stops');
  await waitUntilClosed();
});

async function sendSlowly(socket: Socket, bytes: Buffer, pauseMs = 0): Promise<void> {
  for (const byte of bytes) {
    if (socket.destroyed) return;
    await new Promise<void>((resolve) => socket.write(Buffer.from([byte]), () => setTimeout(resolve, pauseMs)));
  }
}
