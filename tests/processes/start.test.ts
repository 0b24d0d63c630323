import { randomUUID } from 'node:crypto';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { io } from 'socket.io-client';
import { describe, expect, it } from 'vitest';
import { createThread, Person, registerPerson } from '../support/site/member.js';
import { reportNotRun } from '../not-run.js';
import { createLedger, postUntilKilled, readReplies, send } from '../support/processes/posting.js';
import {
  createFreshSite,
  findFreePort,
  mainFile,
  spawnNode,
  createTemporaryFolder,
  type ServerProcess,
} from '../support/processes/server-process.js';

/** `script`, a part of util-linux, runs a program in a terminal. */
const hasTerminal = spawnSync('script', ['--version']).stdout?.includes('util-linux') ?? false;
if (!hasTerminal) reportNotRun('the readable line in a terminal: there is no script of util-linux');

const newSite = createFreshSite();

async function runToExit(env: Record<string, string>): Promise<{ code: number | null; lines: string[] }> {
  const run = spawnNode(mainFile, { dataDir: newSite.dataDir, env: { PORT: String(newSite.port), ...env } });
  const [code] = (await once(run.child, 'close')) as [number | null];
  return { code, lines: run.output().trim().split('\n') };
}

describe('starting the server', () => {
  it('exits with one line if the data folder is in use by a running process', async () => {
    const site = await newSite.start();
    const anna = await registerPerson(site, 'Anna');
    const second = await runToExit({ PORT: String(await findFreePort()) });
    expect(second).toEqual({
      code: 1,
      lines: [`The event log ${join(newSite.dataDir, 'log.db')} is in use by process ${site.child.pid}`],
    });
    const thread = await createThread(anna, 'Still here');
    expect((await anna.call('GET', `/forums/threads/${thread}`)).status).toBe(200);
  });

  it.runIf(hasTerminal)('logs the server address as a readable line in a terminal and as JSON elsewhere', async () => {
    const site = await newSite.start();
    const findAnnouncedLine = () =>
      site
        .output()
        .split('\n')
        .find((line) => line.includes('Guildhall is at')) ?? '{}';
    const msg = expect.stringContaining(`http://localhost:${newSite.port}`) as unknown;
    await expect.poll(() => JSON.parse(findAnnouncedLine()) as unknown).toMatchObject({ level: 30, msg });
    // Node.js 22 would otherwise warn that its SQLite module is experimental.
    expect(site.output()).not.toContain('Warning');
    expect(await site.stop()).toBe(0);

    const program = `${process.execPath} ${mainFile}`;
    const env = {
      PATH: process.env['PATH'],
      DATA_DIR: newSite.dataDir,
      PORT: String(newSite.port),
      HOST: '127.0.0.1',
    };
    const terminal = spawn('script', ['--quiet', '--return', '--command', program, '/dev/null'], { env });
    const firstOutput = await readFirstLine(terminal.stdout, 'Guildhall is at');
    expect(firstOutput).toMatch(/^[^{]*INFO[^{]*Guildhall is at http:\/\/localhost:\d+ /);
    const terminalClosed = once(terminal, 'close');
    terminal.stdin.write('\u0003'); // This is Ctrl+C.
    await terminalClosed;
  });

  it('reports a port in use in one line', async () => {
    await newSite.start();
    const otherFolder = createTemporaryFolder();
    const second = await runToExit({ DATA_DIR: otherFolder });
    expect(second).toEqual({
      code: 1,
      lines: [`PORT: another program is already listening on it (127.0.0.1:${newSite.port})`],
    });
  });

  it.each([
    [{ PORT: 'eighty' }, /^PORT: must be a port number$/],
    [{ HOST: '192.0.2.1' }, /^HOST: this machine has no such address/],
  ])('reports an invalid variable in one line ($#)', async (env: Record<string, string>, line) => {
    const { code, lines } = await runToExit(env);
    expect(code).toBe(1);
    expect(lines).toEqual([expect.stringMatching(line)]);
  });

  it('on a local site, only the first account registered on this machine becomes an Admin', async () => {
    const site = await newSite.start();
    expect((await registerPerson(site, 'Anna')).me).toMatchObject({ is_admin: true, role: 'Admin' });
    expect((await registerPerson(site, 'Bram')).me).toMatchObject({ is_admin: false, role: 'Member' });
  });

  it('at a public address, the visitor of the printed link becomes Admin, not the first account', async () => {
    const origin = 'https://guild.example';
    // The proxy sends no X-Forwarded-For header.
    const site = { ...(await newSite.start({ PUBLIC_URL: origin })), origin };
    const stranger = await registerPerson(site, 'Stranger');
    expect(stranger.me).toMatchObject({ is_admin: false, role: 'Member' });
    const owner = await registerPerson(site, 'Owner');
    const link = /link to become the Admin: https:\/\/guild\.example\/api(\/setup\?token=\S+?)"/.exec(site.output());
    await owner.call('GET', link?.[1] ?? '');
    await owner.logIn('Owner');
    expect(owner.me).toMatchObject({ is_admin: true, role: 'Admin' });
  });
});

describe('stopping under load', () => {
  it('stopping under load completes pending requests, loses nothing and exits with code 0', async () => {
    const site = await newSite.start();
    const people = [await registerPerson(site, 'Anna'), await registerPerson(site, 'Bram')];
    const [anna] = people as [Person];
    const thread = await createThread(anna, 'Until the end');
    const sockets = Array.from({ length: 5 }, () => io(site.url, buildLiveOptions(site.url)));
    await Promise.all(sockets.map((socket) => new Promise<void>((resolve) => socket.once('connect', resolve))));
    const ledger = createLedger();
    const crowd = people.flatMap((person) => Array.from({ length: 4 }, () => person));
    const posting = postUntilKilled(ledger, crowd, [thread]);
    while (ledger.acknowledged.length < 30) await sleep(5);

    const slowRequest = sendHalf(site, anna, { thread_id: thread, content: 'The last word' });
    await slowRequest.begun;
    const serverStopped = site.stop();
    await sleep(200);
    slowRequest.finish();
    expect(await slowRequest.status).toBe(201);
    expect(await serverStopped).toBe(0);
    await posting;
    for (const socket of sockets) socket.close();
    expect(ledger.refused).toEqual([]);

    await newSite.start();
    // The connection was closed before the server had read these replies.
    for (const lostReply of ledger.unanswered.splice(0)) await send(ledger, lostReply);
    const expectedTexts = [...ledger.acknowledged.map(({ content }) => content), 'The last word'];
    expect((await readReplies(anna, thread)).map(({ content }) => content).sort()).toEqual(expectedTexts.sort());
  });
});

const buildLiveOptions = (origin: string) => ({
  transports: ['websocket'],
  reconnection: false,
  forceNew: true,
  extraHeaders: { origin },
});

/** Sends only a part of the request. `finish` sends the remaining bytes. */
function sendHalf(site: ServerProcess, person: Person, reply: unknown) {
  const body = JSON.stringify(reply);
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    origin: site.url,
    cookie: person.cookie,
    'idempotency-key': randomUUID(),
    expect: '100-continue', // The response shows that the server has received the head.
  };
  const sent = request(`${site.url}/api/forums/posts`, { method: 'POST', headers });
  const status = new Promise<number | undefined>((resolve, reject) => {
    sent.on('response', (response) => resolve(response.resume().statusCode)).on('error', reject);
  });
  const headReceived = new Promise<void>((resolve, reject) => {
    sent.on('continue', () => sent.write(body.slice(0, 5), () => resolve())).on('error', reject);
    sent.flushHeaders();
  });
  return { begun: headReceived, status, finish: () => sent.end(body.slice(5)) };
}

async function readFirstLine(from: Readable, words: string): Promise<string> {
  const lines: string[] = [];
  for await (const line of createInterface(from)) {
    if (line.includes(words)) return line;
    lines.push(line);
  }
  throw new Error(`The process exited without a line that contains "${words}":\n${lines.join('\n')}`);
}
