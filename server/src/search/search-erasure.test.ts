import { randomBytes } from 'node:crypto';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { streams } from '@guildhall/domain/events.js';
import type { Place } from '@guildhall/domain/structure/state.js';
import { openDatabase } from '@guildhall/event-store/sqlite/database.js';
import { MemoryLog } from '@guildhall/event-store/testing/memory-log.js';
import { appendHistory } from '@guildhall/projections/testing/append-history.js';
import { History } from '@guildhall/projections/testing/random-history.js';
import { beforeEach, describe, expect, test } from 'vitest';
import { Policy } from '../policy/policy.js';
import {
  checkIndex,
  readContents,
  createTextQuery,
  waitForFeed,
  openIndex,
  createPlainTexts,
  searchFolder,
} from '../testing/search-index.js';
import { scrubInThisThread } from './scrub-search-file.js';
import { removeTexts } from './upkeep.js';

const place: Place = { sectionId: 1, subsectionId: null };
const authors = 30;
let folder: string;
let log: MemoryLog;
let history: History;
let words: Map<number, string[]>;
let erasedTexts: Set<number>;

beforeEach(async () => {
  folder = searchFolder();
  log = new MemoryLog();
  history = new History();
  words = new Map();
  erasedTexts = new Set();
  const thread = createThread(999, place, 'It begins');
  for (let i = 0; i < 900; i++) {
    const author = 1 + (i % authors);
    // The stemmers accept these words.
    const ownWords = [0, 1].map(() => `w${toLetters(randomBytes(6).toString('hex'))}`);
    words.set(author, [...(words.get(author) ?? []), ...ownWords]);
    history.reply(thread, author, `~${author}.The ${ownWords[0]} of the harbour and its ${ownWords[1]} lighthouse`);
  }
  await appendHistory(log, history);
});

const toLetters = (hex: string): string => hex.replace(/\d/g, (digit) => 'ghijklmnop'[Number(digit)] ?? '');

function createThread(author: number, where: Place, words: string): number {
  const id = history.createThread(author, where, `~${author}.${words}`);
  Object.assign(history.events.at(-1)?.data as object, { title: `~${author}.${words}` });
  return id;
}

const open = (options: Partial<Parameters<typeof openIndex>[0]> = {}) =>
  openIndex({ folder, log, texts: createPlainTexts(erasedTexts), ...options });

function countWords(author: number): number {
  const files = readdirSync(folder).filter((name) => name.startsWith('search'));
  const bytes = files.map((name) => readFileSync(join(folder, name)).toString('latin1')).join('\n');
  return (words.get(author) ?? []).filter((word) => bytes.includes(word)).length;
}

async function leave(policy: Policy, ...userIds: number[]): Promise<void> {
  for (const userId of userIds) {
    erasedTexts.add(userId);
    history.add(streams.staff, { type: 'MemberLeft.v1', data: { userId, roleId: 2, texts: true } });
  }
  await appendHistory(log, history);
  await policy.load(log);
}

test("erases every byte of a member's posts from the index while it is in use", async () => {
  const policy = new Policy();
  const search = await open({ policy });
  search.start();
  await waitForFeed(search, log);
  expect([countWords(3), countWords(4)]).toEqual([60, 60]);
  await leave(policy, 3, 7);
  await Promise.all([search.forget(3), search.forget(7)]);
  expect([countWords(3), countWords(7), countWords(4)]).toEqual([0, 0, 60]);
  await waitForFeed(search, log);
  await search.stop();
  expect([countWords(3), countWords(7), countWords(4)]).toEqual([0, 0, 60]);
  checkIndex(folder);
});

test("removes a member's posts from the index after another server has erased the member", async () => {
  const search = await open();
  search.start();
  await waitForFeed(search, log);
  await leave(new Policy(), 3);
  await waitForFeed(search, log);
  expect([countWords(3), countWords(4)]).toEqual([0, 60]);
});

describe('finishing an interrupted erasure at startup before the log is read', () => {
  const failAsKilled = () => Promise.reject(new Error('killed'));
  const interruptions = {
    'after the index had passed its event': failAsKilled,
    'after its rows were removed, and before the file was rewritten': async (
      path: string,
      authors: readonly number[],
    ) => {
      const db = openDatabase(path);
      for (const author of authors) removeTexts(db, author);
      db.close();
      return failAsKilled();
    },
  };

  test.each(Object.entries(interruptions))(
    'finishes an erasure at startup that was interrupted %s',
    async (_, scrub) => {
      const policy = new Policy();
      const crashingSearch = await open({ policy, scrub });
      crashingSearch.start();
      await waitForFeed(crashingSearch, log);
      await leave(policy, 3);
      await expect(crashingSearch.forget(3)).rejects.toThrow('killed');
      await expect.poll(async () => crashingSearch.position).toBe(await log.readHead());
      await crashingSearch.stop();
      expect(countWords(3)).toBeGreaterThan(0);
      const next = await open({ policy });
      await next.finishErasures();
      expect([countWords(3), countWords(4)]).toEqual([0, 60]);
      await next.stop();
      const scrubs = { count: 0 };
      const reopenedSearch = await open({ policy, scrub: async () => void scrubs.count++ });
      await reopenedSearch.finishErasures();
      expect(scrubs.count, 'no second scrub').toBe(0);
      await reopenedSearch.stop();
    },
  );
});

test('erasures during a scrub wait for it and share the next one, in a separate thread', async () => {
  const policy = new Policy();
  const scrubs: { authors: readonly number[]; finish: () => void }[] = [];
  const scrub = (_: string, authors: readonly number[]) =>
    new Promise<void>((finish) => void scrubs.push({ authors, finish }));
  const filledSearch = await open();
  filledSearch.start();
  await waitForFeed(filledSearch, log);
  await filledSearch.stop();
  // The search runs without the feed, which would also remove the posts.
  const search = await open({ policy, scrub });
  await leave(policy, 3, 7, 11);
  const firstErasure = search.forget(3);
  await expect.poll(() => scrubs.length).toBe(1);
  const otherErasures = [search.forget(7), search.forget(11)];
  scrubs[0]?.finish();
  await firstErasure;
  await expect.poll(() => scrubs.length).toBe(2);
  scrubs[1]?.finish();
  await Promise.all(otherErasures);
  expect(scrubs.map(({ authors }) => authors)).toEqual([[3], [7, 11]]);
  expect(countWords(3), 'only the other thread removes the words').toBe(60);
});

test('an indexed post does not inherit the title of an erased thread whose row it reuses', async () => {
  const policy = new Policy();
  const search = await open({ policy });
  search.start();
  const erasedThread = createThread(3, place, 'Goodbye');
  await appendHistory(log, history);
  await waitForFeed(search, log);
  await leave(policy, 3);
  await search.forget(3);
  createThread(4, { sectionId: 2, subsectionId: null }, 'Nobody knows');
  history.reply(erasedThread, 5, '~5.Farewell then');
  await appendHistory(log, history);
  await waitForFeed(search, log);
  const foundPage = search.findNewest(createTextQuery('farewell', { places: [place] }), null);
  expect(foundPage.texts.map(({ title }) => title)).toEqual([null]);
});

test('an erasure needs no scrub if the posts remain or the member has none', async () => {
  const policy = new Policy();
  let scrubCount = 0;
  const search = await open({ policy, scrub: (path, authors) => (scrubCount++, scrubInThisThread(path, authors)) });
  search.start();
  await waitForFeed(search, log);
  history.add(streams.staff, { type: 'MemberLeft.v1', data: { userId: 5, roleId: 2, texts: false } });
  await leave(policy, 77);
  await Promise.all([search.forget(5), search.forget(77)]);
  await waitForFeed(search, log);
  await search.stop();
  expect([scrubCount, countWords(5)]).toEqual([0, 60]);
  expect(readContents(folder).items).toHaveLength(901);
});

test('does not index a post if its author is erased while it is being read', async () => {
  const policy = new Policy();
  let [come, letGo] = [(): void => undefined, (): void => undefined];
  const reached = new Promise<void>((resolve) => (come = resolve));
  const gate = new Promise<void>((resolve) => (letGo = resolve));
  const texts = createPlainTexts(erasedTexts);
  const openSlowly = async (many: readonly string[]) => {
    const openedTexts = await texts.open(many);
    come();
    await gate;
    return openedTexts;
  };
  const search = await open({ policy, texts: { ...texts, open: openSlowly } });
  search.start();
  await reached;
  await leave(policy, 3);
  await search.forget(3);
  letGo();
  await waitForFeed(search, log);
  expect([countWords(3), countWords(4)]).toEqual([0, 60]);
});

test('rebuilds a search index with damaged authors instead of failing at startup', async () => {
  const damagedSearch = await open();
  damagedSearch.start();
  await waitForFeed(damagedSearch, log);
  await damagedSearch.stop();
  const file = join(folder, 'search.db');
  const bytes = readFileSync(file);
  const db = openDatabase(file, { readOnly: true });
  const { rootpage } = db.prepare(`SELECT rootpage FROM sqlite_schema WHERE name = 'authors'`).get() as {
    rootpage: number;
  };
  db.close();
  writeFileSync(
    file,
    Buffer.concat([bytes.subarray(0, (rootpage - 1) * 4096), randomBytes(4096), bytes.subarray(rootpage * 4096)]),
  );
  const search = await open();
  const findNoKeys = () => Promise.resolve(new Map<number, Uint8Array>());
  await search.removeKeyless({ findAuthorKeys: findNoKeys });
  expect(countWords(1)).toBe(0);
  search.start();
  await waitForFeed(search, log);
  expect(countWords(1)).toBeGreaterThan(0);
  await search.stop();
  checkIndex(folder);
});
