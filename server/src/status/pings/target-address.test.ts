import { createSocket, type Socket } from 'node:dgram';
import dns, { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { syncBuiltinESMExports } from 'node:module';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { NotResolved, StatusUnknown } from './game-status.js';
import { pingServer } from './ping-server.js';
import { findService, parseTarget, resolveGameServer } from './target-address.js';

type Service = [priority: number, weight: number, port: number, name: string];

let nameServer: Socket;
let services: Service[] | 'silent' | 'garbage';
let questions: number;
beforeEach(async () => {
  [services, questions] = [[], 0];
  nameServer = createSocket('udp4');
  nameServer.on('message', (question, from) => {
    questions++;
    if (services === 'silent') return;
    const response = services === 'garbage' ? Buffer.alloc(500, 0xff) : respond(question, services);
    nameServer.send(response, from.port, from.address);
  });
  nameServer.bind(0, '127.0.0.1');
  await once(nameServer, 'listening');
  // Only the resolver's server is replaced.
  const { resolveSrv } = Resolver.prototype;
  vi.spyOn(Resolver.prototype, 'resolveSrv').mockImplementation(function (this: Resolver, name) {
    this.setServers([`127.0.0.1:${nameServer.address().port}`]);
    return resolveSrv.call(this, name);
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
  nameServer.close();
});

function respond(question: Buffer, records: readonly Service[]): Buffer {
  const counts = Buffer.from([0x81, 0x80, 0, 1, 0, records.length, 0, 0, 0, 0]);
  // Leaves out the query's additional record.
  const askedName = question.subarray(12, question.indexOf(0, 12) + 5);
  return Buffer.concat([question.subarray(0, 2), counts, askedName, ...records.map(encodeService)]);
}

function encodeService([priority, weight, port, name]: Service): Buffer {
  const labels = name === '' ? [] : name.split('.');
  const target = Buffer.concat([
    ...labels.map((label) => Buffer.from(`${String.fromCharCode(label.length)}${label}`)),
    Buffer.alloc(1),
  ]);
  const data = Buffer.alloc(8);
  [target.length + 6, priority, weight, port].forEach((value, index) => data.writeUInt16BE(value, 2 * index));
  return Buffer.concat([Buffer.from([0xc0, 12, 0, 33, 0, 1, 0, 0, 0, 60]), data, target]);
}

const { signal } = new AbortController();
const find = (host = 'play.example.org') => findService(host, signal);

test('finds the service with the lowest priority, and of those, the one with the highest weight', async () => {
  services = [
    [20, 90, 1_001, 'a.example.org'],
    [10, 10, 1_002, 'b.example.org'],
    [10, 50, 1_003, 'c.example.org'],
  ];
  expect(await find()).toMatchObject({ name: 'c.example.org', port: 1_003 });
});

test.each<[string, Service[]]>([
  ['there is no service', []],
  ['the service is not available', [[0, 0, 0, '']]],
  ["the service's name is not a valid host name", [[0, 0, 25_565, 'a b\r\nFLUSHALL']]],
])('finds no service if %s', async (_, response) => {
  services = response;
  expect(await find()).toBe('none');
});

test('sends no query for addresses and local names', async () => {
  services = [[0, 0, 1, 'a.example.org']];
  for (const host of ['localhost', '127.0.0.1', 'fd00::5']) expect(await find(host)).toBe('none');
  expect(questions).toBe(0);
});

test('reports unknown if the name server does not respond, and can be aborted', async () => {
  services = 'silent';
  const stopController = new AbortController();
  const findResult = findService('play.example.org', stopController.signal);
  await vi.waitFor(() => expect(questions).toBe(1));
  stopController.abort();
  await expect(findResult).rejects.toThrow(NotResolved);
  expect(await findService('play.example.org', signal, 50)).toBe('unknown');
  services = 'garbage';
  expect(await find()).toBe('unknown');
});

describe('a Bedrock server', () => {
  const [ipv4, ipv6] = [
    { address: '10.0.0.5', family: 4 },
    { address: 'fd00::5', family: 6 },
  ];

  function resolveTo(addresses: Promise<object[]>): void {
    // The function has several signatures, of which the last one returns a single address.
    vi.spyOn(dns, 'lookup').mockReturnValue(addresses as never);
    syncBuiltinESMExports();
  }

  test('pings a Bedrock server over IPv4 if it has such an address', async () => {
    resolveTo(Promise.resolve([ipv6, ipv4]));
    expect(await resolveGameServer('play.example.org', signal)).toEqual(ipv4);
    resolveTo(Promise.resolve([ipv6]));
    expect(await resolveGameServer('play.example.org', signal)).toEqual(ipv6);
  });

  test('does not ping a name if one of its addresses cannot belong to a game server', async () => {
    resolveTo(Promise.resolve([ipv4, { address: 'fe80::1', family: 6 }]));
    await expect(resolveGameServer('play.example.org', signal)).rejects.toThrow(StatusUnknown);
  });

  test('a Bedrock server is unknown if its name is not resolved in time', async () => {
    resolveTo(new Promise(() => undefined));
    const target = { host: 'play.example.org', port: null };
    await expect(pingServer(target, 'bedrock', signal, 50)).rejects.toThrow(NotResolved);
  });
});

test.each([
  ['localhost', { host: 'localhost', port: null }],
  ['play.example.org:25566', { host: 'play.example.org', port: 25_566 }],
  ['10.0.0.5', { host: '10.0.0.5', port: null }],
  ['[fd00::5]:19132', { host: 'fd00::5', port: 19_132 }],
  ['play.example.org:0', null],
  ['play.example.org:65536', null],
  ['a b', null],
  ['host\r\nFLUSHALL', null],
  ['', null],
])('parses the address %s', (address, expected) => {
  expect(parseTarget(address)).toEqual(expected);
});
