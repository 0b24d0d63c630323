import { randomUUID } from 'node:crypto';
import { findMongoUrl } from '@guildhall/projections/testing/mongo/mongodb.js';
import { TestListener } from '@guildhall/server/testing/test-listener.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFailed } from 'vitest';
import { createThread, Person, registerPerson, reply } from '../support/site/member.js';
import { NetworkSite, waitUntil, type ProjectorProcess } from '../support/processes/network-site.js';
import { readReplies } from '../support/processes/posting.js';
import { findFreePort, type ServerProcess } from '../support/processes/server-process.js';
import { verifyViews } from '../support/processes/verify-views.js';

const mongo = await findMongoUrl();

const maxCallMs = 15_000; // No call may take longer while a store is unavailable.

describe.skipIf(!mongo)('site with unavailable stores', () => {
  let site: NetworkSite;
  let server: ServerProcess;
  let projector: ProjectorProcess;
  let admin: Person;
  let guest: Person;

  beforeAll(async () => {
    site = await NetworkSite.open(mongo ?? '');
    projector = await site.startProjector();
    server = await site.startServer();
    admin = await registerPerson(server, 'Admin');
    guest = new Person(server.url);
  });
  beforeEach(() => onTestFailed(() => console.log(site.readOutput())));
  afterAll(() => site.close());

  it('without EventStoreDB, serves reads, rejects writes with 503 and recovers automatically', async () => {
    const threadId = await createThread(admin, 'Without a log');
    await reply(admin, threadId, 'before');
    const listener = await listenTo(threadId);
    const key = randomUUID();
    const post = () =>
      measure(() => admin.call('POST', '/forums/posts', { thread_id: threadId, content: 'during' }, key));

    const outputLengths = new Map<object, number>(
      [server, projector].map((process) => [process, process.output().length]),
    );
    site.peer.stop();
    const refusal = await post();
    expect(refusal).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    expect(Number(refusal.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await readReplies(guest, threadId)).map(({ content }) => content)).toEqual(['before']);
    expect((await admin.call('GET', '/me')).status).toBe(200);
    expect(await buildProbes()).toMatchObject({
      health: 200,
      ready: 503,
      body: { log: 'Unavailable', views: 'ok', vault: 'ok', outages: { log: expect.any(String) as string } },
    });

    await site.peer.start();
    const repeatedResponse = await waitUntil(post, ({ status }) => status === 201);
    expect(repeatedResponse.body).toMatchObject({ success: true });
    // The client library's reconnection delay grows up to the length of the outage.
    const listReceived = () => Promise.resolve(listener.listReplies(`thread:${threadId}`));
    expect(await waitUntil(listReceived, ({ length }) => length > 0)).toEqual(['during']);
    expect((await readReplies(guest, threadId)).map(({ content }) => content)).toEqual(['before', 'during']);
    const recoveredProbes = await waitUntil(
      buildProbes,
      ({ body }) => !('log' in (body as { outages: object }).outages),
    );
    expect(recoveredProbes.ready).toBe(200);
    for (const process of [server, projector]) {
      const readNewOutput = () => Promise.resolve(process.output().slice(outputLengths.get(process)));
      const lines = listWarnings(await waitUntil(readNewOutput, (output) => output.includes('available again')));
      expect(lines.filter((line) => line.includes('the event log is unavailable'))).toHaveLength(1);
      expect(lines.filter((line) => line.includes('the event log is available again'))).toHaveLength(1);
      expect(lines.filter((line) => line.includes('stack'))).toEqual([]);
    }
    listener.close();
  });

  it('responds in time while EventStoreDB accepts calls without responding', async () => {
    const threadId = await createThread(admin, 'A silent log');
    site.peer.faults.freeze();
    const response = await measure(() =>
      admin.call('POST', '/forums/posts', { thread_id: threadId, content: 'hello' }),
    );
    expect(response.status).toBe(503);
    expect((await guest.call('GET', `/forums/threads/${threadId}`)).status).toBe(200);
    site.peer.faults.thaw();
    await waitUntil(
      () => admin.call('POST', '/forums/posts', { thread_id: threadId, content: 'again' }),
      (a) => a.status === 201,
    );
  });

  it('reports an unavailable MongoDB, keeps running, and recovers automatically', async () => {
    const threadId = await createThread(admin, 'Without views');
    const listener = await listenTo(threadId);
    await reply(admin, threadId, 'before');
    await listener.waitForReply(`thread:${threadId}`, 'before');

    cutMongo();
    const read = await measure(() => guest.call('GET', `/forums/posts/${threadId}`));
    expect(read).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    expect(Number(read.headers.get('retry-after'))).toBeGreaterThan(0);
    const content = 'during';
    const write = await measure(() => admin.call('POST', '/forums/posts', { thread_id: threadId, content }, 'a-key'));
    // The status is 201 (stale) if everything that the command needs is in memory.
    expect([201, 503]).toContain(write.status);
    expect(await buildProbes()).toMatchObject({
      health: 200,
      ready: 503,
      body: { status: 'unavailable', log: 'ok', views: 'StoreUnavailable', vault: 'VaultUnavailable' },
    });
    await new Promise((resolve) => setTimeout(resolve, 12_000)); // This exceeds the projector's lease.

    repairMongo();
    await waitUntil(buildProbes, ({ ready }) => ready === 200);
    await waitUntil(
      () => admin.call('POST', '/forums/posts', { thread_id: threadId, content }, 'a-key'),
      (a) => a.status === 201,
    );
    const rows = await waitUntil(
      () => readReplies(guest, threadId),
      ({ length }) => length >= 2,
    );
    expect(rows.map((row) => row.content)).toEqual(['before', 'during']);
    await listener.waitUntil(() => listener.listReplies(`thread:${threadId}`).includes('during'), 'the reply');
    expect(listener.listReplies(`thread:${threadId}`)).toEqual(['before', 'during']);
    expect(projector.child.exitCode).toBeNull();
    expect(await verifyViews(admin)).toBe('No difference.');
    listener.close();
  });

  it('the processes start in any order and wait for the stores and the views', async () => {
    expect(await server.stop()).toBe(0);
    expect(await projector.stop()).toBe(0);
    site.peer.stop();
    cutMongo();
    projector = await site.startProjector();
    projector.line.cut();
    const startingServer = site.startServer(await findFreePort());
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    expect(projector.child.exitCode).toBeNull();

    repairMongo();
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    await site.peer.start();
    server = await startingServer;
    Object.assign(admin, { url: server.url });
    const threadId = await createThread(admin, 'All are back');
    await waitUntil(
      () => admin.call('GET', `/forums/threads/${threadId}`),
      ({ status }) => status === 200,
    );
    expect(projector.child.exitCode).toBeNull();
  });

  function cutMongo(): void {
    site.line.cut();
    projector.line.cut();
  }

  function repairMongo(): void {
    site.line.repair();
    projector.line.repair();
  }

  async function listenTo(threadId: number): Promise<TestListener> {
    const page = await guest.call('GET', `/forums/threads/${threadId}`);
    const listener = await TestListener.open(server.url);
    await listener.listen(`thread:${threadId}`, page.headers.get('guildhall-position') ?? '');
    return listener;
  }

  async function buildProbes() {
    const [health, ready] = await Promise.all(['health', 'ready'].map((name) => fetch(`${server.url}/${name}`)));
    return { health: health?.status, ready: ready?.status, body: (await ready?.json()) as unknown };
  }
});

function listWarnings(output: string): string[] {
  return output.split('\n').filter((line) => /"level":[4-6]0/.test(line));
}

async function measure<T>(call: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  const response = await call();
  expect(performance.now() - startedAt).toBeLessThan(maxCallMs);
  return response;
}
