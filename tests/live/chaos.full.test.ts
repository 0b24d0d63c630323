import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LivePage } from '../support/live/live-page.js';
import type { PageKind } from '../support/live/screens/page-kind.js';
import { forumActions } from '../support/live/world/forum-actions.js';
import { findDifferences, waitUntilAllCaughtUp, type OpenPage } from '../support/live/world/open-pages.js';
import { staffActions } from '../support/live/world/staff-actions.js';
import { World, type Action } from '../support/live/world/world.js';
import { createRandom, seedOfRun } from '../support/random.js';

const pageCount = 50;
const cutsOfEach = 12;
const restarts = 6;
const frequencies: readonly (readonly [string, number])[] = [
  ['reply', 50],
  ['edit a reply', 12],
  ['react to a reply', 10],
  ['react to a thread', 6],
  ['delete a reply', 6],
  ['restore a reply', 3],
  ['begin a thread', 3],
  ['edit a thread', 3],
  ['move a thread', 4],
  ['delete a thread', 1],
  ['restore a thread', 1],
  ['hide a place, or show it', 1],
];
const allActions: Readonly<Record<string, Action>> = { ...forumActions, ...staffActions };

const seed = seedOfRun();
const random = createRandom(seed);
const pages: OpenPage[] = [];
const resumeCounts = { memory: 0, changes: 0, resyncs: 0 };
let world: World;
/** Odd while the server is being replaced. */
let server = 0;

beforeAll(async () => {
  world = await World.start(seed, { ringCapacity: 40 });
  for (let n = 0; n < 60; n++) await allActions['reply']?.(world);
  const { site, moderator, things } = world;
  const readers = [undefined, site.member, site.other, moderator, site.admin];
  const kinds: PageKind[] = [
    ...things.threads.map(({ id }): PageKind => ({ kind: 'thread', id })),
    ...things.sections.map(({ id }): PageKind => ({ kind: 'section', id })),
    { kind: 'site' },
  ];
  for (let n = 0; n < pageCount; n++) {
    const reader = readers[n % readers.length];
    const pageKind = kinds[Math.floor(n / readers.length) % kinds.length] as PageKind;
    const page = await LivePage.open(site.url, pageKind, { cookie: reader?.cookie });
    pages.push({ who: reader?.name ?? 'guest', page });
  }
});
afterAll(async () => {
  await Promise.all(pages.map(({ page }) => page.close()));
  await world.site.stop();
});

test('every page is identical to a new one after an hour of disconnects and restarts', async () => {
  const startedAt = performance.now();
  let isOver = false;
  const writes = [0, 1].map(() => write(() => isOver));
  const cuts = pages.map(({ page }) => loseLine(page));
  for (let n = 0; n < restarts; n++) {
    await sleep(1_000 + random() * 2_000);
    await restart();
  }
  await Promise.all(cuts);
  isOver = true;
  const writtenCount = (await Promise.all(writes)).reduce((a, b) => a + b);
  const from = await waitUntilAllCaughtUp(world, pages);
  count();

  const foundDifferences = await findDifferences(pages, from);
  const sum = (getCount: (page: LivePage) => number) => pages.reduce((all, { page }) => all + getCount(page), 0);
  const doubledRows = sum(({ counts }) => counts.doubled);
  const rows = sum(({ counts }) => counts.rows);
  const repeatedRows = sum(({ counts }) => counts.kept);
  const { withNothing, withRows, withResync } = pages.reduce(
    (all, { page: { connection } }) => ({
      withNothing: all.withNothing + connection.resumes.withNothing,
      withRows: all.withRows + connection.resumes.withRows,
      withResync: all.withResync + connection.resumes.withResync,
    }),
    { withNothing: 0, withRows: 0, withResync: 0 },
  );
  console.log(
    `SEED=${seed}: ${pageCount} pages lost their line ${pageCount * cutsOfEach} times and their server ${restarts} times in ` +
      `${Math.round((performance.now() - startedAt) / 1_000)} s, while ${writtenCount} acts were done; came back from memory ` +
      `${resumeCounts.memory} times, from changes ${resumeCounts.changes} times, were told to load again ${resumeCounts.resyncs} times; ` +
      `of topics joined again ${withNothing} had missed nothing, ${withRows} got rows, ${withResync} were to load again; ` +
      `${rows} rows, ${repeatedRows} of them known already; ${doubledRows} doubled, ${foundDifferences.length} pages differ`,
  );
  expect(foundDifferences).toEqual([]);
  expect(doubledRows).toBe(0);
  expect(Math.min(resumeCounts.memory, resumeCounts.changes, resumeCounts.resyncs)).toBeGreaterThan(0);
  expect(Math.min(withRows, withResync)).toBeGreaterThan(0);
  expect(writtenCount).toBeGreaterThan(100);
});

async function write(isOver: () => boolean): Promise<number> {
  let doneCount = 0;
  while (!isOver()) {
    const at = server;
    try {
      await allActions[pickAction()]?.(world);
      doneCount += 1;
    } catch (error) {
      if (server === at && server % 2 === 0) throw error;
      await sleep(20);
    }
  }
  return doneCount;
}

function pickAction(): string {
  let chance = random() * 100;
  for (const [name, share] of frequencies) if ((chance -= share) < 0) return name;
  return 'reply';
}

async function loseLine(page: LivePage): Promise<void> {
  for (let n = 0; n < cutsOfEach; n++) {
    await sleep(random() * 1_500);
    if (random() < 0.5) {
      page.cut();
      continue;
    }
    page.disconnect();
    await sleep(random() ** 3 * 3_000);
    page.connect();
  }
}

async function restart(): Promise<void> {
  server += 1;
  count();
  await world.site.restart();
  server += 1;
  for (const { page } of pages) page.moveTo(world.site.url);
}

function count(): void {
  const { gateway } = world.site;
  resumeCounts.memory += gateway?.stats.resumedFromRing ?? 0;
  resumeCounts.changes += gateway?.stats.resumedFromChanges ?? 0;
  resumeCounts.resyncs += gateway?.stats.resyncs ?? 0;
}
