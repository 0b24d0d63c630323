import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measureDeliveries } from './measurements/deliveries.mjs';
import { measureLists } from './measurements/lists.mjs';
import { measureLive, measureSoak } from './measurements/live.mjs';
import { measureMemory } from './measurements/memory.mjs';
import { measureNetwork } from './measurements/network.mjs';
import { measurePages } from './measurements/pages.mjs';
import { measureReads } from './measurements/reads.mjs';
import { measureRebuild } from './measurements/rebuild.mjs';
import { measureReplies } from './measurements/replies.mjs';
import { measureSearch } from './measurements/search.mjs';
import { seed } from './seed.mjs';
import { measureStart } from './measurements/start.mjs';
import { countWork } from './measurements/work.mjs';

// `npm run bench [-- reads replies pages live work start rebuild search lists deliveries network] [-- --quick]`, `npm
// run bench -- memory [--minutes=20]`, `npm run bench -- scale` and `npm run soak` print their figures next to a bare
// baseline's from the same run.
const measurements = {
  reads: measureReads,
  replies: measureReplies,
  pages: measurePages,
  live: measureLive,
  work: countWork,
  start: measureStart,
  rebuild: measureRebuild,
  search: measureSearch,
  lists: measureLists,
  deliveries: measureDeliveries,
  network: measureNetwork,
  memory: measureMemory,
  scale: measureAtScale,
  soak: measureSoak,
};
const requestedNames = process.argv.slice(2).filter((name) => name in measurements);
/** Excluded by default because each takes ten minutes or more. */
const slowMeasurements = ['soak', 'memory', 'scale'];
const selectedNames =
  requestedNames.length > 0
    ? requestedNames
    : Object.keys(measurements).filter((name) => !slowMeasurements.includes(name));
/** These measurements seed their own forums. */
const selfSeeded = new Set(['search', 'lists', 'deliveries', 'network', 'scale', 'soak']);
const quick = process.argv.includes('--quick');
const forumSize = quick
  ? { members: 200, threads: 300, replies: 8_000, changes: 1_000, cookies: 150 }
  : { members: 2_000, threads: 3_000, replies: 97_000, changes: 10_000, cookies: 600 };

const folder = mkdtempSync(join(tmpdir(), 'guildhall-bench-'));
try {
  const startedAt = performance.now();
  const dataDir = join(folder, 'data');
  const seededForum = selectedNames.every((name) => selfSeeded.has(name)) ? {} : await seed({ dataDir, ...forumSize });
  const forum = { dataDir, folder, quick, ...seededForum };
  if (seededForum.threads)
    console.log(
      `seeded ${forumSize.threads + forumSize.replies} posts of ${forumSize.members} members in ${countSecondsSince(startedAt)} s`,
    );
  const figures = {};
  for (const name of selectedNames) {
    console.log(`\n${name}`);
    figures[name] = await measurements[name](forum);
  }
  if (process.env.BENCH_JSON) writeFileSync(process.env.BENCH_JSON, JSON.stringify(figures, null, 2));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/**
 * Compares lists, replies and searches in a forum of a million posts, 100,000 members and 20,000 threads with those in
 * a forum of a thousand posts.
 */
async function measureAtScale(forum) {
  return {
    lists: await measureLists({ ...forum, scale: true }),
    search: await measureSearch({ ...forum, scale: true }),
  };
}

function countSecondsSince(start) {
  return ((performance.now() - start) / 1000).toFixed(1);
}
