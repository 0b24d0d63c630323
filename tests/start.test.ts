import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '@guildhall/event-store/sqlite-database.js';
import { io } from 'socket.io-client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { guildhall } from './support/command-line.js';
import { newThread, Person, registered, reply } from './support/member.js';
import { newLedger, postUntilGone, repliesOf, send } from './support/posting.js';
import {
  freePort,
  mainFile,
  spawnNode,
  startServerProcess,
  temporaryFolder,
  type ServerProcess,
} from './support/server-process.js';

const slowestStop = 3_000; // ms

let folder: { path: string; remove: () => void };
let dataDir: string;
let port: number;
let server: ServerProcess | undefined;

beforeEach(async () => {
  folder = temporaryFolder();
  dataDir = folder.path;
  port = await freePort();
});

afterEach(async () => {
  await server?.kill();
  folder.remove();
});

const start = async () => (server = await startServerProcess({ dataDir, port }));
const commandLine = (...words: string[]) => guildhall(words, { dataDir, port });

/** Runs the program to its end. */
async function ended(env: Record<string, string>): Promise<{ code: number | null; lines: string[] }> {
  const run = spawnNode(mainFile, { dataDir, env: { PORT: String(port), ...env } });
  const [code] = (await once(run.child, 'close')) as [number | null];
  return { code, lines: run.output().trim().split('\n') };
}

describe('The program', () => {
  it('refuses a data folder that is in use in one line, and the first one goes on', async () => {
    const site = await start();
    const anna = await registered(site, 'Anna');
    const second = await ended({ PORT: String(await freePort()) });
    expect(second).toEqual({
      code: 1,
      lines: [`The event log ${join(dataDir, 'log.db')} is in use by process ${site.child.pid}`],
    });
    const thread = await newThread(anna, 'Still here');
    expect((await anna.call('GET', `/forums/threads/${thread}`)).status).toBe(200);
  });

  it('names a port that is taken in one line', async () => {
    await start();
    const other = temporaryFolder();
    const second = await ended({ DATA_DIR: other.path });
    expect(second).toEqual({ code: 1, lines: [`PORT: another program is listening there (127.0.0.1:${port})`] });
    other.remove();
  });

  it.each([
    [{ PORT: 'eighty' }, /^PORT: must be a port number$/],
    [{ PORT: '70000' }, /^PORT: /],
    [{ PUBLIC_URL: 'guild.example' }, /^PUBLIC_URL: must be an address that begins with http:\/\/ or https:\/\/$/],
    [{ EVENTSTORE_URL: 'esdb://127.0.0.1:2113' }, /^MONGODB_URL: must be set too/],
    [{ MONGODB_URL: 'mongodb://127.0.0.1:27017' }, /^EVENTSTORE_URL: must be set too/],
    [{ EVENTSTORE_URL: 'esdb://127.0.0.1:1', MONGODB_URL: 'mongodb://127.0.0.1:1' }, /^SECRET: must be set/],
    [{ SMTP_URL: 'mail.example' }, /^SMTP_URL: /],
    [{ SECRET: 'short' }, /^SECRET: must have at least 32 characters$/],
    [{ RATE_LIMITS: 'maybe' }, /^RATE_LIMITS: must be on or off$/],
    [{ USERNAMES_PORT: 'many' }, /^USERNAMES_PORT: must be a port number$/],
    [{ LOG_LEVEL: 'loud' }, /^LOG_LEVEL: /],
    [{ HOST: '192.0.2.1' }, /^HOST: this machine has no such address/],
  ])('names a wrong value in one line: %o', async (env: Record<string, string>, line) => {
    const { code, lines } = await ended(env);
    expect(code).toBe(1);
    expect(lines).toEqual([expect.stringMatching(line)]);
  });

  it('makes the first account on this machine the Admin, and not the second', async () => {
    const site = await start();
    expect((await registered(site, 'Anna')).me).toMatchObject({ is_admin: true, role: 'Admin' });
    expect((await registered(site, 'Bram')).me).toMatchObject({ is_admin: false, role: 'Member' });
  });
});

describe('Told to stop under load, the server', () => {
  it('answers what is under way, keeps what it acknowledged, and ends soon with the code 0', async () => {
    const site = await start();
    const people = [await registered(site, 'Anna'), await registered(site, 'Bram')];
    const [anna] = people as [Person];
    const thread = await newThread(anna, 'Until the end');
    const sockets = Array.from({ length: 5 }, () => io(site.url, liveOptions(site.url)));
    await Promise.all(sockets.map((socket) => new Promise<void>((resolve) => socket.once('connect', resolve))));
    const ledger = newLedger();
    const crowd = people.flatMap((person) => Array.from({ length: 4 }, () => person));
    const posting = postUntilGone(ledger, crowd, [thread]);
    while (ledger.acknowledged.length < 30) await sleep(5);

    const slow = halfSent(site, anna, { thread_id: thread, content: 'The last word' });
    await slow.begun;
    const stopping = performance.now();
    const stopped = site.stop();
    await sleep(200);
    slow.finish();
    expect(await slow.status).toBe(201);
    expect(await stopped).toBe(0);
    expect(performance.now() - stopping).toBeLessThan(slowestStop);
    await posting;
    for (const socket of sockets) socket.close();
    expect(ledger.refused).toEqual([]);

    await start();
    for (const lost of ledger.unanswered.splice(0)) await send(ledger, lost); // the line was closed before they were read
    const wanted = [...ledger.acknowledged.map(({ content }) => content), 'The last word'];
    expect((await repliesOf(anna, thread)).map(({ content }) => content).sort()).toEqual(wanted.sort());
  });
});

describe('The command line', () => {
  it('shows, rebuilds and verifies the projections, of a running server and without one', async () => {
    const site = await start();
    const anna = await registered(site, 'Anna');
    const thread = await newThread(anna, 'To be rebuilt');
    await reply(anna, thread, 'And verified');

    const shown = await commandLine('projections');
    expect(shown).toMatchObject({ code: 0, output: expect.stringMatching(/generation +1\n/) as unknown });
    expect(shown.output).toMatch(/checkpoint +\d{20} \(up to date\)\n/);
    expect(shown.output).toMatch(/skipped +0 events\n/);
    await expectGoodWork(2);
    expect((await repliesOf(anna, thread)).map(({ content }) => content)).toEqual(['And verified']);

    expect(await site.stop()).toBe(0);
    await expectGoodWork(3);
    await start();
    expect((await repliesOf(anna, thread)).map(({ content }) => content)).toEqual(['And verified']);
  });

  /** Rebuilds, which makes the given generation live, and verifies. */
  async function expectGoodWork(generation: number): Promise<void> {
    const rebuilt = await commandLine('rebuild');
    expect(rebuilt).toMatchObject({
      code: 0,
      output: expect.stringContaining('The rebuilt views are live.') as unknown,
    });
    const verified = await commandLine('verify');
    expect(verified).toMatchObject({ code: 0, output: expect.stringMatching(/\nNo difference\.\n$/) as unknown });
    expect(verified.output).toMatch(/^[1-9]\d* documents compared at \d{20}\n/);
    expect((await commandLine('projections')).output).toMatch(new RegExp(`generation +${generation}\\n`));
  }

  it('names the one document that is not what the log says, until the views are rebuilt', async () => {
    const site = await start();
    const anna = await registered(site, 'Anna');
    const thread = await newThread(anna, 'To be spoilt');
    const post = await reply(anna, thread, 'Twice counted');
    await site.stop();
    const views = openDatabase(join(dataDir, 'views-1.db'));
    const spoil = `UPDATE threads SET body = json_set(body, '$.replyCount', 2) WHERE id = ${thread}`;
    expect(views.prepare(spoil).run().changes).toBe(1);
    views.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    views.close();

    await start();
    const expectNamed = async () => {
      const { code, output } = await commandLine('verify');
      const differences = [`threads ${thread}: different (replyCount)`, '1 documents differ.'];
      expect({ code, lines: output.trim().split('\n').slice(1) }).toEqual({ code: 1, lines: differences });
    };
    await expectNamed();
    await server?.stop();
    await expectNamed();
    expect((await commandLine('rebuild')).code).toBe(0);
    expect(await commandLine('verify')).toMatchObject({ code: 0 });
    await start();
    expect((await repliesOf(anna, thread)).map(({ id }) => id)).toEqual([post]);
    expect((await anna.call('GET', `/forums/threads/${thread}`)).body).toMatchObject({ reply_count: 1 });
  });

  it('makes the first Admin while no server runs, once', async () => {
    const create = (name: string, password = 'long enough') => {
      const options = ['--username', name, '--email', `${name}@example.org`, '--password', password];
      return commandLine('admin', 'create', ...options);
    };
    expect(await create('anna', 'short')).toEqual({ code: 1, output: 'A password has 8 to 128 characters.\n' });
    expect(await create('anna')).toEqual({ code: 0, output: 'anna is Admin.\n' });
    expect(await create('bram')).toEqual({ code: 1, output: 'There is an Admin already.\n' });
    const site = await start();
    const anna = new Person(site.url);
    await anna.logIn('anna', 'long enough');
    expect(anna.me).toMatchObject({ is_admin: true });
    const inUse = `The event log ${join(dataDir, 'log.db')} is in use by process ${site.child.pid}\n`;
    expect(await create('cora')).toEqual({ code: 1, output: inUse });
  });
});

const liveOptions = (origin: string) => ({
  transports: ['websocket'],
  reconnection: false,
  forceNew: true,
  extraHeaders: { origin },
});

/** A reply of which the server has the head and a part of the body; `finish` sends the rest. */
function halfSent(site: ServerProcess, person: Person, reply: unknown) {
  const body = JSON.stringify(reply);
  const headers = {
    ...{ 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
    ...{ origin: site.url, cookie: person.cookie, 'idempotency-key': randomUUID() },
  };
  const sent = request(`${site.url}/api/forums/posts`, { method: 'POST', headers });
  const status = new Promise<number | undefined>((resolve, reject) => {
    sent.on('response', (response) => resolve(response.resume().statusCode)).on('error', reject);
  });
  const begun = new Promise<void>((resolve) => sent.write(body.slice(0, 5), () => resolve())).then(() => sleep(100));
  return { begun, status, finish: () => sent.end(body.slice(5)) };
}
