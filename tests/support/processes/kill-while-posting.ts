import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished } from 'vitest';
import { eventsOfType } from './database-rows.js';
import { newThread, registered, type Person } from '../site/member.js';
import { newLedger, postUntilKilled, repliesOf, send, shownCounts, type SentReply } from './posting.js';
import { numbersFrom, seedOfRun } from '../random.js';
import { freePort, startServerProcess, temporaryFolder, type ServerProcess } from './server-process.js';
import { verifyViews } from './verify-views.js';

const members = 12;
const maxPostingMs = 500; // before a kill
const maxKillsUntilMet = 20;

/**
 * Kills a server at random moments while members post, and restarts it: every acknowledged reply exists once, there
 * are no others, and the views equal a fresh fold. Continues beyond `kills` until one has hit an append in progress.
 */
export async function killWhilePosting(kills: number): Promise<void> {
  const seed = seedOfRun();
  const random = numbersFrom(seed);
  const site = await KilledSite.start();
  const acknowledged: SentReply[] = [];
  const rounds: Round[] = [];
  const met = () => rounds.filter(({ inLog }) => inLog > 0).length;
  while (rounds.length < kills || (met() === 0 && rounds.length < maxKillsUntilMet)) {
    const ledger = newLedger();
    const posting = postUntilKilled(ledger, site.people, site.threads);
    while (ledger.acknowledged.length === 0) await sleep(1);
    await sleep(random() * maxPostingMs);
    await site.server.kill();
    await posting;
    expect(ledger.refused, 'nothing is refused before the kill').toEqual([]);
    const written = repliesInLog(site.dataDir);
    const inLog = ledger.unanswered.filter(({ commandId }) => written.has(commandId)).length;
    rounds.push({ acknowledged: ledger.acknowledged.length, unanswered: ledger.unanswered.length, inLog });

    await site.restart();
    const again = newLedger();
    await Promise.all(ledger.unanswered.map((reply) => send(again, reply)));
    expect(again.acknowledged, 'every repeated reply is answered').toHaveLength(ledger.unanswered.length);
    acknowledged.push(...ledger.acknowledged, ...again.acknowledged);
    await expectExactly(acknowledged, site);
    expect(await verifyViews(site.admin)).toBe('No difference.');
  }
  console.log(`seed ${seed}: ${met()} of ${rounds.length} kills met an append in flight; ${JSON.stringify(rounds)}`);
  expect(met(), 'kills that met an append in flight').toBeGreaterThan(0);
}

interface Round {
  acknowledged: number;
  unanswered: number;
  /** The replies without a response that are in the log. */
  inLog: number;
}

/** A server process with members and threads. It keeps its port over restarts, so that cookies stay valid. */
class KilledSite {
  static async start(): Promise<KilledSite> {
    const folder = temporaryFolder();
    const port = await freePort();
    const server = await startServerProcess({ dataDir: folder.path, port });
    const people = await crowd(server);
    const [admin] = people as [Person];
    const threads = await Promise.all(['One', 'Two', 'Three'].map((title) => newThread(admin, `Thread ${title}`)));
    const site = new KilledSite(server, admin, people, threads);
    onTestFinished(async () => {
      await site.server.kill();
      folder.remove();
    });
    return site;
  }

  private constructor(
    public server: ServerProcess,
    readonly admin: Person,
    readonly people: readonly Person[],
    readonly threads: readonly number[],
  ) {}

  get dataDir(): string {
    return this.server.dataDir;
  }

  async restart(): Promise<void> {
    this.server = await startServerProcess({ dataDir: this.dataDir, port: this.server.port });
  }
}

/** The first one is the Admin. */
async function crowd(on: ServerProcess): Promise<Person[]> {
  const first = await registered(on, 'Member0');
  const others = Array.from({ length: members - 1 }, (_, index) => registered(on, `Member${index + 1}`));
  return [first, ...(await Promise.all(others))];
}

/** The commands whose reply is in the log. Fails when one of them is there twice. */
function repliesInLog(dataDir: string): Set<string> {
  const posted = eventsOfType(dataDir, 'ReplyPosted');
  const commands = new Set(posted.map(({ metadata }) => (JSON.parse(metadata) as { commandId: string }).commandId));
  expect(commands.size, 'no command is in the log twice').toBe(posted.length);
  return commands;
}

/** Expects that the site shows exactly these replies, each once in its thread, and counts them correctly. */
async function expectExactly(
  replies: readonly SentReply[],
  { admin: reader, threads, people }: KilledSite,
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
