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

const validBody = '{"players":{"online":7}}';

test('reads the number of players from a status service', async () => {
  service.setPlayers(42);
  expect(await readPlayers(service.url)).toBe(42);
  service.setPlayers(0);
  expect(await readPlayers(service.url)).toBe(0);
});

test('follows at most three redirects of a status service', async () => {
  const redirectTo: RequestListener = (req, res) => {
    const remainingRedirects = Number(new URL(req.url ?? '', 'http://x').searchParams.get('left') ?? 3);
    if (remainingRedirects === 0) return void res.end(validBody);
    res.writeHead(302, { location: `/status?left=${remainingRedirects - 1}` }).end();
  };
  service.respond(redirectTo);
  expect(await readPlayers(service.url)).toBe(7);
  await expect(readPlayers(`${service.url}?left=4`)).rejects.toThrow(/redirects more than/);
});

test('follows a redirect to another port of the same host, but never to another host', async () => {
  const otherService = await FakeStatus.start();
  try {
    otherService.setPlayers(9);
    const redirectTo = (location: string) => service.respond((_req, res) => res.writeHead(302, { location }).end());
    redirectTo(otherService.url);
    expect(await readPlayers(service.url)).toBe(9);
    for (const name of ['localhost', '127.0.0.2', '[::1]']) {
      redirectTo(otherService.url.replace('127.0.0.1', name));
      await expect(readPlayers(service.url), name).rejects.toThrow('redirects to another host');
    }
    redirectTo(otherService.url.replace('http://127.0.0.1', '//localhost'));
    await expect(readPlayers(service.url)).rejects.toThrow('redirects to another host');
    expect(otherService.asked).toBe(1);
  } finally {
    await otherService.stop();
  }
});

const letters = 'x'.repeat(100_000);

describe('rejecting a player count', () => {
  test.each<[string, RequestListener]>([
    ['that is not JSON', (_req, res) => res.end('<html>')],
    ['without a body', (_req, res) => res.end()],
    ['that is null', (_req, res) => res.end('null')],
    ['without a number of players', (_req, res) => res.end('{"players":[]}')],
    ['with a string as the number', (_req, res) => res.end('{"players":{"online":"7"}}')],
    ['with a negative number', (_req, res) => res.end('{"players":{"online":-1}}')],
    ['with a fraction', (_req, res) => res.end('{"players":{"online":1.5}}')],
    ['with an unsafe number', (_req, res) => res.end('{"players":{"online":1e300}}')],
    ['with an error status', (_req, res) => res.writeHead(500).end(validBody)],
    ['that is not found', (_req, res) => res.writeHead(404).end(validBody)],
    ['with a large body', (_req, res) => res.end(`{"players":{"online":7},"a":"${letters}"}`)],
    [
      'with a body that decompresses to a large one',
      (_req, res) =>
        res.setHeader('content-encoding', 'gzip').end(gzipSync(`{"players":{"online":7},"a":"${letters}"}`)),
    ],
    [
      'that is cut off',
      (_req, res) => res.writeHead(200, { 'content-length': 1000 }).write(validBody, () => res.destroy()),
    ],
    ['that ends before it starts', (_req, res) => res.destroy()],
    ['that redirects to itself', (_req, res) => res.writeHead(302, { location: '/status' }).end()],
    ['that redirects to a file', (_req, res) => res.writeHead(302, { location: 'file:///etc/hostname' }).end()],
    [
      'that redirects to a data address',
      (_req, res) => res.writeHead(302, { location: `data:application/json,${validBody}` }).end(),
    ],
    ['that redirects to an invalid address', (_req, res) => res.writeHead(302, { location: 'http://' }).end()],
  ])('rejects a player count from a response %s', async (_, how) => {
    service.respond(how);
    await expect(readPlayers(service.url)).rejects.toThrow();
  });

  test.each([
    'file:///etc/hostname',
    'data:application/json,{"players":{"online":1}}',
    'ftp://127.0.0.1/',
    'no address',
  ])('rejects the status address %s', async (address) => {
    await expect(readPlayers(address)).rejects.toThrow();
  });
});

describe('aborting a status request', () => {
  const timeoutMs = 200;
  test('aborts a request to a status service that never responds', async () => {
    service.respond(() => undefined);
    await expect(readPlayers(service.url, undefined, timeoutMs)).rejects.toThrow();
  });

  test('aborts a status request whose response never ends, with or without content', async () => {
    service.respond((_req, res) => void res.write('{"players":'));
    await expect(readPlayers(service.url, undefined, timeoutMs)).rejects.toThrow();
    service.respond((_req, res) => {
      const dripTimer = setInterval(() => res.write(' '), 20);
      res.on('close', () => clearInterval(dripTimer));
    });
    await expect(readPlayers(service.url, undefined, timeoutMs)).rejects.toThrow();
  });

  test('aborts a status request immediately when the server stops', async () => {
    service.respond(() => undefined);
    const stopController = new AbortController();
    setTimeout(() => stopController.abort(), 50);
    await expect(readPlayers(service.url, stopController.signal, 3_600_000)).rejects.toThrow();
  });
});
