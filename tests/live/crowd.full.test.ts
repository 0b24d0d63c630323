import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { countWork } from '../support/processes/measuring/count-work.js';
import { CrowdClient } from '../support/live/crowd-client.js';
import { waitUntil } from '../support/processes/network-site.js';
import { type SiteMember, testSite } from '../support/site/site.js';

vi.mock('@guildhall/event-store/sqlite/database.js', async (original) =>
  (await import('../support/processes/measuring/count-work.js')).countDatabaseWork(await original()),
);

const counts = countWork();
const site = testSite({ live: {} });
const members: SiteMember[] = [];
let thread: number;
let position: string;
let clients: CrowdClient[] = [];

beforeAll(async () => {
  thread = await site.createThread();
  position = `${site.services.historyId}.${await site.readHead()}`;
  for (let n = 0; n < 20; n++) await site.createReply(thread);
  for (let n = 0; n < 1_000; n++) members.push(await site.createMember(`Member${n}`));
});
afterEach(() => {
  for (const client of clients.splice(0)) client.close();
});

test('a thousand members reconnect to a restarted server with few reads of log and views', async () => {
  await site.restart();
  await site.services.search.waitFor(await site.readHead(), 10_000);

  const fewReads = await reconnect(members.slice(0, 10));
  const all = await reconnect(members);
  console.log(`ten members: ${JSON.stringify(fewReads)}; a thousand: ${JSON.stringify(all)}`);
  expect(fewReads.viewReads, 'reads are counted').toBeGreaterThan(3);
  expect(all.eventsRead).toBe(0);
  // With 24 rounds per second and six in flight, each kind makes at most six reads per round.
  expect(all.viewReads).toBeLessThan(6 * (24 * all.seconds + 6));
  // Each member has a separate session, which is read from the vault.
  expect(all.sessionReads).toBeGreaterThanOrEqual(members.length - 10);
});

async function reconnect(who: readonly SiteMember[]) {
  counts.reset();
  const startedAt = performance.now();
  clients = who.map(
    ({ id, cookie }) => new CrowdClient(site.url, { userId: id, cookie }, `thread:${thread}`, position),
  );
  await waitUntil(
    async () => clients.filter(({ isCaughtUp }) => !isCaughtUp).length,
    (away) => away === 0,
  );
  for (const { replies, resyncs } of clients)
    expect({ replies: replies.size, resyncs }).toEqual({ replies: 20, resyncs: 0 });
  const seconds = (performance.now() - startedAt) / 1_000;
  const reads = counts.runs.filter(({ sql }) => sql.startsWith('SELECT'));
  const sessionReads = reads.filter(({ sql }) => /sessions/.test(sql)).length;
  for (const client of clients.splice(0)) client.close();
  return { eventsRead: counts.eventsRead, viewReads: reads.length - sessionReads, sessionReads, seconds };
}
