import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { commitWaitingPages } from '@guildhall/projections/stores/sqlite/shared-commit.js';
import { beforeAll, expect, test, vi } from 'vitest';
import { countWork } from '../support/processes/measuring/count-work.js';
import { type SiteMember, testSite } from '../support/site/site.js';

vi.mock('@guildhall/event-store/sqlite/database.js', async (original) =>
  (await import('../support/processes/measuring/count-work.js')).countDatabaseWork(await original()),
);

const counts = countWork();
const pageBytes = 4096;
const frameBytes = pageBytes + 24; // A frame is a page with its header in a write-ahead log.
const site = testSite();
let thread: number;
let reply: number;
let guest: SiteMember;

beforeAll(async () => {
  guest = await site.createMember('Kim');
  thread = await site.createThread();
  reply = await site.createReply(thread);
});

interface Kind {
  name: string;
  /** `n` increases with each run so that no two runs are identical. */
  run: (n: number) => Promise<unknown>;
  /** The events that the decision reads, plus one each for the policy, the views and the search. */
  events: number;
  /** The statements on the views, the vault and the search index, without transaction control. */
  statements: number;
  /**
   * The pages written to the write-ahead logs without shared commits. This is the measured value plus two for page
   * splits.
   */
  pages: number;
}

const sendAs = (member: SiteMember) => ({ as: member });
const kinds: Kind[] = [
  { name: 'a thread', run: () => site.createThread(), events: 3, statements: 19, pages: 30 },
  { name: 'a reply', run: () => site.createReply(thread, site.other), events: 3, statements: 19, pages: 25 },
  {
    name: 'an edit',
    run: (n) => site.perform('PUT', `/forums/posts/${reply}`, { content: `Edited ${n}` }, sendAs(site.member)),
    events: 3,
    statements: 8,
    pages: 13,
  },
  {
    name: 'a reaction',
    run: (n) => {
      const body = { kind: 'post', id: reply, emoji: n % 2 === 0 ? 'like' : 'wow' };
      return site.perform('PUT', '/forums/reactions', body, sendAs(site.other));
    },
    events: 3,
    statements: 6,
    pages: 11,
  },
  {
    name: 'a lock',
    run: (n) => site.changeThread(thread, { locked: n % 2 === 0 ? 1 : 0 }),
    events: 3,
    statements: 8,
    pages: 21,
  },
  {
    name: 'a wall post',
    run: (n) =>
      site.perform('POST', `/profile/${site.member.name}/posts`, { content: `Hello ${n}` }, sendAs(site.other)),
    events: 3,
    statements: 6,
    pages: 14,
  },
  {
    name: 'a follow',
    run: (n) => {
      const path = `/profile/${site.member.name}/${n % 2 === 0 ? 'follow' : 'unfollow'}`;
      return site.perform('POST', path, undefined, sendAs(site.other));
    },
    events: 3,
    statements: 7,
    pages: 10,
  },
  {
    name: 'a ban',
    run: (n) =>
      site.perform(
        'POST',
        `/admin/${n % 2 === 0 ? 'ban' : 'unban'}/${guest.id}`,
        { reason: `Why ${n}` },
        sendAs(site.admin),
      ),
    events: 4,
    statements: 7,
    pages: 14,
  },
  {
    name: 'a theme',
    run: (n) => {
      const css = `--color-bg: #1711${10 + n};`;
      return site.perform('POST', '/forums/themes', { name: 'Night', css, publish: 1 }, sendAs(site.admin));
    },
    events: 4,
    statements: 5,
    pages: 14,
  },
];

test('opening a thread as a member runs no more statements than specified', async () => {
  const read = async () => {
    const response = await fetch(`${site.url}/forums/thread/${thread}`, {
      headers: { accept: 'text/html', cookie: site.other.cookie },
    });
    expect(await response.text()).toContain(site.other.name);
  };
  await runAndSettle(read);
  counts.reset();
  await read();
  const statements = counts.runs.map(({ sql }) => sql);
  expect(counts.eventsRead).toBe(0);
  expect(statements, statements.join('\n')).toHaveLength(9);
});

test.each(kinds)(
  '$name runs no more statements and writes no more pages than specified',
  async ({ name, run, ...expected }) => {
    for (const n of [0, 1]) await runAndSettle(() => run(n));
    counts.reset();
    const pagesBefore = countPagesWritten();
    await runAndSettle(() => run(2));
    const statements = counts.runs.filter(({ sql }) => !/^(BEGIN|COMMIT|SAVEPOINT|RELEASE)/.test(sql));
    const work = { events: counts.eventsRead, statements: statements.length, pages: countPagesWritten() - pagesBefore };
    console.log(`${name}: ${JSON.stringify(work)}`);
    expect(counts.compiledSelects).toBe(0);
    expect(work.events).toBe(expected.events);
    expect(work.statements).toBe(expected.statements);
    expect(work.pages).toBeGreaterThan(0);
    expect(work.pages, 'pages').toBeLessThanOrEqual(expected.pages);
  },
);

/** The reactions do not run here, so only the route itself could make such calls. */
test('a reply in a watched thread makes no call for deliveries before its response', async () => {
  const watchedThread = await site.createThread();
  const body = { kind: 'thread', id: watchedThread, level: 'watching' };
  await site.perform('PUT', '/forums/watches', body, sendAs(site.member));
  const names = ['addDeliveries', 'findDueDeliveries', 'listDeliveries', 'findMembersWithDevices'] as const;
  const spies = names.map((name) => vi.spyOn(site.services.vault, name));
  await site.createReply(watchedThread, site.other);
  expect(spies.map(({ mock }) => mock.calls)).toEqual(names.map(() => []));
  for (const spy of spies) spy.mockRestore();
});

/** Resolves once the views, the search index, the follower and the read marks have processed and committed the work. */
async function runAndSettle(run: () => Promise<unknown>): Promise<void> {
  await run();
  const { services, server } = site;
  const head = await site.readHead();
  await site.catchUpViews();
  if (!(await services.search.waitFor(head, 5_000))) throw new Error('The search index did not catch up with the log');
  while (server.follower.position < head) await sleep(1);
  await services.readMarks.waitUntilSettled();
  commitWaitingPages();
}

/** Returns the pages written since the server started. No log grows enough to wrap around. */
function countPagesWritten(): number {
  const { dataDir } = site.services.env;
  const logs = readdirSync(dataDir).filter((name) => name.endsWith('-wal'));
  const bytes = logs.map((name) => statSync(join(dataDir, name)).size);
  return bytes.reduce((sum, size) => sum + Math.floor(size / frameBytes), 0);
}
