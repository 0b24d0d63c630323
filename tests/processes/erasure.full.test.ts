import { copyFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PostRow } from '@guildhall/domain/wire/schemas/forum/posts.js';
import type { SearchResponse } from '@guildhall/domain/wire/schemas/forum/search.js';
import { openDatabase } from '@guildhall/event-store/sqlite/database.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findFilesContaining } from '../support/processes/byte-search.js';
import { runGuildhall } from '../support/processes/command-line.js';
import { readEventsOfType } from '../support/processes/database-rows.js';
import { Person, registerPerson, reply, findSectionId } from '../support/site/member.js';
import { createRandom, seedOfRun } from '../support/random.js';
import {
  findFreePort,
  startServerProcess,
  createTemporaryFolder,
  type ServerProcess,
} from '../support/processes/server-process.js';
import {
  listTraces,
  listNames,
  createUserToErase,
  register,
  listSealedTexts,
  readSecrets,
  listTexts,
  type ErasedUser,
} from '../support/processes/erased-user.js';

let folder: string;
let dataDir: string;
let port: number;
let server: ServerProcess;
let admin: Person;

beforeEach(async () => {
  folder = createTemporaryFolder();
  dataDir = join(folder, 'data');
  port = await findFreePort(); // The port stays the same across restarts so that cookies and addresses remain valid.
  await start();
  admin = await registerPerson(server, 'Admin');
});

afterEach(() => server.kill());

const start = async () => (server = await startServerProcess({ dataDir, port }));
const findFilesWith = (...words: (string | Uint8Array)[]) => findFilesContaining(dataDir, words);
const erasedTexts = { title: '[erased]', threadText: '[erased]', replyText: '[erased]' };
const erase = (id: number, texts: boolean) => admin.call('POST', `/admin/delete/${id}`, { texts });

it('the file search finds a word in every form that programs store', () => {
  const word = 'Xénia<secret>7';
  const forms: Record<string, Buffer> = {
    text: Buffer.from(`{"name":"${word.toLowerCase()}"}`),
    wide: Buffer.from(`...${word}`, 'utf16le'),
    hex: Buffer.from(Buffer.from(word).toString('hex').toUpperCase()),
    'base64-0': Buffer.from(Buffer.from(`${word} and on`).toString('base64')),
    'base64-1': Buffer.from(Buffer.from(`a${word} and on`).toString('base64url')),
    'base64-2': Buffer.from(Buffer.from(`ab${word}`).toString('base64')),
  };
  const searchedFolder = createTemporaryFolder();
  for (const [name, bytes] of Object.entries({ ...forms, other: Buffer.from('Xenia<secret>') })) {
    writeFileSync(join(searchedFolder, name), bytes);
  }
  expect(findFilesContaining(searchedFolder, [word]).sort()).toEqual(Object.keys(forms).sort());
});

describe('erased members', () => {
  it('no file or page contains an erased member after a rebuild, a kill or an older vault', async () => {
    const author = await createUserToErase(server, admin); // This account is erased, but its posts remain.
    const erasedWithTexts = await createUserToErase(server, admin); // This account is erased together with its posts.
    await reply(author.person, erasedWithTexts.threadId, `So says ${author.replyText}`);
    expect(await server.stop()).toBe(0);
    const backup = join(folder, 'older-vault.db');
    copyFileSync(join(dataDir, 'vault.db'), backup);
    await start();

    const secrets = readSecrets(dataDir, erasedWithTexts);
    const marks = [author, erasedWithTexts].flatMap(listTraces);
    for (const mark of marks) expect(findFilesWith(mark).join()).toContain('vault.db');
    const sealedTexts = [author, erasedWithTexts].flatMap(listSealedTexts);
    expect(findFilesWith(...sealedTexts)).toEqual([]);
    const traces = [
      ...listNames(author),
      ...listNames(erasedWithTexts),
      secrets.passwordHash,
      ...marks,
      ...sealedTexts,
      ...listTexts(erasedWithTexts),
    ];
    for (const victim of [author, erasedWithTexts]) {
      for (const name of listNames(victim)) expect(findFilesWith(name)).toContain('vault.db');
      expect(findFilesWith(victim.email).join()).toContain('.eml');
    }
    expect(findFilesWith(secrets.key)).toContain('vault.db');
    for (const text of [...listTexts(author), ...listTexts(erasedWithTexts)]) {
      await expectInIndexAlone(text);
    }

    expect((await erase(author.id, false)).status).toBe(200);
    expect((await erase(erasedWithTexts.id, true)).status).toBe(200);
    const expectGone = async () => {
      expect(findFilesWith(...traces, secrets.key)).toEqual([]);
      for (const text of listTexts(author)) await expectInIndexAlone(text);
      await expectFound(author, true);
      await expectFound(erasedWithTexts, false);
      await expectLockedOut(author);
      await expectLockedOut(erasedWithTexts);
      await expectOnPages(author, author);
      await expectOnPages(erasedWithTexts, erasedTexts);
      for (const victim of [author, erasedWithTexts]) await expectUnlisted(victim);
      for (const name of traces) expect(server.output()).not.toContain(name);
    };
    await expectGone();

    const rebuildResult = await runGuildhall(['rebuild'], { dataDir, port });
    expect(rebuildResult).toMatchObject({
      code: 0,
      output: expect.stringContaining('The rebuilt views are live.') as unknown,
    });
    await expectGone();

    await server.kill();
    expect(findFilesWith(...traces)).toEqual([]);
    await start();
    await expectGone();

    await server.stop();
    for (const suffix of ['-wal', '-shm']) rmSync(join(dataDir, `vault.db${suffix}`), { force: true });
    copyFileSync(backup, join(dataDir, 'vault.db'));
    expect(findFilesWith(erasedWithTexts.username)).toEqual(['vault.db']);
    await start();
    await expectGone();

    const next = new Person(server.url);
    await register(server, next, erasedWithTexts);
    expect(next.me).toMatchObject({ username: erasedWithTexts.username, email: erasedWithTexts.email });
    expect(next.me?.id).not.toBe(erasedWithTexts.id);
    await expectOnPages(erasedWithTexts, erasedTexts); // A new member with that name does not inherit the old posts.
  });

  it('no file contains an erased member if the server is killed right after its response', async () => {
    const victim = await createUserToErase(server, admin);
    const key = readSecrets(dataDir, victim).key;
    await expectFound(victim, true);
    expect((await erase(victim.id, true)).status).toBe(200);
    await server.kill();
    expect(findFilesWith(...listNames(victim), ...listTraces(victim), ...listTexts(victim), key)).toEqual([]);
    await start();
    await expectLockedOut(victim);
    expect(findFilesWith(...listNames(victim), ...listTraces(victim), ...listTexts(victim), key)).toEqual([]);
  });

  it('the next start completes an erasure after a kill between the log and the vault', async () => {
    const victim = await createUserToErase(server, admin);
    const blocker = openDatabase(join(dataDir, 'vault.db'));
    blocker.exec('BEGIN IMMEDIATE'); // The server can read the vault, but its writes must wait.
    const response = erase(victim.id, true).catch(() => null);
    while (readEventsOfType(dataDir, 'UserErased').length === 0) await sleep(5);
    await server.kill();
    expect((await response)?.status ?? 503).toBe(503);
    blocker.exec('ROLLBACK');
    blocker.close();
    expect(findFilesWith(...listNames(victim)).join()).toContain('vault.db');
    await start();
    expect(findFilesWith(...listNames(victim))).toEqual([]);
    await expectLockedOut(victim);
  });

  it('no file contains an erased member after a kill between the vault and the search index', async () => {
    const victim = await createUserToErase(server, admin);
    await expectFound(victim, true);
    const blocker = openDatabase(join(dataDir, 'search.db'));
    blocker.exec('BEGIN IMMEDIATE'); // The server can search, but its writes to the index must wait.
    const response = erase(victim.id, true).catch(() => null);
    // The blocker still has a lock on search.db.
    const findFilesWithName = () => findFilesContaining(dataDir, listNames(victim), 'search.db');
    await expect.poll(findFilesWithName).toEqual([]);
    await server.kill();
    expect((await response)?.status).not.toBe(200);
    blocker.exec('ROLLBACK');
    blocker.close();
    expect(findFilesWith(...listTexts(victim)).join()).toContain('search.db');
    await start();
    expect(findFilesWith(...listTexts(victim), ...listNames(victim))).toEqual([]);
    await expectFound(victim, false);
  });

  it('a kill at a random moment leaves a member either completely erased or intact', async () => {
    const seed = seedOfRun();
    const random = createRandom(seed);
    const registerVictims = () =>
      Promise.all([
        createUserToErase(server, admin),
        createUserToErase(server, admin),
        createUserToErase(server, admin),
      ]);
    const measuredVictims = await registerVictims();
    const startedAt = performance.now();
    for (const { status } of await Promise.all(measuredVictims.map(({ id }) => erase(id, true))))
      expect(status).toBe(200);
    const maxTurnMs = performance.now() - startedAt;
    const killMoments = { untouched: 0, between: 0, gone: 0 };
    for (let round = 0; round < 4 || (killMoments.between === 0 && round < 12); round++) {
      const victims = await registerVictims();
      const responses = victims.map(({ id }) => erase(id, true).catch(() => null));
      await sleep(random() * maxTurnMs);
      await server.kill();
      const statuses = (await Promise.all(responses)).map((response) => response?.status);
      const remainingIds = new Set(listIdsInLog());
      const isInFiles = victims.map((victim) => findFilesWith(...listNames(victim)).length > 0);
      const textsInFiles = victims.map((victim) => findFilesWith(...listTexts(victim)).length > 0);
      await start();
      for (const [index, victim] of victims.entries()) {
        const isLeft = remainingIds.has(victim.id);
        if (statuses[index] === 200)
          expect([isLeft, isInFiles[index], textsInFiles[index]]).toEqual([true, false, false]);
        if (isLeft) {
          await expectLockedOut(victim);
          expect(findFilesWith(...listNames(victim), ...listTexts(victim))).toEqual([]);
        } else expect((await victim.person.call('GET', '/me')).body).toMatchObject({ user: { email: victim.email } });
        killMoments[isLeft ? (isInFiles[index] ? 'between' : 'gone') : 'untouched']++;
      }
    }
    console.log(`seed ${seed}: members at the kills: ${JSON.stringify(killMoments)}`);
    expect(killMoments.between, 'members that a kill met between log and vault').toBeGreaterThan(0);
  });
});

async function expectLockedOut({ person, username, email, password, threadId }: ErasedUser): Promise<void> {
  expect((await person.call('GET', '/me')).body).toEqual({ user: null });
  const posting = await person.call('POST', '/forums/posts', { thread_id: threadId, content: 'Hello?' });
  expect(posting.status).toBe(401);
  for (const name of [username, email]) expect((await new Person(server.url).logIn(name, password)).status).toBe(401);
}

/** Only the search index may contain the text, unless it has not indexed it yet. */
async function expectInIndexAlone(text: string): Promise<void> {
  await expect.poll(() => findFilesWith(text)).not.toEqual([]);
  expect(findFilesWith(text).filter((file) => !file.startsWith('search.db'))).toEqual([]);
}

async function expectFound(victim: ErasedUser, texts: boolean): Promise<void> {
  const guest = new Person(server.url);
  const search = async (q: string) => (await guest.perform('GET', `/search?q=${q}`)) as unknown as SearchResponse;
  for (const text of listTexts(victim)) {
    if (texts) await expect.poll(async () => (await search(text)).results.length).toBeGreaterThan(0);
    else expect(await search(text)).toEqual({ results: [], complete: true });
  }
}

/** Expects the pages to show the thread and the reply without a name. */
async function expectOnPages(
  victim: ErasedUser,
  texts: Pick<ErasedUser, 'title' | 'threadText' | 'replyText'>,
): Promise<void> {
  const guest = new Person(server.url);
  const erasedAuthor = { user_id: victim.id, username: '[deleted]', avatar_url: null, role: null };
  const thread = await guest.perform('GET', `/forums/threads/${victim.threadId}`);
  expect(thread).toMatchObject({ ...erasedAuthor, title: texts.title, content: texts.threadText });
  const replies = (await guest.call('GET', `/forums/posts/${victim.threadId}`)).body as PostRow[];
  expect(replies.find(({ id }) => id === victim.replyId)).toMatchObject({ ...erasedAuthor, content: texts.replyText });
}

async function expectUnlisted(victim: ErasedUser): Promise<void> {
  const guest = new Person(server.url);
  const place = `section_id=${await findSectionId(guest, 'community')}`;
  for (const name of [victim.username, victim.username.slice(0, 8)]) {
    expect(await guest.perform('GET', `/search?type=members&q=${name}`)).toEqual({ results: [], complete: true });
  }
  for (const list of ['/usernames', '/forums/member-stats', '/forums/recent', `/forums/threads?${place}`]) {
    const response = await guest.call('GET', list);
    expect(response.status).toBe(200);
    for (const name of listNames(victim)) expect(JSON.stringify(response.body)).not.toContain(name);
  }
}

function listIdsInLog(): number[] {
  return readEventsOfType(dataDir, 'MemberLeft').map(({ data }) => (JSON.parse(data) as { userId: number }).userId);
}
