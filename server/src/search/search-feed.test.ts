import { randomUUID } from 'node:crypto';
import { writeFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Place } from '@guildhall/domain/structure/state.js';
import type { Position, StoredEvent } from '@guildhall/event-store/port.js';
import { RetryDelays } from '@guildhall/event-store/retry.js';
import { MemoryLog } from '@guildhall/event-store/testing/memory-log.js';
import { openDatabase } from '@guildhall/event-store/sqlite/database.js';
import { appendHistory } from '@guildhall/projections/testing/append-history.js';
import { History, randomHistory } from '@guildhall/projections/testing/random-history.js';
import fc from 'fast-check';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  checkIndex,
  readContents,
  waitForFeed,
  findInIndex,
  openIndex,
  createPlainTexts,
  sealTexts,
  searchFolder,
} from '../testing/search-index.js';
import { unreadableText } from '../vault/texts.js';
import { VaultUnavailable } from '../vault/vault.js';
import { buildPlaceTag } from './terms/tags.js';

let folder: string;
let log: MemoryLog;
let history: History;
const place: Place = { sectionId: 1, subsectionId: null };

beforeEach(() => {
  folder = searchFolder();
  log = new MemoryLog();
  history = new History();
});

const open = (options: Partial<Parameters<typeof openIndex>[0]> = {}) =>
  openIndex({ folder, log, texts: createPlainTexts(), ...options });

async function fillIndex(options: Partial<Parameters<typeof openIndex>[0]> = {}): Promise<void> {
  const search = await open(options);
  search.start();
  await waitForFeed(search, log);
  await search.stop();
}

const append = (events: readonly StoredEvent[]) => appendHistory(log, { events } as History);

describe('search index', () => {
  test('the search index is identical to a newly built one after any history and number of restarts', async () => {
    await fc.assert(
      fc.asyncProperty(
        randomHistory,
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 3 }),
        async (random, cuts) => {
          const events = sealTexts(random);
          log = new MemoryLog();
          const [step, fresh] = [searchFolder(), searchFolder()];
          const erasedAuthors = new Set<number>();
          for (const end of [...cuts.sort().map((cut) => Math.floor(cut * events.length)), events.length]) {
            const until = events.slice(0, end);
            for (const { type, data } of until)
              if (type === 'UserErased.v1') erasedAuthors.add((data as { userId: number }).userId);
            await append(until);
            await fillIndex({ folder: step, texts: createPlainTexts(erasedAuthors) });
          }
          await fillIndex({ folder: fresh, texts: createPlainTexts(erasedAuthors) });
          const contents = readContents(fresh);
          expect(readContents(step)).toEqual(contents);
          checkIndex(step);
          expect(contents.lonelyTexts).toEqual([]);
        },
      ),
      { numRuns: 40 },
    );
  }, 120_000);

  test('resumes indexing after a restart', async () => {
    const thread = history.createThread(1, place, 'The harbour');
    await append(sealTexts(history.events));
    await fillIndex();
    history.reply(thread, 2, 'The lighthouse');
    await append(sealTexts(history.events));
    const seenTexts: string[] = [];
    const texts = createPlainTexts();
    await fillIndex({ texts: { ...texts, open: (many) => (seenTexts.push(...many), texts.open(many)) } });
    expect(seenTexts).toEqual(['~2.The lighthouse']);
  });

  test.each([
    ['of another log', () => ({ logId: '00000002' })],
    [
      'of another version',
      () => {
        const db = openDatabase(join(folder, 'search.db'));
        db.exec('UPDATE state SET version = 0');
        db.close();
        return {};
      },
    ],
    [
      'that cannot be read',
      () => {
        const file = join(folder, 'search.db');
        writeFileSync(file, Buffer.alloc(readFileSync(file).length, 'no database'));
        return {};
      },
    ],
  ])('discards and rebuilds an index %s', async (_, spoil) => {
    history.createThread(1, place, 'The harbour');
    await append(sealTexts(history.events));
    await fillIndex();
    const contentsBefore = readContents(folder);
    const seenTexts: string[] = [];
    const texts = createPlainTexts();
    const options = spoil();
    await fillIndex({ ...options, texts: { ...texts, open: (many) => (seenTexts.push(...many), texts.open(many)) } });
    expect(seenTexts).toContain('~1.The harbour');
    expect(readContents(folder).items).toEqual(contentsBefore.items);
  });

  test('discards an index that is ahead of a log that was reset', async () => {
    history.createThread(1, place, 'The harbour');
    await append(sealTexts(history.events));
    await fillIndex();
    await log.close();
    log = new MemoryLog();
    await fillIndex();
    expect(readContents(folder).items).toEqual([]);
  });

  test('discards an index if its log was reset and has grown to the same position again', async () => {
    const thread = history.createThread(1, place, 'The harbour');
    const backup = history.events.length;
    history.reply(thread, 2, 'The lighthouse');
    await append(sealTexts(history.events));
    await fillIndex();
    await log.close();
    log = new MemoryLog();
    await append(sealTexts(history.events.slice(0, backup)));
    const { stream, type, data, metadata } = sealTexts(history.events).at(-1)!;
    const content = (data as { content: string }).content.replace('lighthouse', 'anchor');
    await log.append(
      stream,
      [{ id: randomUUID(), type, data: { ...(data as object), content }, metadata }],
      'no-stream',
    );
    const search = await open();
    search.start();
    await waitForFeed(search, log);
    expect([findInIndex(search, 'harbour').length, findInIndex(search, 'anchor').length]).toEqual([1, 1]);
    expect(findInIndex(search, 'lighthouse')).toEqual([]);
  });

  test('a second server in the same folder gets its own index, which is removed after it stops', async () => {
    history.createThread(1, place, 'The harbour');
    await append(sealTexts(history.events));
    const [first, second] = [await open(), await open()];
    for (const search of [first, second]) search.start();
    for (const search of [first, second]) await waitForFeed(search, log);
    expect([findInIndex(first, 'harbour'), findInIndex(second, 'harbour')]).toEqual([[1000], [1000]]);
    expect(readFileSync(join(folder, 'search-2.db')).length).toBeGreaterThan(0);
    await second.stop();
    await first.stop();
    await fillIndex();
    expect(() => readFileSync(join(folder, 'search-2.db'))).toThrow('ENOENT');
  });
});

describe('indexing the log', () => {
  test('waits for an unavailable vault without treating any post as erased', async () => {
    history.createThread(1, place, 'The harbour');
    await append(sealTexts(history.events));
    let isVaultDown = true;
    let callCount = 0;
    const texts = createPlainTexts();
    const openTexts = (many: readonly string[]) => {
      callCount++;
      return isVaultDown ? Promise.reject(new VaultUnavailable('away')) : texts.open(many);
    };
    const search = await open({ texts: { ...texts, open: openTexts } });
    search.start();
    expect(await search.waitFor(await log.readHead(), 400)).toBe(false);
    expect(callCount).toBeGreaterThan(1);
    expect([search.complete, findInIndex(search, 'harbour')]).toEqual([false, []]);
    isVaultDown = false;
    await waitForFeed(search, log);
    expect([search.complete, findInIndex(search, 'harbour')]).toEqual([true, [1000]]);
    isVaultDown = true;
    history.reply(1000, 2, 'In the harbour');
    await append(sealTexts(history.events));
    await expect.poll(() => search.complete).toBe(false);
    expect(findInIndex(search, 'harbour')).toEqual([1000]);
  });

  test('omits only the damaged post from the index', async () => {
    for (const text of ['The harbour', 'damaged', 'The harbour again']) history.createThread(1, place, text);
    await append(sealTexts(history.events));
    const texts = createPlainTexts();
    const openTexts = async (many: readonly string[]) => {
      const openedTexts = await texts.open(many);
      const damagedText = openedTexts.get('~1.damaged');
      return damagedText ? openedTexts.set('~1.damaged', { ...damagedText, text: unreadableText }) : openedTexts;
    };
    const search = await open({ texts: { ...texts, open: openTexts } });
    search.start();
    await waitForFeed(search, log);
    expect(findInIndex(search, 'harbour')).toEqual([1002, 1000]);
    expect(findInIndex(search, 'unreadable')).toEqual([]);
  });

  test('returns the results found so far while the index is being built', async () => {
    for (let i = 0; i < 600; i++) history.createThread(1, place, `The harbour ${i}`);
    await append(sealTexts(history.events));
    const texts = createPlainTexts();
    let letGo = (): void => undefined;
    const gate = new Promise<void>((resolve) => (letGo = resolve));
    const openTexts = (many: readonly string[]) =>
      many.includes('~1.The harbour 599') ? gate.then(() => texts.open(many)) : texts.open(many);
    const search = await open({ texts: { ...texts, open: openTexts } });
    search.start();
    await expect.poll(() => findInIndex(search, 'harbour').length).toBeGreaterThan(40);
    expect(search.complete).toBe(false);
    letGo();
    await waitForFeed(search, log);
    await expect.poll(() => search.complete).toBe(true);
    expect(findInIndex(search, '599')).toHaveLength(1);
  });

  test('resets the retry delay if events were indexed between two outages', async () => {
    const thread = history.createThread(1, place, 'The harbour');
    for (let n = 0; n < 2; n++) history.reply(thread, 2, 'The lighthouse');
    await append(sealTexts(history.events));
    const next = vi.spyOn(RetryDelays.prototype, 'next');
    async function* subscribeAll(after: Position) {
      yield await log.readAll(after, 1);
      throw new Error('broken line');
    }
    const breakingLog = { ...log, readHead: () => log.readHead(), subscribeAll } as unknown as MemoryLog;
    const search = await open({ log: breakingLog, pauseMs: 0 });
    search.start();
    await vi.waitFor(() => expect(next).toHaveBeenCalledTimes(3));
    const delaysMs = next.mock.results.map(({ value }) => value as number);
    next.mockRestore();
    for (const delayMs of delaysMs) expect(delayMs).toBeLessThan(150); // The second of two consecutive delays is longer.
  });

  test('updates the place of all posts in a moved thread, even after a restart', async () => {
    const otherPlace = { sectionId: 2, subsectionId: 20 };
    const thread = history.createThread(1, place, 'The harbour');
    for (let i = 0; i < 130; i++) history.reply(thread, 2, `In the harbour ${i}`);
    await append(sealTexts(history.events));
    await fillIndex();
    const db = openDatabase(join(folder, 'search.db'));
    db.prepare('UPDATE threads SET place = ?, section_id = 2, subsection_id = 20, outdated = 1').run(
      buildPlaceTag(otherPlace),
    );
    db.close();
    const search = await open();
    expect([findInIndex(search, 'harbour'), findInIndex(search, 'harbour', [otherPlace])]).toEqual([[], []]);
    search.start();
    await waitForFeed(search, log);
    expect(findInIndex(search, 'harbour')).toEqual([]);
    expect(findInIndex(search, 'harbour', [otherPlace])).toHaveLength(100);
    expect(readContents(folder).threads).toMatchObject([{ outdated: 0 }]);
  });

  test('updates the prefix of all posts in a thread, even after a restart', async () => {
    const thread = history.createThread(1, place, 'The harbour');
    for (let i = 0; i < 60; i++) history.reply(thread, 2, `In the harbour ${i}`);
    history.setPrefix(thread, 71);
    await append(sealTexts(history.events));
    await fillIndex();
    const db = openDatabase(join(folder, 'search.db'));
    db.exec('UPDATE threads SET prefix_id = 72, outdated = 1');
    db.close();
    const search = await open();
    const countMatches = (sectionId: number, prefixId: number, word = 'harbour') =>
      findInIndex(search, word, [place], [{ sectionId, prefixId }]).length;
    expect([countMatches(1, 71), countMatches(1, 72)]).toEqual([0, 0]);
    search.start();
    await waitForFeed(search, log);
    expect([countMatches(1, 71), countMatches(1, 72), countMatches(1, 72, ''), countMatches(2, 72)]).toEqual([
      0, 61, 61, 0,
    ]);
  });

  test('retags a thread when its solution is deleted or restored, but not for another reply', async () => {
    const thread = history.createThread(1, place, 'The harbour');
    history.reply(thread, 2, 'A lighthouse');
    history.reply(thread, 2, 'A buoy');
    history.setSolution(thread, 5000);
    await append(sealTexts(history.events));
    const search = await open();
    search.start();
    await waitForFeed(search, log);
    const retag = vi.spyOn(search, 'retag');
    const countCallsAfter = async (type: 'ReplyDeleted.v1' | 'ReplyRestored.v1', postId: number) => {
      history.add(`post-${postId}`, { type, data: { postId } });
      await append(sealTexts(history.events));
      await waitForFeed(search, log);
      return retag.mock.calls.length;
    };
    expect(await countCallsAfter('ReplyDeleted.v1', 5001)).toBe(0);
    expect(await countCallsAfter('ReplyDeleted.v1', 5000)).toBe(1);
    expect(await countCallsAfter('ReplyRestored.v1', 5001)).toBe(1);
    expect(await countCallsAfter('ReplyRestored.v1', 5000)).toBe(2);
  });

  test('a new index finds the same solved threads as one that saw a deletion and restoration', async () => {
    const thread = history.createThread(1, place, 'The harbour');
    history.reply(thread, 2, 'A lighthouse');
    const postId = 5000;
    const steps = [
      () => history.setSolution(thread, postId),
      () => history.add('post-5000', { type: 'ReplyDeleted.v1', data: { postId } }),
      () => history.add('post-5000', { type: 'ReplyRestored.v1', data: { postId } }),
    ];
    await append(sealTexts(history.events));
    const old = await open();
    old.start();
    const results: number[][] = [];
    for (const step of steps) {
      step();
      await append(sealTexts(history.events));
      await waitForFeed(old, log);
      const newSearch = await open({ folder: searchFolder() });
      newSearch.start();
      await waitForFeed(newSearch, log);
      expect(findInIndex(newSearch, 'is:solved')).toEqual(findInIndex(old, 'is:solved'));
      results.push(findInIndex(old, 'is:solved'));
    }
    expect(results).toEqual([[5000, thread], [], [5000, thread]]);
  });
});
