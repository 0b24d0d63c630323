import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRandom, seedOfRun } from '../support/random.js';
import { type SecondServer, testSite } from '../support/site/site.js';
import { measureTimes, switchServers } from '../support/live/two-servers.js';

const site = testSite({ live: { resyncSpreadMs: 0 } });
let secondServer: SecondServer;

beforeAll(async () => {
  secondServer = await site.startSecond();
});
afterAll(() => secondServer.stop());

async function buildPair() {
  return { urls: [site.url, secondServer.url] as const, cookie: site.member.cookie, thread: await site.createThread() };
}

test('delivers a reply exactly once to each client on the other server', async () => {
  const clients = 20;
  const { times, heard } = await measureTimes(await buildPair(), { clients, replies: 100 });
  const at = (share: number) => times[Math.floor((times.length - 1) * share)]?.toFixed(1);
  console.log(`from the acknowledgement to the last of ${clients} clients: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`);
  expect(heard).toEqual(heard.map(() => clients));
  expect(secondServer.gateway?.stats).toMatchObject({ resyncs: 0 });
});

test('a browser that switches to the other server neither misses nor repeats a reply', async () => {
  const seed = seedOfRun();
  const { page, written } = await switchServers(await buildPair(), { moves: 60, random: createRandom(seed) });
  const { resumes, resyncs } = page.connection;
  console.log(
    `SEED=${seed}: ${written.size} replies, 60 moves: ${JSON.stringify({ resumes, resyncs, counts: page.counts })}`,
  );
  const replies = Object.values(page.thread.replies).map(({ id, content }): [number, string] => [id, content]);
  expect(new Map(replies)).toEqual(written);
  for (const url of [site.url, secondServer.url]) {
    page.moveTo(url);
    await page.waitUntilSettled();
    expect(page.buildState()).toEqual(await page.loadFresh());
  }
  expect(page.counts.doubled).toBe(0);
  expect(resumes.withRows).toBeGreaterThan(5);
  await page.close();
});
