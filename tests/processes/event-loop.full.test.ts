import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { streams } from '@guildhall/domain/events.js';
import { limits } from '@guildhall/domain/limits.js';
import type { PostRow } from '@guildhall/domain/wire/schemas/forum/posts.js';
import type { SearchResponse } from '@guildhall/domain/wire/schemas/forum/search.js';
import type { SectionRow } from '@guildhall/domain/wire/schemas/forum/sections.js';
import { TestListener } from '@guildhall/server/testing/test-listener.js';
import { afterEach, expect, it } from 'vitest';
import { buildLongText, tablesText } from '../support/processes/harmful-texts.js';
import { addForum } from '../support/processes/large-forum.js';
import { computeHeldMs, measure, measuredImport, type Measurement } from '../support/processes/measuring/measure.js';
import { registerPerson, type Person } from '../support/site/member.js';
import {
  findFreePort,
  startServerProcess,
  createTemporaryFolder,
  type ServerProcess,
} from '../support/processes/server-process.js';

const eventsPerAppend = 20;
const maxHeldMs = 250;
const maxMemoryMb = 300;
// In a larger heap, garbage would accumulate and raise the measured memory.
const env = { NODE_OPTIONS: `--max-old-space-size=128 ${measuredImport}` };

const folders = [createTemporaryFolder(), createTemporaryFolder()] as const;
const servers: ServerProcess[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) await server.kill();
});

it('no content, list or bulk call blocks the event loop or fills the memory', async () => {
  const port = await findFreePort(); // The port stays the same across the restart so that the session remains valid.
  const start = (dataDir: string, at?: number) =>
    startServerProcess({ dataDir, env, ...(at !== undefined && { port: at }) }).then(
      (startedServer) => (servers.push(startedServer), startedServer),
    );
  const youngServer = await start(folders[0], port);
  const admin = await registerPerson(youngServer, 'Alex');
  const sections = (await admin.call('GET', '/forums/sections')).body as SectionRow[];
  await youngServer.stop();
  const forum = await seedTexts(folders[0], sections[0]?.id ?? 0);
  const server = await start(folders[0], port);
  await waitUntilSearched(admin);
  const idleServer = await start(folders[1]);

  const measures: Record<string, Measurement & { heldMs: number }> = {};
  const measureDuring = async (task: string, work: () => Promise<unknown>) => {
    await Promise.all([measure(server), measure(idleServer)]);
    await work();
    const [busy, still] = await Promise.all([measure(server), measure(idleServer)]);
    measures[task] = { ...busy, heldMs: computeHeldMs(busy, still) };
  };
  await measureDuring('threads of many tables', () => Promise.all(forum.tables.map((id) => visit(server, admin, id))));
  await measureDuring('the feed', async () =>
    expect((await read(server, '/feed.atom')).length).toBeLessThan(1_500_000),
  );
  await measureDuring('400 long replies', () => visit(server, admin, forum.long));
  await measureDuring('all pages of them', async () => {
    const ids = await readAllReplies(server, forum.long);
    expect(ids).toHaveLength(400);
  });
  await measureDuring('a text that is refused', async () => {
    const body = { thread_id: forum.long, content: tablesText };
    expect((await admin.call('POST', '/forums/posts', body)).status).toBe(400);
  });
  await measureDuring('a bulk call of one thread a hundred times', async () => {
    const body = { action: 'lock', ids: Array.from({ length: limits.bulk }, () => forum.edited[0]) };
    expect((await admin.call('POST', '/forums/threads/bulk', body)).status).toBe(400);
  });
  await measureDuring('a bulk call of a hundred threads, of which one has a hundred edits', async () => {
    const body = { action: 'lock', ids: forum.edited };
    const { results } = (await admin.perform('POST', '/forums/threads/bulk', body)) as {
      results: { success: boolean }[];
    };
    expect(results.map(({ success }) => success)).toEqual(forum.edited.map(() => true));
  });
  console.log(JSON.stringify(measures));
  for (const [task, { heldMs, peakMb }] of Object.entries(measures)) {
    expect(heldMs, `held by ${task}, in ms`).toBeLessThan(maxHeldMs);
    expect(peakMb, `memory after ${task}, in MB`).toBeLessThan(maxMemoryMb);
  }
});

async function visit(server: ServerProcess, admin: Person, id: number): Promise<void> {
  const topic = `thread:${id}` as const;
  const position = (await admin.call('GET', '/forums/recent')).headers.get('guildhall-position') ?? '';
  const listener = await TestListener.open(server.url);
  const [page, firstList, lastList, search] = await Promise.all([
    read(server, `/forums/thread/${id}`),
    read(server, `/api/forums/posts/${id}`),
    read(server, `/api/forums/posts/${id}?last=1000`),
    read(server, '/api/search?q=eight&limit=100'),
    read(server, `/api/forums/threads/${id}`),
    listener.join(topic, `${position.slice(0, 9)}${'0'.repeat(20)}`),
  ]);
  await listener.waitUntil(() => listener.received.some((message) => message.topic === topic), 'what was missed');
  listener.close();
  expect(page.length).toBeLessThan(2 * limits.listBytes);
  for (const list of [firstList, lastList]) expect(list.length).toBeLessThan(1.05 * limits.listBytes);
  expect(search.length).toBeLessThan(limits.listBytes);
  expect(JSON.stringify(listener.received).length).toBeLessThan(1.05 * limits.listBytes);
}

async function readAllReplies(server: ServerProcess, id: number): Promise<number[]> {
  const ids: number[] = [];
  for (let next: string | undefined = `/api/forums/posts/${id}`; next !== undefined;) {
    const response: Response = await fetch(server.url + next);
    ids.push(...((await response.json()) as PostRow[]).map((row) => row.id));
    next = /<([^>]*)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
  }
  return ids;
}

async function read({ url }: ServerProcess, path: string): Promise<string> {
  const response = await fetch(url + path, { headers: { accept: path.startsWith('/api') ? '*/*' : 'text/html' } });
  expect([path, response.status]).toEqual([path, 200]);
  return response.text();
}

/** Polls with a cheap request because the index is being filled. */
async function waitUntilSearched(person: Person): Promise<void> {
  while (!((await person.call('GET', '/search?q=nothing')).body as SearchResponse).complete) await sleep(50);
}

/** Seeds posts that predate the limits. */
async function seedTexts(dataDir: string, sectionId: number) {
  const threads = { tables: [] as number[], long: 0, edited: [] as number[] };
  await addForum(dataDir, 1, async (forum) => {
    const [authorId = 0] = forum.members;
    const sealText = (text: string) => forum.seal(authorId, text);
    const createLongThread = async (
      text: string,
      replies: readonly string[],
      edits: readonly string[] = [],
    ): Promise<number> => {
      const threadId = randomInt(2 ** 40);
      const texts = { title: sealText('A thread'), content: sealText(text) };
      const place = { sectionId, subsectionId: null, locked: false, sticky: false };
      await forum.createStream(streams.thread(threadId), [
        ['ThreadCreated.v1', { threadId, authorId, ...place, ...texts }],
      ]);
      for (let from = 0; from < edits.length; from += eventsPerAppend) {
        const batch = edits.slice(from, from + eventsPerAppend);
        await forum.append(
          streams.thread(threadId),
          batch.map((edit) => ['ThreadEdited.v1', { threadId, title: texts.title, content: sealText(edit) }]),
        );
      }
      const replyEvents = replies.map((reply) => {
        const postId = randomInt(2 ** 40);
        const data = { postId, threadId, authorId, content: sealText(reply) };
        return forum.createStream(streams.post(postId), [['ReplyPosted.v1', data]]);
      });
      await Promise.all(replyEvents);
      return threadId;
    };
    const listTables = (count: number, more: string) =>
      Array.from({ length: count }, (_, n) => `${more} ${n}\n\n${tablesText}`);
    const [firstTable, ...rest] = listTables(8, 'Eight') as [string, ...string[]];
    threads.tables.push(
      await createLongThread('Three', listTables(3, 'Three')),
      await createLongThread(firstTable, rest),
    );
    const listLongTexts = (count: number) => Array.from({ length: count }, (_, n) => buildLongText(n));
    threads.long = await createLongThread('A long thread', listLongTexts(400));
    const otherThreads = Array.from({ length: limits.bulk - 1 }, () => createLongThread('Another one', []));
    threads.edited.push(await createLongThread('Once', [], listLongTexts(100)), ...(await Promise.all(otherThreads)));
  });
  return threads;
}
