import { IncomingMessage, type IncomingHttpHeaders } from 'node:http';
import { Socket } from 'node:net';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { ForwardedAddresses } from './forwarded-addresses.js';

const publicUrl = 'https://play.example.org';

function createWatched(env = { publicUrl, trustedProxies: ['loopback'] }) {
  const lines: string[] = [];
  const logger = pino({}, { write: (line: string) => void lines.push((JSON.parse(line) as { msg: string }).msg) });
  const forwardedAddresses = new ForwardedAddresses({ env, logger });
  const request = (remoteAddress: string, headers: IncomingHttpHeaders) => {
    const socket = Object.defineProperty(new Socket(), 'remoteAddress', { value: remoteAddress });
    forwardedAddresses.check(Object.assign(new IncomingMessage(socket), { headers }));
    return forwardedAddresses.state;
  };
  return { request, lines };
}

test('warns once about a trusted proxy until it forwards visitor addresses', () => {
  const { request, lines } = createWatched();
  expect(request('127.0.0.1', { host: 'play.example.org' })).toBe('missing');
  expect(request('::ffff:127.0.0.1', { host: 'play.example.org' })).toBe('missing');
  expect(lines).toEqual([expect.stringContaining('without X-Forwarded-For')]);
  expect(request('127.0.0.1', { host: 'play.example.org', 'x-forwarded-for': '203.0.113.5' })).toBe('ok');
  expect(lines).toHaveLength(1);
});

test('recognises visitors even if the proxy replaces the host', () => {
  for (const header of ['referer', 'origin']) {
    const { request } = createWatched();
    expect(request('127.0.0.1', { host: '127.0.0.1:3000', [header]: `${publicUrl}/forums` })).toBe('missing');
  }
});

test('does not warn about local programs, visitors without a proxy, or a local site', () => {
  const { request, lines } = createWatched();
  expect(request('127.0.0.1', { host: '127.0.0.1:3000' })).toBe('ok');
  expect(request('203.0.113.5', { host: 'play.example.org' })).toBe('ok');
  expect(request('203.0.113.5', { host: 'play.example.org', 'x-forwarded-for': '198.51.100.1' })).toBe('ok');
  const local = createWatched({ publicUrl: 'http://localhost:3000', trustedProxies: ['loopback'] });
  expect(local.request('127.0.0.1', { host: 'localhost:3000' })).toBe('ok');
  expect([...lines, ...local.lines]).toEqual([]);
});

test('warns about an untrusted proxy in a private network', () => {
  const { request, lines } = createWatched();
  const headers = { host: 'play.example.org', 'x-forwarded-for': '203.0.113.5' };
  expect(request('172.18.0.1', headers)).toBe('untrusted');
  expect(lines).toEqual([expect.stringContaining('TRUSTED_PROXIES')]);
  const trustingServer = createWatched({ publicUrl, trustedProxies: ['loopback', 'uniquelocal'] });
  expect(trustingServer.request('172.18.0.1', headers)).toBe('ok');
});
