import { setTimeout as sleep } from 'node:timers/promises';
import type { Me } from '@guildhall/domain/wire/schemas/members/accounts.js';
import type { Topic } from '@guildhall/domain/wire/topics.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addCrowd, postRepliesWhileDown, type CrowdMember } from '../support/live/crowd.js';
import { CrowdClient } from '../support/live/crowd-client.js';
import { createThread, Person, registerPerson } from '../support/site/member.js';
import { createLedger, buildReply, send, type Ledger } from '../support/processes/posting.js';
import { waitUntil } from '../support/processes/network-site.js';
import {
  findFreePort,
  startServerProcess,
  createTemporaryFolder,
  type ServerProcess,
} from '../support/processes/server-process.js';

const crowdSize = 1_000;
const writers = 3;
const downtimeMs = 6_000;
const timeoutMs = 5_000; // The time from the server's start until the last browser has caught up.

const folder = createTemporaryFolder();
const clients: CrowdClient[] = [];
let server: ServerProcess;
let members: CrowdMember[];
let thread: number;

beforeAll(async () => {
  const port = await findFreePort(); // The port stays the same across restarts so that cookies and addresses remain valid.
  server = await startServerProcess({ dataDir: folder, port });
  thread = await createThread(await registerPerson(server, 'Admin'), 'Where all are');
  await server.stop();
  members = await addCrowd(folder, crowdSize);
  server = await startServerProcess({ dataDir: folder, port });
});
afterAll(async () => {
  for (const client of clients) client.close();
  await server.kill();
});

test('a thousand browsers are up to date within five seconds of a restart after a kill', async () => {
  const gatheringSince = performance.now();
  await gather();
  const gatheringMs = performance.now() - gatheringSince;
  const ledger = createLedger();
  let isOver = false;
  const writes = clients.slice(0, writers).map((client) => write(client, ledger, () => isOver));
  await waitUntil(
    async () => ledger.acknowledged.length,
    (count) => count > 20,
  );
  await server.kill();
  await sleep(downtimeMs / 2);
  const writtenCount = ledger.acknowledged.length;
  const texts = ['One', 'Two', 'Three'].map((word) => `${word} while no server is there`);
  await postRepliesWhileDown(folder, thread, members[0] as CrowdMember, texts);
  await sleep(downtimeMs / 2);

  const { dataDir, port } = server;
  server = await startServerProcess({ dataDir, port });
  const ready = Date.now();
  await waitUntil(
    async () => clients.filter(({ isCaughtUp }) => !isCaughtUp).length,
    (away) => away === 0,
  );
  const catchUpMs = clients.map(({ caughtUpAt }) => (caughtUpAt ?? Infinity) - ready).sort((a, b) => a - b);
  await waitUntil(
    async () => ledger.acknowledged.length,
    (count) => count > writtenCount + 20,
  );
  isOver = true;
  await Promise.all(writes);

  const expectedTexts = [...ledger.acknowledged.map(({ content }) => content), ...texts].sort();
  const isComplete = ({ replies }: CrowdClient) => replies.size >= expectedTexts.length;
  await waitUntil(async () => clients.every(isComplete), Boolean).catch(() => undefined);
  const failures = clients.map((client) => client.failures.filter((at) => at > ready).length);
  const sum = (getCount: (client: CrowdClient) => number) => clients.reduce((all, client) => all + getCount(client), 0);
  console.log(
    `${crowdSize} browsers reconnected ${catchUpMs[crowdSize / 2]} ms (median) to ${catchUpMs.at(-1)} ms after the server was ready, ` +
      `after they took ${Math.round(gatheringMs)} ms to connect at first; ` +
      `${expectedTexts.length} replies each, ${sum(({ repeated }) => repeated)} rows sent twice, ` +
      `${sum(({ failures: all }) => all.length)} failed connects during the restart, at most ${Math.max(...failures)} per browser afterwards; ` +
      `${ledger.unanswered.length} replies were sent again`,
  );
  for (const { replies, connects } of clients) {
    expect([...replies.values()].sort()).toEqual(expectedTexts);
    expect(connects).toBe(2);
  }
  expect(sum(({ resyncs }) => resyncs)).toBe(0);
  // On a busy machine, twice the time of the browsers' first connection is allowed.
  expect(catchUpMs.at(-1)).toBeLessThan(Math.max(timeoutMs, 2 * gatheringMs));
  expect(Math.max(...failures), 'failed handshakes of one browser with the new server').toBeLessThanOrEqual(1);
  expect(ledger.unanswered.length, 'writers interrupted by the kill').toBeGreaterThan(0);
  expect(ledger.refused).toEqual([]);
  expect(new Set(ledger.unanswered).size, 'no reply failed more than once').toBe(ledger.unanswered.length);
});

async function gather(): Promise<void> {
  const page = await fetch(`${server.url}/api/forums/posts/${thread}`);
  const position = page.headers.get('guildhall-position') ?? '';
  const topic: Topic = `thread:${thread}`;
  for (let from = 0; from < crowdSize; from += 50) {
    const newClients = members
      .slice(from, from + 50)
      .map((member) => new CrowdClient(server.url, member, topic, position));
    clients.push(...newClients);
    await Promise.all(newClients.map((client) => client.waitForConnect()));
  }
  await waitUntil(
    async () => clients.filter(({ isCaughtUp }) => !isCaughtUp).length,
    (away) => away === 0,
  );
}

/** Like the web client's outbox, resends an unanswered reply when the client reconnects. */
async function write(client: CrowdClient, ledger: Ledger, isOver: () => boolean): Promise<void> {
  const { cookie, userId: id } = client.member;
  const person = Object.assign(new Person(server.url), { cookie, me: { id, username: `Settler ${id}` } as Me });
  while (!isOver()) {
    const reply = buildReply(person, thread);
    while (!(await send(ledger, reply))) await client.waitForConnect();
    await sleep(200);
  }
}
