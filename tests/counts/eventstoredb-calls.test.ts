import { setTimeout as sleep } from 'node:timers/promises';
import { EventStoreDbLog } from '@guildhall/event-store/eventstoredb/log.js';
import { startPeer, type EventStoreDbPeer } from '@guildhall/event-store/testing/eventstoredb-peer/peer.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testSite } from '../support/site/site.js';

let peer: EventStoreDbPeer;
beforeAll(async () => void (peer = await startPeer()));
afterAll(() => peer.stop());
const site = testSite({ openLog: () => new EventStoreDbLog(peer.address) });

interface Forum {
  thread: number;
  replies: number[];
}

async function createForum(): Promise<Forum> {
  const thread = await site.createThread();
  const replies: number[] = [];
  for (let n = 0; n < 2; n++) replies.push(await site.createReply(thread));
  return { thread, replies };
}

interface Job {
  name: string;
  run: (forum: Forum) => Promise<unknown>;
  /** The number of calls if this server has cached the aggregates. */
  known: number;
  unknown: number;
}
const sendAs = () => ({ as: site.member });
const getReplyPath = ({ replies }: Forum) => `/forums/posts/${replies[0]}`;
const jobs: Job[] = [
  { name: 'a new thread', run: () => site.createThread(), known: 0, unknown: 0 },
  { name: 'a reply', run: ({ thread }) => site.createReply(thread), known: 1, unknown: 1 },
  {
    name: 'an edit of a reply',
    run: (forum) => site.perform('PUT', getReplyPath(forum), { content: 'Edited' }, sendAs()),
    known: 1,
    unknown: 2,
  },
  {
    name: 'an edit of a thread',
    run: ({ thread }) =>
      site.perform('PUT', `/forums/threads/${thread}`, { title: 'Other', content: 'Text' }, sendAs()),
    known: 0,
    unknown: 1,
  },
  {
    name: 'a reaction to a reply',
    run: ({ replies }) =>
      site.perform('PUT', '/forums/reactions', { kind: 'post', id: replies[1], emoji: 'like' }, sendAs()),
    known: 2,
    unknown: 2,
  },
  {
    name: 'the deletion of a reply',
    run: (forum) => site.perform('DELETE', getReplyPath(forum), undefined, sendAs()),
    known: 1,
    unknown: 2,
  },
];

test.each(jobs)('$name appends once and reads few streams', async ({ name, run, known, unknown }) => {
  const forum = await createForum();
  const knownCalls = await countCalls(() => run(forum));
  const otherForum = await createForum();
  await waitForFollower();
  await site.restart();
  const unknownCalls = await countCalls(() => run(otherForum));
  console.log(`${name}: ${knownCalls.reads} reads with cached aggregates, ${unknownCalls.reads} without`);
  expect(knownCalls.appends).toBe(1);
  expect(unknownCalls.appends).toBe(1);
  expect(knownCalls.reads).toBeLessThanOrEqual(known);
  expect(unknownCalls.reads).toBeLessThanOrEqual(unknown);
});

async function waitForFollower(): Promise<void> {
  const head = await site.readHead();
  while (site.server.follower.position < head) await sleep(1);
}

async function countCalls(run: () => Promise<unknown>): Promise<{ reads: number; appends: number }> {
  await waitForFollower();
  const { streamReads, appends } = peer.counters;
  await run();
  return { reads: peer.counters.streamReads - streamReads, appends: peer.counters.appends - appends };
}
