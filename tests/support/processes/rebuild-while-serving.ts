import { join } from 'node:path';
import type { SectionRow } from '@guildhall/domain/wire/schemas/forum/sections.js';
import type { ThreadRow } from '@guildhall/domain/wire/schemas/forum/threads.js';
import { expect, onTestFinished } from 'vitest';
import { addLargeForum } from './large-forum.js';
import { Load } from './measuring/load.js';
import { readDatabaseRows } from './database-rows.js';
import { Person, registerPerson } from '../site/member.js';
import { createRandom, seedOfRun } from '../random.js';
import { startServerProcess, createTemporaryFolder, type ServerProcess } from './server-process.js';
import { rebuildViews, verifyViews } from './verify-views.js';

const backgroundMembers = 200;
const sampledThreads = 100;
const maxRequestMs = 2_000; // The machine may be busy.
/** Includes the time to build the views at startup on a busy machine. */
const readyMs = { least: 180_000, perEvent: 1.5 };

/** Expects every request during a rebuild to succeed, and the counts to match the log. */
export async function rebuildWhileServing(events: number): Promise<void> {
  const seed = seedOfRun();
  const site = new RebuiltSite();
  onTestFinished(() => site.remove());
  const { members, sections } = await site.addFirstMembers();
  const size = { events, members: backgroundMembers, sections };
  const seedTimes = await measure(() => addLargeForum(site.dataDir, size, createRandom(seed)));
  const startTime = await measure(() => site.start(Math.max(readyMs.least, events * readyMs.perEvent)));
  const [admin] = members as [Person];
  for (const person of members) person.url = startTime.result.url;
  const expected = countInLog(site.dataDir);
  const threads = sampleThreads(expected);

  const guests = [1, 2, 3].map(() => new Person(admin.url));
  const load = new Load(guests, members.slice(1), threads, sections);
  await load.waitUntilFinished(50);
  const reportBefore = load.report();
  const rebuildTimes = await measure(() => rebuildViews(admin));
  const reportDuring = load.report();
  const verifyTimes = await measure(() => verifyViews(admin));
  const reportAfter = load.report();
  await load.stop();

  console.log(`seed ${seed}; seconds: ${JSON.stringify({ seeding: seedTimes.seconds, starting: startTime.seconds })}`);
  console.log(`without: ${JSON.stringify(reportBefore)}`);
  const rate = Math.round(events / rebuildTimes.seconds);
  console.log(`rebuild: ${rebuildTimes.seconds} s, ${rate} events/s; ${JSON.stringify(reportDuring)}`);
  console.log(`verify: ${verifyTimes.seconds} s; ${JSON.stringify(reportAfter)}`);
  expect(rebuildTimes.result).toBe('The rebuilt views are live.');
  expect(verifyTimes.result).toBe('No difference.');
  for (const report of [reportBefore, reportDuring, reportAfter]) {
    expect(report.failed).toEqual([]);
    expect(report.maxRequestMs).toBeLessThan(maxRequestMs);
    expect(report.requests).toBeGreaterThan(0);
  }
  expect(await readShownCounts(admin, threads)).toEqual(pickCounts(countInLog(site.dataDir), threads));
}

class RebuiltSite {
  private readonly folder = createTemporaryFolder();
  private server: ServerProcess | undefined;

  get dataDir(): string {
    return this.folder;
  }

  /** Stops the server afterwards. @returns the members and the first sections */
  async addFirstMembers(): Promise<{ members: Person[]; sections: number[] }> {
    const server = await this.start();
    const members = [];
    for (const name of ['Ada', 'Boris', 'Cyril']) members.push(await registerPerson(server, name));
    const { body } = await new Person(server.url).call('GET', '/forums/sections');
    await server.stop();
    return { members, sections: (body as SectionRow[]).map(({ id }) => id) };
  }

  async start(readyTimeoutMs = readyMs.least): Promise<ServerProcess> {
    return (this.server = await startServerProcess({ dataDir: this.dataDir, readyTimeoutMs }));
  }

  async remove(): Promise<void> {
    await this.server?.kill();
  }
}

interface Counts {
  /** Replies per thread, excluding deleted ones. */
  byThread: Map<number, number>;
  /** Threads and replies per section. All deleted threads are restored. */
  bySection: Map<number, number>;
}

interface LoggedEvent {
  type: string;
  postId: number | null;
  threadId: number | null;
  sectionId: number | null;
}

/** Counts from the log, independently of the views. */
function countInLog(dataDir: string): Counts {
  const fields = ['postId', 'threadId', 'sectionId'].map((field) => `json_extract(data, '$.${field}') AS ${field}`);
  const rows = readDatabaseRows<LoggedEvent>(
    join(dataDir, 'log.db'),
    `SELECT type, ${fields.join(', ')} FROM events WHERE type GLOB 'Thread*' OR type GLOB 'Reply*' ORDER BY position`,
  );
  const threadOf = new Map<number, number>();
  const sectionOf = new Map<number, number>();
  const repliesByThread = new Map<number, number>();
  for (const { type, postId, threadId, sectionId } of rows) {
    if (threadId !== null && sectionId !== null) sectionOf.set(threadId, sectionId);
    if (type === 'ThreadCreated.v1') repliesByThread.set(threadId ?? 0, 0);
    if (postId !== null && threadId !== null) threadOf.set(postId, threadId);
    const by = { 'ReplyPosted.v1': 1, 'ReplyRestored.v1': 1, 'ReplyDeleted.v1': -1 }[type] ?? 0;
    const repliedThread = threadOf.get(postId ?? 0);
    if (repliedThread !== undefined) repliesByThread.set(repliedThread, (repliesByThread.get(repliedThread) ?? 0) + by);
  }
  const countsBySection = new Map<number, number>();
  for (const [threadId, replies] of repliesByThread) {
    const sectionId = sectionOf.get(threadId) ?? 0;
    countsBySection.set(sectionId, (countsBySection.get(sectionId) ?? 0) + 1 + replies);
  }
  return { byThread: repliesByThread, bySection: countsBySection };
}

function sampleThreads({ byThread }: Counts): number[] {
  const all = [...byThread.keys()];
  return all.filter((_, index) => index % Math.ceil(all.length / sampledThreads) === 0);
}

function pickCounts({ byThread, bySection }: Counts, threads: readonly number[]): Counts {
  return { byThread: new Map(threads.map((id) => [id, byThread.get(id) ?? 0])), bySection };
}

async function readShownCounts(reader: Person, threads: readonly number[]): Promise<Counts> {
  const shownByThread = new Map<number, number>();
  for (const id of threads) {
    shownByThread.set(id, ((await reader.call('GET', `/forums/threads/${id}`)).body as ThreadRow).reply_count);
  }
  const sections = (await reader.call('GET', '/forums/sections')).body as (SectionRow & { post_count: number })[];
  return { byThread: shownByThread, bySection: new Map(sections.map(({ id, post_count }) => [id, post_count])) };
}

async function measure<T>(work: () => Promise<T>): Promise<{ result: T; seconds: number }> {
  const startedAt = performance.now();
  const result = await work();
  return { result, seconds: Math.round((performance.now() - startedAt) / 100) / 10 };
}
