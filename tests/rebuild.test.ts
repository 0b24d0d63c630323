import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SectionRow, ThreadRow } from '@guildhall/domain/wire/rest.js';
import { afterEach, expect, it } from 'vitest';
import { addLargeForum } from './support/large-forum.js';
import { Load } from './support/load.js';
import { rowsOf } from './support/database-rows.js';
import { Person, registered } from './support/member.js';
import { numbersFrom, seedOfRun } from './support/random.js';
import { startServerProcess, temporaryFolder, type ServerProcess } from './support/server-process.js';
import { rebuildViews, verifyViews } from './support/verify-views.js';

const events = Number(process.env['REBUILD_EVENTS'] ?? 200_000);
const settlers = 200;
const sampled = 100; // threads
const longestBearable = 2_000; // ms for one request, also on a machine that has other work to do
const minutes = 60_000;

const folder = temporaryFolder();
let server: ServerProcess | undefined;

afterEach(async () => {
  await server?.kill();
  folder.remove();
});

it(
  `The views of ${events} events are rebuilt and verified while the site answers everybody, and come to the same`,
  { timeout: 10 * minutes },
  async () => {
    const seed = seedOfRun();
    const { members, sections } = await youngSite();
    const seeding = await timed(() =>
      addLargeForum(folder.path, { events, members: settlers, sections }, numbersFrom(seed)),
    );
    loseViews(); // so that they are built by the worker thread, not event by event
    const starting = await timed(start);
    const [admin] = members as [Person];
    for (const person of members) person.url = server?.url ?? '';
    const threads = threadsToSample(expectedCounts());

    const guests = [1, 2, 3].map(() => new Person(admin.url));
    const load = new Load(guests, members.slice(1), threads, sections);
    await sleep(2_000);
    const without = load.report();
    const rebuilding = await timed(() => rebuildViews(admin));
    const during = load.report();
    const verifying = await timed(() => verifyViews(admin));
    const meanwhile = load.report();
    await load.stop();

    console.log(`seed ${seed}; seconds: ${JSON.stringify({ seeding: seeding.seconds, starting: starting.seconds })}`);
    console.log(`without: ${JSON.stringify(without)}`);
    console.log(
      `rebuild: ${rebuilding.seconds} s, ${Math.round(events / rebuilding.seconds)} events/s; ${JSON.stringify(during)}`,
    );
    console.log(`verify: ${verifying.seconds} s; ${JSON.stringify(meanwhile)}`);
    expect(rebuilding.result).toBe('The rebuilt views are live.');
    expect(verifying.result).toBe('No difference.');
    for (const report of [without, during, meanwhile]) {
      expect(report.failed).toEqual([]);
      expect(report.longestMs).toBeLessThan(longestBearable);
      expect(report.requests).toBeGreaterThan(0);
    }
    expect(await shownCounts(admin, threads)).toEqual(pickCounts(expectedCounts(), threads));
  },
);

/** A fresh server with an Admin and two members, stopped again. @returns them and the sections that it made */
async function youngSite(): Promise<{ members: Person[]; sections: number[] }> {
  const young = await start();
  const members = [];
  for (const name of ['Ada', 'Boris', 'Cyril']) members.push(await registered(young, name));
  const answer = await new Person(young.url).call('GET', '/forums/sections');
  await young.stop();
  return { members, sections: (answer.body as SectionRow[]).map(({ id }) => id) };
}

async function start(): Promise<ServerProcess> {
  return (server = await startServerProcess({ dataDir: folder.path, readyWithin: 3 * minutes }));
}

function loseViews(): void {
  const files = readdirSync(folder.path).filter((name) => name.startsWith('views-'));
  for (const name of files) rmSync(join(folder.path, name));
}

interface Counts {
  /** Replies that stand. */
  byThread: Map<number, number>;
  /** Threads and replies. All threads that were deleted are restored. */
  bySection: Map<number, number>;
}

interface Happened {
  type: string;
  postId: number | null;
  threadId: number | null;
  sectionId: number | null;
}

/** What the log says, by a count of its own. */
function expectedCounts(): Counts {
  const fields = ['postId', 'threadId', 'sectionId'].map((field) => `json_extract(data, '$.${field}') AS ${field}`);
  const happened = rowsOf<Happened>(
    join(folder.path, 'log.db'),
    `SELECT type, ${fields.join(', ')} FROM events WHERE type GLOB 'Thread*' OR type GLOB 'Reply*' ORDER BY position`,
  );
  const threadOf = new Map<number, number>();
  const sectionOf = new Map<number, number>();
  const byThread = new Map<number, number>();
  for (const { type, postId, threadId, sectionId } of happened) {
    if (threadId !== null && sectionId !== null) sectionOf.set(threadId, sectionId);
    if (type === 'ThreadCreated.v1') byThread.set(threadId ?? 0, 0);
    if (postId !== null && threadId !== null) threadOf.set(postId, threadId);
    const by = { 'ReplyPosted.v1': 1, 'ReplyRestored.v1': 1, 'ReplyDeleted.v1': -1 }[type] ?? 0;
    const replied = threadOf.get(postId ?? 0);
    if (replied !== undefined) byThread.set(replied, (byThread.get(replied) ?? 0) + by);
  }
  const bySection = new Map<number, number>();
  for (const [threadId, replies] of byThread) {
    const sectionId = sectionOf.get(threadId) ?? 0;
    bySection.set(sectionId, (bySection.get(sectionId) ?? 0) + 1 + replies);
  }
  return { byThread, bySection };
}

function threadsToSample({ byThread }: Counts): number[] {
  const all = [...byThread.keys()];
  return all.filter((_, index) => index % Math.ceil(all.length / sampled) === 0);
}

function pickCounts({ byThread, bySection }: Counts, threads: readonly number[]): Counts {
  return { byThread: new Map(threads.map((id) => [id, byThread.get(id) ?? 0])), bySection };
}

async function shownCounts(reader: Person, threads: readonly number[]): Promise<Counts> {
  const byThread = new Map<number, number>();
  for (const id of threads) {
    byThread.set(id, ((await reader.call('GET', `/forums/threads/${id}`)).body as ThreadRow).reply_count);
  }
  const sections = (await reader.call('GET', '/forums/sections')).body as (SectionRow & { post_count: number })[];
  return { byThread, bySection: new Map(sections.map(({ id, post_count }) => [id, post_count])) };
}

async function timed<T>(work: () => Promise<T>): Promise<{ result: T; seconds: number }> {
  const began = performance.now();
  const result = await work();
  return { result, seconds: Math.round((performance.now() - began) / 100) / 10 };
}
