import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { StatusUnknown } from './game-status.js';
import { pingServer } from './ping-server.js';

let server: Socket;
let respond: (ping: Buffer, from: RemoteInfo) => void;
beforeEach(async () => {
  server = createSocket('udp4');
  server.on('message', (ping, from) => respond(ping, from));
  server.bind(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(async () => {
  server.close();
  await once(server, 'close');
});

const { signal } = new AbortController();
const ping = (timeoutMs?: number) =>
  pingServer({ host: '127.0.0.1', port: server.address().port }, 'bedrock', signal, timeoutMs);
const magic = '00ffff00fefefefefdfdfdfd12345678';

function createPong(ping: Buffer, text: string, length = Buffer.byteLength(text)): Buffer {
  const size = Buffer.from([length >> 8, length & 0xff]);
  return Buffer.concat([
    Buffer.from([0x1c]),
    ping.subarray(1, 9),
    Buffer.alloc(8),
    Buffer.from(magic, 'hex'),
    size,
    Buffer.from(text),
  ]);
}
const buildReply = (text: string, length?: number) => {
  respond = (ping, from) => server.send(createPong(ping, text, length), from.port, from.address);
};

test('reads the status of a Bedrock server and measures the latency', async () => {
  const pings: Buffer[] = [];
  respond = (ping, from) => {
    pings.push(ping);
    server.send(
      createPong(ping, 'MCPE;§6Lobby;748;1.21.50;4;20;123;Second line;Survival;1;19132;19133;'),
      from.port,
      from.address,
    );
  };
  expect(await ping()).toEqual({
    players: 4,
    maxPlayers: 20,
    version: '1.21.50',
    icon: null,
    description: [
      { text: 'Lobby\n', colour: 'gold', styles: [] },
      { text: 'Second line', colour: null, styles: [] },
    ],
    latencyMs: expect.any(Number) as number,
  });
  expect(pings[0]?.toString('hex')).toMatch(new RegExp(`^01[0-9a-f]{16}${magic}[0-9a-f]{16}$`));
});

test.each([
  ['MCPE;Lobby', { players: null, maxPlayers: null, version: '' }],
  ['MCEE;a\\;b;1;2;-3;x;;;', { players: null, maxPlayers: null, version: '2' }],
])('reads the existing fields of %s', async (text, expected) => {
  buildReply(text);
  expect(await ping()).toMatchObject(expected);
});

test('pings again if a datagram was lost', async () => {
  let received = 0;
  respond = (ping, from) => {
    if (++received === 2) server.send(createPong(ping, 'MCPE;Lobby'), from.port, from.address);
  };
  expect(await ping()).toMatchObject({ description: [{ text: 'Lobby' }] });
});

describe('a hostile Bedrock server', () => {
  const offline = 'did not respond in time';

  test.each([
    ['claims a longer text', () => buildReply('MCPE;Lobby', 60_000)],
    ['sends another kind of text', () => buildReply('HTTP/1.1')],
    ['never responds', () => (respond = () => undefined)],
    [
      'responds to another ping',
      () => (respond = (_, from) => server.send(createPong(Buffer.alloc(33), 'MCPE;x'), from.port, from.address)),
    ],
    ['sends an empty datagram', () => (respond = (_, from) => server.send(Buffer.alloc(0), from.port, from.address))],
  ])('that %s is offline', async (_, start) => {
    start();
    await expect(ping(300)).rejects.toThrow(offline);
  });

  test('gives up on a Bedrock server that sends many datagrams', async () => {
    respond = (_, from) => {
      for (let n = 0; n < 100; n++) server.send(Buffer.alloc(1_000), from.port, from.address);
    };
    await expect(ping()).rejects.toThrow(StatusUnknown);
  });

  test('ignores a response from another address', async () => {
    const other = createSocket('udp4');
    respond = (ping, from) => other.send(createPong(ping, 'MCPE;Other'), from.port, from.address);
    await expect(ping(300)).rejects.toThrow(offline);
    other.close();
  });
});

test('a Bedrock server whose port is closed is offline', async () => {
  const closed = createSocket('udp4').bind(0, '127.0.0.1');
  await once(closed, 'listening');
  const { port } = closed.address();
  closed.close();
  await once(closed, 'close');
  await expect(pingServer({ host: '127.0.0.1', port }, 'bedrock', signal)).rejects.toThrow('ECONNREFUSED');
});

test('never pings a broadcast address', async () => {
  const broadcast = { host: '255.255.255.255', port: 19_132 };
  await expect(pingServer(broadcast, 'bedrock', signal)).rejects.toThrow(StatusUnknown);
});

test('a Bedrock server to which the system refuses to connect is unknown', async () => {
  // The loopback interface's broadcast address, for which every system requires a socket option.
  const error: unknown = await pingServer({ host: '127.255.255.255', port: 1 }, 'bedrock', signal).catch(
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(StatusUnknown);
  expect(error).toMatchObject({ message: 'EACCES' });
});

test('pinging a Bedrock server leaves no socket open', async () => {
  buildReply('MCPE;Lobby');
  for (let n = 0; n < 20; n++) await ping();
  await vi.waitFor(() =>
    expect(process.getActiveResourcesInfo().filter((kind) => kind.startsWith('UDP')).length).toBe(1),
  );
});
