import { setTimeout as sleep } from 'node:timers/promises';
import { computeHeldMs, measure, measuredImport, type Measurement } from '../processes/measuring/measure.js';
import { startServerProcess, type ServerProcess } from '../processes/server-process.js';
import { createThread, registerPerson, findSectionId, type Person } from '../site/member.js';
import type { Target } from './attack-connections.js';
import { attackers, type Forum } from './attackers.js';

const heapMb = 256;
const sampleMs = 5_000;

export interface AbuseReport {
  /** In milliseconds, minus the idle process's figure. */
  heldMs: number;
  peakMb: number;
  memoryMb: { middle: number; end: number };
  requests: number;
  failed: string[];
  outcomes: Record<string, number>;
}

/** Runs with little memory, all limits and no proxy so that each local address counts as a separate visitor. */
export const startAbused = (dataDir: string): Promise<ServerProcess> =>
  startServerProcess({
    dataDir,
    env: {
      NODE_OPTIONS: `--max-old-space-size=${heapMb} ${measuredImport}`,
      RATE_LIMITS: 'on',
      TRUSTED_PROXIES: '192.0.2.1',
      LOG_LEVEL: 'error',
    },
  });

/** `idle` is a server without load, for comparison. */
export async function attackServer(
  server: ServerProcess,
  idle: ServerProcess,
  durationMs: number,
): Promise<AbuseReport> {
  const forum = await fillForum(server);
  const endSignal = new AbortController();
  const outcomes: Record<string, number> = {};
  const target: Target = {
    url: server.url,
    host: '127.0.0.1',
    port: server.port,
    stopping: endSignal.signal,
    count: (outcome, times = 1) => (outcomes[outcome] = (outcomes[outcome] ?? 0) + times),
  };
  await Promise.all([measure(server), measure(idle)]);
  const visits = visit(server.url, forum, endSignal.signal);
  const attacks = Object.values(attackers).map((attack) => attack(target, forum));
  const samples: (Measurement & { heldMs: number })[] = [];
  for (const deadline = Date.now() + durationMs; Date.now() < deadline;) {
    await sleep(sampleMs);
    const [busy, still] = await Promise.all([measure(server), measure(idle)]);
    samples.push({ ...busy, heldMs: computeHeldMs(busy, still) });
  }
  endSignal.abort();
  const { requests, failed } = await visits;
  await Promise.all(attacks);
  const thirdLength = Math.floor(samples.length / 3);
  const memoryMb = {
    middle: computeMedianMb(samples.slice(thirdLength, 2 * thirdLength)),
    end: computeMedianMb(samples.slice(2 * thirdLength)),
  };
  const peakMb = Math.max(...samples.map((sample) => sample.peakMb));
  return {
    heldMs: Math.max(...samples.map((sample) => sample.heldMs)),
    peakMb,
    memoryMb,
    requests,
    failed,
    outcomes,
  };
}

function computeMedianMb(samples: readonly Measurement[]): number {
  const sortedMb = samples.map(({ rssMb }) => rssMb).sort((a, b) => a - b);
  return sortedMb[Math.floor(sortedMb.length / 2)] ?? 0;
}

async function fillForum(server: ServerProcess): Promise<Forum> {
  const admin = await registerPerson(server, 'Alex');
  const member = await registerPerson(server, 'Steve');
  const threads: number[] = [];
  for (let n = 0; n < 25; n++) threads.push(await createThread(admin, `Thread ${n}`, `What it says, ${n}`));
  const position = (await admin.call('GET', '/forums/recent')).headers.get('guildhall-position') ?? '';
  const [threadId = 0] = threads;
  return {
    admin,
    member,
    threadId,
    threads: threads.slice(1),
    position,
    sectionId: await findSectionId(admin, 'community'),
  };
}

async function visit(url: string, { admin, threads }: Forum, stopping: AbortSignal) {
  const failed: string[] = [];
  let requests = 0;
  const request = async (name: string, work: () => Promise<number>) => {
    requests++;
    const status = await work().catch((error: unknown) =>
      error instanceof Error ? `${error} ${String(error.cause)}` : '?',
    );
    if (status !== 200 && status !== 201) failed.push(`${name}: ${status}`);
  };
  const browseAsGuest = async () => {
    const paths = ['/', '/health', '/ready', '/api/forums/sections', `/forums/thread/${threads[0]}`, '/theme.css'];
    for (let n = 0; !stopping.aborted; n++) {
      const path = paths[n % paths.length] ?? '/';
      const headers = { accept: path.startsWith('/api') ? 'application/json' : 'text/html' };
      await request(path, () =>
        fetch(url + path, { headers }).then(async (response) => (await response.arrayBuffer(), response.status)),
      );
      await sleep(200);
    }
  };
  const write = async () => {
    for (let n = 0; !stopping.aborted; n++) {
      const body = { content: `A word about it, ${n}` };
      await request('a wall post', async () => (await call(admin, body)).status);
      await sleep(2_000);
    }
  };
  await Promise.all([browseAsGuest(), write()]);
  return { requests, failed };
}

const call = (admin: Person, body: object) => admin.call('POST', '/profile/Alex/posts', body);
