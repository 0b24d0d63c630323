import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { byteArray, frame, varInt } from '../../link-server/frames.mjs';
import { createCodeRequests, SiteUnavailable, TooManyCalls } from '../../link-server/guildhall.mjs';
import { createLinkServer } from '../../link-server/server.mjs';
import { texts } from '../../link-server/texts.mjs';
import {
  buildHandshake,
  buildLoginStart,
  logIn,
  openLinkClient,
  readDisconnect,
} from '../support/games/link-client.js';

const linkPage = 'https://example.org/settings';
const codeText = texts.code('ABCD2345', linkPage);

let server: Server;
let port: number;
let loggedLines: string[];
let requestCode: Parameters<typeof createLinkServer>[0]['requestCode'];

beforeEach(async () => {
  loggedLines = [];
  requestCode = () => Promise.resolve({ code: 'ABCD2345', member: null });
  const log = (message: string) => void loggedLines.push(message);
  server = createLinkServer({ sessionUrl: null, linkPage, requestCode: (account) => requestCode(account), log });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  port = (server.address() as AddressInfo).port;
});
afterEach(() => {
  server.close();
});

const countConnections = () => promisify(server.getConnections.bind(server))();

describe('a login at the link server', () => {
  test.each([
    ['1.8', 47],
    ['1.12.2', 340],
    ['1.21.4', 769],
    ['a later version', 5_000],
  ])('shows a code to a client of %s', async (_, protocol) => {
    expect(await logIn(port, 'Anna', protocol)).toBe(codeText);
  });

  test('requests the code for the UUID that game servers in offline mode use', async () => {
    const requestBodies: unknown[] = [];
    requestCode = (account) => (requestBodies.push(account), Promise.resolve({ code: 'ABCD2345', member: null }));
    await logIn(port, 'Steve');
    const uuid = '5627dd98-e6be-3c21-b8a8-e92344183641';
    expect(requestBodies).toEqual([{ edition: 'java', login_mode: 'offline', uuid, name: 'Steve' }]);
  });

  test('names the member to whom the account is linked', async () => {
    requestCode = () => Promise.resolve({ code: null, member: { username: 'Anna' } });
    expect(await logIn(port, 'Steve')).toBe('This Minecraft account is linked to Anna.');
  });

  test('asks players with an old client to update', async () => {
    expect(await logIn(port, 'Anna', 5)).toBe(texts.oldVersion);
  });

  test.each([
    ['does not respond', () => new SiteUnavailable('refused'), texts.siteUnavailable, 1],
    ['has received too many calls', () => new TooManyCalls(), texts.tooMany, 0],
  ])('explains to players that the site %s', async (_, error, text, logLines) => {
    requestCode = () => Promise.reject(error());
    expect(await logIn(port, 'Anna')).toBe(text);
    expect(loggedLines).toHaveLength(logLines);
  });

  test('treats a site that refuses the connection as unavailable', async () => {
    const url = 'http://127.0.0.1:9';
    requestCode = createCodeRequests({ siteUrl: url, key: 'ghld_api_x' });
    expect(await logIn(port, 'Anna')).toBe(texts.siteUnavailable);
  });

  test('refuses the eleventh login in a minute', async () => {
    const shownCodes = [];
    for (let n = 0; n < 22; n++) shownCodes.push(await logIn(port, 'Anna'));
    // The minute may change once during the test, which resets the limit.
    expect(shownCodes.slice(0, 10)).toEqual(Array(10).fill(codeText));
    expect(shownCodes).toContain(texts.tooMany);
  });
});

describe('frames of any shape', () => {
  const login = Buffer.concat([buildHandshake('login'), buildLoginStart('Anna')]);

  test('reads frames that arrive byte by byte', async () => {
    const client = await openLinkClient(port);
    await client.send(...Array.from(login, (byte) => Buffer.from([byte])));
    expect(readDisconnect(await client.received)).toBe(codeText);
  });

  test('sends the status and returns the ping, in separate frames or merged', async () => {
    const request = [buildHandshake('status'), frame(0), frame(1, Buffer.from('12345678'))];
    for (const chunks of [request, [Buffer.concat(request)]]) {
      const client = await openLinkClient(port);
      await client.send(...chunks);
      const bytes = await client.received;
      expect(bytes.toString()).toContain('"players":{"max":1,"online":0}');
      expect(bytes.toString()).toContain(texts.description);
      expect(bytes.subarray(-8).toString()).toBe('12345678');
    }
  });

  test.each<[string, Buffer]>([
    ['of length 0', Buffer.from([0])],
    ['of a negative length', Buffer.concat([varInt(-5), Buffer.alloc(8)])],
    ['longer than any packet of a login', Buffer.concat([varInt(2_049), Buffer.alloc(64)])],
    ['of two gigabytes', varInt(2 ** 31 - 1)],
    ['whose length never ends', Buffer.alloc(6, 0xff)],
    ['with another packet', frame(7)],
    ['without fields', frame(0)],
    ['with a field that exceeds it', frame(0, varInt(769), varInt(500), Buffer.from('short'))],
    ['with a field of a negative length', frame(0, varInt(769), varInt(-1), Buffer.alloc(8))],
    ['with a name of other characters', Buffer.concat([buildHandshake('login'), buildLoginStart('<b>Anna</b>')])],
    ['with a long name', Buffer.concat([buildHandshake('login'), buildLoginStart('A'.repeat(17))])],
    ['of another protocol', Buffer.from(`GET / HTTP/1.1\r\nhost: ${'x'.repeat(99)}\r\n\r\n`)],
    ['in a flood', Buffer.concat([buildHandshake('login'), ...Array<Buffer>(3_000).fill(byteArray('xx'))])],
  ])('closes a connection with a frame %s, and serves the next', async (_, bytes) => {
    const client = await openLinkClient(port);
    await client.send(bytes);
    expect((await client.received).length).toBe(0);
    expect(await logIn(port, 'Anna')).toBe(codeText);
    await expect.poll(countConnections).toBe(0);
    expect(loggedLines).toEqual([]);
  });

  test('survives hundreds of connections with garbage and abrupt ends without leaking any', async () => {
    for (let n = 0; n < 300; n++) {
      const client = await openLinkClient(port);
      const start = n % 3 === 0 ? buildHandshake('login') : n % 3 === 1 ? buildHandshake('status') : Buffer.alloc(0);
      await client.send(Buffer.concat([start, randomBytes(n % 50)])).catch(() => undefined);
      if (n % 2 === 0) client.socket.resetAndDestroy();
      else client.socket.destroy();
      await client.received;
    }
    await expect.poll(countConnections).toBe(0);
    expect(await logIn(port, 'Anna')).toBe(codeText);
    expect(loggedLines).toEqual([]);
  });

  test("limits the link server's connections per address", async () => {
    const open = [];
    for (let n = 0; n < 5; n++) open.push(await openLinkClient(port));
    await expect.poll(countConnections).toBe(5);
    expect((await (await openLinkClient(port)).received).length).toBe(0);
    for (const { socket } of open) socket.destroy();
    await expect.poll(() => logIn(port, 'Anna')).toBe(codeText);
  });
});
