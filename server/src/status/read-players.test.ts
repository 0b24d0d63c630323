import type { RequestListener } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FakeStatus } from '../testing/fake-status.js';
import { readPlayers } from './read-players.js';

let service: FakeStatus;
beforeAll(async () => {
  service = await FakeStatus.start();
});
afterAll(() => service.stop());

const good = '{"players":{"online":7}}';

test('The players of a status service are read, whatever else it returns', async () => {
  service.players(42);
  expect(await readPlayers(service.url)).toBe(42);
  service.players(0);
  expect(await readPlayers(service.url)).toBe(0);
});

test('It may redirect three times', async () => {
  const leading: RequestListener = (req, res) => {
    const left = Number(new URL(req.url ?? '', 'http://x').searchParams.get('left') ?? 3);
    if (left === 0) return void res.end(good);
    res.writeHead(302, { location: `/status?left=${left - 1}` }).end();
  };
  service.respond(leading);
  expect(await readPlayers(service.url)).toBe(7);
  await expect(readPlayers(`${service.url}?left=4`)).rejects.toThrow(/leads on/);
});

test('It may redirect to another port of its host, but not to another host, which is not contacted', async () => {
  const other = await FakeStatus.start();
  try {
    other.players(9);
    const leadTo = (location: string) => service.respond((_req, res) => res.writeHead(302, { location }).end());
    leadTo(other.url);
    expect(await readPlayers(service.url)).toBe(9);
    for (const name of ['localhost', '127.0.0.2', '[::1]']) {
      leadTo(other.url.replace('127.0.0.1', name));
      await expect(readPlayers(service.url), name).rejects.toThrow('leads to another host');
    }
    leadTo(other.url.replace('http://127.0.0.1', '//localhost'));
    await expect(readPlayers(service.url)).rejects.toThrow('leads to another host');
    expect(other.asked).toBe(1);
  } finally {
    await other.stop();
  }
});

const letters = 'x'.repeat(100_000);

describe('Rejects a number', () => {
  test.each<[string, RequestListener]>([
    ['where there is no JSON', (_req, res) => res.end('<html>')],
    ['where there is nothing', (_req, res) => res.end()],
    ['where it is null', (_req, res) => res.end('null')],
    ['where the players lack', (_req, res) => res.end('{"players":[]}')],
    ['where it is a word', (_req, res) => res.end('{"players":{"online":"7"}}')],
    ['where it is negative', (_req, res) => res.end('{"players":{"online":-1}}')],
    ['where it is a fraction', (_req, res) => res.end('{"players":{"online":1.5}}')],
    ['where it is beyond all counting', (_req, res) => res.end('{"players":{"online":1e300}}')],
    ['where it fails', (_req, res) => res.writeHead(500).end(good)],
    ['where it is not found', (_req, res) => res.writeHead(404).end(good)],
    ['of a large body', (_req, res) => res.end(`{"players":{"online":7},"a":"${letters}"}`)],
    [
      'of a body that unpacks to a large one',
      (_req, res) =>
        res.setHeader('content-encoding', 'gzip').end(gzipSync(`{"players":{"online":7},"a":"${letters}"}`)),
    ],
    [
      'where the line is cut',
      (_req, res) => res.writeHead(200, { 'content-length': 1000 }).write(good, () => res.destroy()),
    ],
    ['where nobody answers but the line', (_req, res) => res.destroy()],
    ['where it leads to itself', (_req, res) => res.writeHead(302, { location: '/status' }).end()],
    ['where it leads to a file', (_req, res) => res.writeHead(302, { location: 'file:///etc/hostname' }).end()],
    ['where it leads to data', (_req, res) => res.writeHead(302, { location: `data:application/json,${good}` }).end()],
    ['where it leads to no address', (_req, res) => res.writeHead(302, { location: 'http://' }).end()],
  ])('%s', async (_, how) => {
    service.respond(how);
    await expect(readPlayers(service.url)).rejects.toThrow();
  });

  test.each([
    'file:///etc/hostname',
    'data:application/json,{"players":{"online":1}}',
    'ftp://127.0.0.1/',
    'no address',
  ])('from %s', async (address) => {
    await expect(readPlayers(address)).rejects.toThrow();
  });
});

describe('A service that', () => {
  const soon = 200; // ms
  const timed = async (work: Promise<unknown>) => {
    const begun = performance.now();
    await expect(work).rejects.toThrow();
    return performance.now() - begun;
  };

  test('never responds is abandoned', async () => {
    service.respond(() => undefined);
    expect(await timed(readPlayers(service.url, undefined, soon))).toBeLessThan(2_000);
  });

  test('never ends its response is abandoned, with or without content', async () => {
    service.respond((_req, res) => void res.write('{"players":'));
    expect(await timed(readPlayers(service.url, undefined, soon))).toBeLessThan(2_000);
    service.respond((_req, res) => {
      const dripping = setInterval(() => res.write(' '), 20);
      res.on('close', () => clearInterval(dripping));
    });
    expect(await timed(readPlayers(service.url, undefined, soon))).toBeLessThan(2_000);
  });

  test('is being read when the server stops is abandoned immediately', async () => {
    service.respond(() => undefined);
    const stopping = new AbortController();
    setTimeout(() => stopping.abort(), 50);
    expect(await timed(readPlayers(service.url, stopping.signal))).toBeLessThan(2_000);
  });
});
