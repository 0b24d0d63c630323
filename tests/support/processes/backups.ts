import { setTimeout as sleep } from 'node:timers/promises';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { createThread, registerPerson, type Person } from '../site/member.js';
import { runGuildhall } from './command-line.js';
import { createLedger, postUntilKilled, readReplies, type Ledger, type SentReply } from './posting.js';
import { findFreePort, startServerProcess, createTemporaryFolder, type ServerProcess } from './server-process.js';
import { verifyViews } from './verify-views.js';

const members = 6;
const minWritten = 20; // At least this many replies are written between two backups.

interface TakenBackup {
  folder: string;
  /** The replies that were acknowledged before the backup began. */
  replies: SentReply[];
  people: Person[];
}

/**
 * Each backup, restored on its own, must show everything that was acknowledged before it began, and its members must be
 * able to log in and write.
 */
export async function backUpWhileWriting(backups: number): Promise<void> {
  const folder = createTemporaryFolder();
  const site = await startSite(join(folder, 'site'));
  const takenBackups: TakenBackup[] = [];
  const ledger = createLedger();
  const posting = postUntilKilled(ledger, site.people, site.threads);
  while (takenBackups.length < backups) {
    await waitForWrites(ledger, takenBackups.at(-1)?.replies.length ?? 0);
    const backupFolder = join(folder, `backup ${takenBackups.length}`);
    const lateMember = await registerPerson(site.server, `Late${takenBackups.length}`);
    const backup = { folder: backupFolder, replies: [...ledger.acknowledged], people: [...site.people, lateMember] };
    const { code, output } = await runGuildhall(['backup', backupFolder], site.server);
    expect(output).toMatch(/Verified: \d+ events, \d+ accounts, 0 files\.\n/);
    expect({ code, refused: ledger.refused }).toEqual({ code: 0, refused: [] });
    takenBackups.push(backup);
    site.people.push(lateMember);
  }
  await site.server.kill();
  await posting;
  for (const [index, backup] of takenBackups.entries()) {
    await expectRestored(backup, site, join(folder, `restored ${index}`));
  }
}

interface WrittenSite {
  server: ServerProcess;
  people: Person[];
  threads: number[];
}

async function startSite(dataDir: string): Promise<WrittenSite> {
  const server = await startServerProcess({ dataDir, port: await findFreePort() });
  onTestFinished(() => server.kill());
  const admin = await registerPerson(server, 'Member0');
  const otherMembers = Array.from({ length: members - 1 }, (_, index) => registerPerson(server, `Member${index + 1}`));
  const threads = [await createThread(admin, 'Thread one'), await createThread(admin, 'Thread two')];
  return { server, people: [admin, ...(await Promise.all(otherMembers))], threads };
}

async function waitForWrites(ledger: Ledger, earlier: number): Promise<void> {
  while (ledger.acknowledged.length < earlier + minWritten) await sleep(5);
}

async function expectRestored({ folder, replies, people }: TakenBackup, site: WrittenSite, dataDir: string) {
  const { port } = site.server;
  const restoreResult = await runGuildhall(['restore', folder], { dataDir, port });
  expect(restoreResult).toMatchObject({
    code: 0,
    output: expect.stringContaining('The backup was restored to ') as unknown,
  });
  const server = await startServerProcess({ dataDir, port });
  onTestFinished(() => server.kill());
  const [admin] = people as [Person];
  const visibleReplies = (await Promise.all(site.threads.map((id) => readReplies(admin, id)))).flat();
  const texts = new Set(visibleReplies.map(({ content }) => content));
  expect(replies.filter(({ content }) => !texts.has(content))).toEqual([]);
  for (const person of people) {
    const { username } = person.me ?? { username: '' };
    // This session predates the backup.
    expect((await person.call('GET', '/me')).body).toMatchObject({ user: { username } });
  }
  expect((await admin.call('POST', '/forums/posts', { thread_id: site.threads[0], content: 'And on' })).status).toBe(
    201,
  );
  expect(await verifyViews(admin)).toBe('No difference.');
  await server.stop();
}
