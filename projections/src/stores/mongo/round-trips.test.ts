import { randomUUID } from 'node:crypto';
import { streams } from '@guildhall/domain/events.js';
import { samples } from '@guildhall/domain/testing/samples.js';
import { MemoryLog } from '@guildhall/event-store/testing/memory-log.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openMongoGenerations, type MongoGenerations } from './generations.js';
import { Runner } from '../../runner/runner.js';
import { dropDatabases, createPrefix, findMongoUrl } from '../../testing/mongo/mongodb.js';
import { RoundTrips } from '../../testing/mongo/round-trips.js';
import { viewSchema, views } from '../../views/all-views.js';

const url = await findMongoUrl();
const member = 101;
const threads = [1000, 2000, 3000];

describe.skipIf(!url)('MongoDB round trips', () => {
  const databasePrefix = createPrefix();
  const log = new MemoryLog();
  let generations: MongoGenerations;
  let trips: RoundTrips;
  let runner: Runner;
  let reachedPosition = '';
  let wake: () => void = () => undefined;

  beforeAll(async () => {
    const monitoredUrl = new URL(url ?? '');
    monitoredUrl.searchParams.set('monitorCommands', 'true');
    generations = await openMongoGenerations(monitoredUrl.href, viewSchema, { databasePrefix });
    trips = new RoundTrips(generations.metaDatabase.client);
    await append(streams.user(member), 'UserRegistered.v1', { userId: member });
    for (const threadId of threads) {
      await append(streams.thread(threadId), 'ThreadCreated.v1', { ...samples['ThreadCreated.v1'], threadId });
      for (let n = 1; n <= 3; n++)
        await append(streams.post(threadId + n), 'ReplyPosted.v1', buildReplyIn(threadId, n));
    }
    await start();
  });
  afterAll(async () => {
    await runner.stop();
    await generations.close();
    await dropDatabases(url ?? '', databasePrefix);
    await log.close();
  });

  async function append(stream: string, type: string, data: object): Promise<string> {
    const metadata = { actorId: String(member), commandId: randomUUID(), at: new Date().toISOString() };
    return (await log.append(stream, [{ id: randomUUID(), type, data, metadata }], 'no-stream')).position;
  }

  const buildReplyIn = (threadId: number, n: number) => {
    return { threadId, authorId: member, postId: threadId + n, content: samples['ReplyPosted.v1'].content };
  };

  async function start(): Promise<void> {
    runner = new Runner({
      log,
      store: await generations.open(1),
      views,
      epoch: 1,
      onPage: ({ checkpoint }) => {
        reachedPosition = checkpoint;
        wake();
      },
    });
    reachedPosition = '';
    runner.resume();
    await waitUntilVisible(await log.readHead());
  }

  async function waitUntilVisible(position: string): Promise<void> {
    while (reachedPosition < position) await new Promise<void>((resolve) => (wake = resolve));
  }

  async function measureReply(threadId: number, n: number): Promise<RoundTrips> {
    trips.reset();
    await waitUntilVisible(await append(streams.post(threadId + n), 'ReplyPosted.v1', buildReplyIn(threadId, n)));
    return trips;
  }

  it('writing a reply to an uncached thread takes at most six consecutive round trips', async () => {
    await runner.stop();
    await start();
    const { depth, steps, count } = await measureReply(1000, 4);
    console.log(`a reply, nothing remembered: ${count} commands, ${depth} deep\n${steps.join('\n')}`);
    expect(depth).toBeLessThanOrEqual(6);
  });

  it('writing a reply to a cached thread takes three consecutive round trips', async () => {
    await measureReply(2000, 4);
    const { depth, steps, count } = await measureReply(2000, 5);
    console.log(`a reply, the thread remembered: ${count} commands, ${depth} deep\n${steps.join('\n')}`);
    expect(depth).toBe(3);
  });
});
