import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { eventsOfType } from './support/database-rows.js';
import { newThread, registered, type Person } from './support/member.js';
import {
  newLedger,
  postUntilGone,
  repliesOf,
  send,
  shownCounts,
  type Ledger,
  type SentReply,
} from './support/posting.js';
import { numbersFrom, seedOfRun } from './support/random.js';
import { freePort, startServerProcess, temporaryFolder, type ServerProcess } from './support/server-process.js';
import { verifyViews } from './support/verify-views.js';

const kills = 10;
const members = 12;
const longestLife = 500; // ms of posting before a kill

const folder = temporaryFolder();
let server: ServerProcess | undefined;

afterEach(async () => {
  await server?.kill();
  folder.remove();
});

it('A server that is killed ten times while members post loses no acknowledged reply and repeats none', async () => {
  const seed = seedOfRun();
  const random = numbersFrom(seed);
  const port = await freePort(); // the same after each start, so that cookies and addresses stay
  const start = async () => (server = await startServerProcess({ dataDir: folder.path, port }));

  const people = await crowd(await start());
  const [admin] = people as [Person];
  const threads = await Promise.all(['One', 'Two', 'Three'].map((title) => newThread(admin, `Thread ${title}`)));

  const all: Ledger = newLedger();
  const rounds: { acknowledged: number; unanswered: number; inLog: number }[] = [];
  for (let round = 0; round < kills; round++) {
    const ledger = newLedger();
    const posting = postUntilGone(ledger, people, threads);
    while (ledger.acknowledged.length === 0) await sleep(1);
    await sleep(random() * longestLife);
    await server?.kill();
    await posting;
    expect(ledger.refused, 'nothing is refused before the kill').toEqual([]);
    const written = repliesInLog();
    const inLog = ledger.unanswered.filter(({ commandId }) => written.has(commandId)).length;
    rounds.push({ acknowledged: ledger.acknowledged.length, unanswered: ledger.unanswered.length, inLog });

    await start();
    all.acknowledged.push(...ledger.acknowledged);
    const again = newLedger();
    await Promise.all(ledger.unanswered.map((reply) => send(again, reply)));
    expect(again.acknowledged, 'every repeated reply is answered').toHaveLength(ledger.unanswered.length);
    all.acknowledged.push(...again.acknowledged);
    await expectExactly(all.acknowledged, admin, threads, people);
    expect(await verifyViews(admin)).toBe('No difference.');
  }
  const met = rounds.filter(({ inLog }) => inLog > 0).length;
  console.log(`seed ${seed}: ${met} of ${kills} kills met an append in flight; ${JSON.stringify(rounds)}`);
  expect(met, 'kills that met an append in flight').toBeGreaterThan(0);
});

/** The first one is the Admin. */
async function crowd(on: ServerProcess): Promise<Person[]> {
  const first = await registered(on, 'Member0');
  const others = Array.from({ length: members - 1 }, (_, index) => registered(on, `Member${index + 1}`));
  return [first, ...(await Promise.all(others))];
}

/** The commands whose reply stands in the log. Fails when one stands there twice. */
function repliesInLog(): Set<string> {
  const posted = eventsOfType(folder.path, 'ReplyPosted');
  const commands = new Set(posted.map(({ metadata }) => (JSON.parse(metadata) as { commandId: string }).commandId));
  expect(commands.size, 'no command is in the log twice').toBe(posted.length);
  return commands;
}

/** The site shows these replies, each once and in its thread, nothing else, and counts them rightly. */
async function expectExactly(
  replies: readonly SentReply[],
  reader: Person,
  threads: readonly number[],
  people: readonly Person[],
): Promise<void> {
  const rows = (await Promise.all(threads.map((id) => repliesOf(reader, id)))).flat();
  const line = (threadId: number, userId: number | undefined, text: string) => `${threadId} ${userId} ${text}`;
  const shown = rows.map((row) => line(row.thread_id, row.user_id, row.content)).sort();
  const wanted = replies.map(({ threadId, person, content }) => line(threadId, person.me?.id, content)).sort();
  expect(shown).toEqual(wanted);

  const counts = await shownCounts(reader, threads);
  const count = (of: (reply: SentReply) => boolean) => replies.filter(of).length;
  for (const id of threads) expect(counts.byThread.get(id)).toBe(count(({ threadId }) => threadId === id));
  expect(counts.bySection.get('community')).toBe(threads.length + replies.length);
  for (const person of people) {
    const startedThreads = person === people[0] ? threads.length : 0;
    const posted = count((reply) => reply.person === person);
    expect(counts.byMember.get(person.me?.id ?? 0)).toBe(posted + startedThreads);
  }
}
