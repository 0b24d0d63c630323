import { setTimeout as sleep } from 'node:timers/promises';
import { randomUUID } from 'node:crypto';
import { threadSorts } from '@guildhall/domain/wire/kinds.js';
import { streams } from '@guildhall/domain/events.js';
import { beforeAll, expect, test, vi } from 'vitest';
import { countWork, type Run } from '../support/processes/measuring/count-work.js';
import { testSite } from '../support/site/site.js';

vi.mock('@guildhall/event-store/sqlite/database.js', async (original) =>
  (await import('../support/processes/measuring/count-work.js')).countDatabaseWork(await original()),
);

const counts = countWork();
const manyReplies = 10_000;
const site = testSite();
/** Contains the positions and ids of a thread's replies, in order. */
let shortThread: SeededThread;
let longThread: SeededThread;
let warmUp: SeededThread;

interface SeededThread {
  id: number;
  replies: { id: number; order: string }[];
}

beforeAll(async () => {
  warmUp = await seedThread(10);
  shortThread = await seedThread(10);
  longThread = await seedThread(manyReplies);
  await site.catchUpViews();
  await site.restart(); // A restart clears the caches that seeding filled.
  await site.services.search.waitFor(await site.readHead(), 120_000);
  for (const job of jobs) await buildWork(() => job.run(warmUp));
  // One document lists the visible replies of the short thread, and hundreds list those of the long thread. These reads
  // cache the two documents that both jobs use.
  for (const thread of [shortThread, longThread]) {
    for (const at of [getMiddleIndex(thread) + 1, thread.replies.length - 2]) {
      const path = `/forums/posts/${thread.replies[at]?.id}`;
      await buildWork(() => site.perform('DELETE', path, undefined, sendAs()));
      await buildWork(() => site.perform('POST', `${path}/restore`, undefined, { as: site.admin }));
    }
  }
});

/** Appends the same events as the commands would. */
async function seedThread(replies: number): Promise<SeededThread> {
  const threadId = await site.createThread();
  const thread: SeededThread = { id: threadId, replies: [] };
  for (let i = 0; i < replies; i++) {
    const id = threadId + 1 + i;
    const authorId = site.member.id;
    const content = await site.services.texts.seal(authorId, `Reply ${i}`);
    const metadata = { actorId: String(authorId), commandId: randomUUID(), at: new Date().toISOString() };
    const data = { postId: id, threadId, authorId, content };
    const event = { id: randomUUID(), type: 'ReplyPosted.v1', data, metadata };
    const { position } = await site.services.log.append(streams.post(id), [event], 'no-stream');
    thread.replies.push({ id, order: position });
  }
  return thread;
}

const getMiddleIndex = ({ replies }: SeededThread) => Math.floor(replies.length / 2) - 2;
const getMiddleReply = (thread: SeededThread) =>
  thread.replies[getMiddleIndex(thread)] as { id: number; order: string };
const getLastReply = ({ replies }: SeededThread) => replies.at(-1) as { id: number; order: string };
const sendAs = () => ({ as: site.member });
const read = (path: string) => site.get<unknown[]>(path);

interface Job {
  name: string;
  run: (thread: SeededThread) => Promise<unknown>;
}
/** The first job posts the newest reply. */
const jobs: Job[] = [
  {
    name: 'posting a reply',
    run: async (thread) => thread.replies.push({ id: await site.createReply(thread.id), order: '' }),
  },
  {
    name: 'editing the newest reply',
    run: ({ replies }) => site.perform('PUT', `/forums/posts/${replies.at(-1)?.id}`, { content: 'Edited' }, sendAs()),
  },
  {
    name: 'editing a reply in the middle',
    run: (thread) => site.perform('PUT', `/forums/posts/${getMiddleReply(thread).id}`, { content: 'Edited' }, sendAs()),
  },
  {
    name: 'deleting a reply in the middle',
    run: (thread) => site.perform('DELETE', `/forums/posts/${getMiddleReply(thread).id}`, undefined, sendAs()),
  },
  {
    name: 'deleting the newest reply',
    run: (thread) => site.perform('DELETE', `/forums/posts/${getLastReply(thread).id}`, undefined, sendAs()),
  },
  { name: 'reading the thread itself', run: (thread) => read(`/forums/threads/${thread.id}`) },
  { name: 'reading its first page', run: (thread) => read(`/forums/posts/${thread.id}?limit=4`) },
  {
    name: 'reading a page in its middle',
    run: (thread) => read(`/forums/posts/${thread.id}?limit=4&cursor=${getMiddleReply(thread).order}`),
  },
  { name: 'reading its last page', run: (thread) => read(`/forums/posts/${thread.id}?last=4`) },
  {
    name: 'reading the page before an order',
    run: (thread) => read(`/forums/posts/${thread.id}?limit=4&before=${thread.replies[8]?.order}`),
  },
  {
    name: 'reacting to a reply',
    run: ({ replies }) =>
      site.perform('PUT', '/forums/reactions', { kind: 'post', id: replies[1]?.id, emoji: 'like' }, sendAs()),
  },
  {
    name: 'reacting to the thread',
    run: ({ id }) => site.perform('PUT', '/forums/reactions', { kind: 'thread', id, emoji: 'like' }, sendAs()),
  },
  {
    name: 'reading who reacted',
    run: ({ replies }) => read(`/forums/reactions/post/${replies[1]?.id}/people`),
  },
  { name: 'reading the own reactions', run: ({ id }) => site.get(`/forums/reactions/${id}`, site.member) },
  { name: 'editing the thread', run: ({ id }) => site.perform('PUT', `/forums/threads/${id}`, texts, sendAs()) },
];
const texts = { title: 'Another title', content: 'Another text' };

test.each(jobs)('$name takes as much work in a thread with ten thousand replies as in one with ten', async (job) => {
  const shortThreadWork = await buildWork(() => job.run(shortThread));
  const longThreadWork = await buildWork(() => job.run(longThread));
  console.log(
    `${job.name}: ${shortThreadWork.eventsRead} events read, ${shortThreadWork.runs.length} statements, ${countRows(shortThreadWork)} rows`,
  );
  expect(longThreadWork.eventsRead).toBe(shortThreadWork.eventsRead);
  expect(listSortedRuns(longThreadWork.runs)).toEqual(listSortedRuns(shortThreadWork.runs));
  expect(shortThreadWork.runs.length, 'statements are counted').toBeGreaterThan(0);
});

test.each(['', '/activity', '/followers', '/following'])(
  'reads a profile%s with few statements despite ten thousand replies',
  async (list) => {
    const wholeWork = await buildWork(() => site.get(`/profile/${site.member.name}${list}`));
    const runs = withoutCommits(wholeWork.runs);
    expect(wholeWork.eventsRead).toBe(0);
    expect(runs.length).toBeLessThan(8);
    expect(countRows({ runs })).toBeLessThan(150);
    expect(runs.filter(({ sql }) => sql.startsWith('SELECT')).length, 'statements are counted').toBeGreaterThan(0);
  },
);

test.each(threadSorts)('reads a page of a list by %s with one or two statements', async (sort) => {
  const page = `/forums/threads?section_id=${site.section}&sort=${sort}&limit=2`;
  // Each sort order gets a different limit because the server caches guests' responses.
  const places = await buildWork(() => read(`/forums/recent?limit=${2 + threadSorts.indexOf(sort)}`));
  expect(places.runs.length, 'statements are counted').toBeGreaterThan(0);
  for (const parameters of ['', '&author=Steve', `&cursor=1.${'9'.repeat(20)}`]) {
    const { runs, eventsRead } = await buildWork(() => read(page + parameters));
    const statements = runs.map(({ sql, rows }) => `${rows} rows: ${sql}`).join('\n');
    expect(eventsRead, statements).toBe(0);
    expect(runs.filter(({ sql }) => sql.includes('FROM "threads"')).length, statements).toBeLessThanOrEqual(2);
    expect(countRows({ runs }), statements).toBeLessThan(10);
  }
});

/**
 * The checkpoint tables have one row, json_each reads a list parameter, the index of outdated threads contains nothing
 * else, and the full-text table reports every read of one row by its number or tag as a scan.
 */
const allowedScan =
  /^SCAN (_?state$|json_each |threads USING (COVERING )?INDEX threads_outdated$|texts VIRTUAL TABLE INDEX 0:[=M])/;

test('the measured reads neither scan an entire table nor sort a result', () => {
  const readStatements = new Set(everyRun.map(({ sql }) => sql).filter((sql) => /^(SELECT|UPDATE|DELETE)/.test(sql)));
  expect(readStatements.size).toBeGreaterThan(5);
  const slowSteps = [...readStatements].flatMap((sql) =>
    counts
      .explainPlan(sql)
      .filter((step) => /^SCAN |TEMP B-TREE/.test(step) && !allowedScan.test(step))
      .map((step) => `${step}: ${sql}`),
  );
  expect(slowSteps).toEqual([]);
});

test('the work counter distinguishes longer reads from shorter ones', async () => {
  const shortWork = await buildWork(() => read(`/forums/posts/${longThread.id}?limit=10`));
  const long = await buildWork(() => read(`/forums/posts/${longThread.id}?limit=900`));
  expect(countRows(long) - countRows(shortWork)).toBe(890);
});

const everyRun: Run[] = [];
/** Timing determines which pages of the views share a commit. */
const withoutCommits = (runs: readonly Run[]) => runs.filter(({ sql }) => !/^(BEGIN|COMMIT)|_state/.test(sql));
/** Views and search follow the log in parallel, so their order depends on timing. */
const listSortedRuns = (runs: readonly Run[]) =>
  withoutCommits(runs)
    .map(({ sql, rows }) => `${sql}: ${rows}`)
    .sort();
const countRows = ({ runs }: { runs: readonly Run[] }) => runs.reduce((sum, { rows }) => sum + rows, 0);

/** Includes the work of the views and the follower. */
async function buildWork(run: () => Promise<unknown>): Promise<{ eventsRead: number; runs: Run[] }> {
  counts.reset();
  await run();
  const head = await site.readHead();
  await site.catchUpViews();
  if (!(await site.services.search.waitFor(head, 5_000)))
    throw new Error('The search index did not catch up with the log');
  while (site.server.follower.position < head) await sleep(1);
  const { eventsRead, runs } = counts;
  everyRun.push(...runs);
  return { eventsRead, runs };
}
