import type { StoredEvent } from '@guildhall/event-store/port.js';
import { beginning } from '@guildhall/event-store/port.js';
import { MemoryLog } from '@guildhall/event-store/testing/memory-log.js';
import { appendHistory } from '@guildhall/projections/testing/append-history.js';
import { History } from '@guildhall/projections/testing/random-history.js';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { findInIndex, openIndex, createPlainTexts, sealTexts, searchFolder } from '../testing/search-index.js';
import { VaultUnavailable } from '../vault/vault.js';
import { SearchFeed } from './search-feed.js';
import { Search } from './search.js';

let folder: string;
let log: MemoryLog;
let history: History;
const place = { sectionId: 1, subsectionId: null };

beforeEach(() => {
  folder = searchFolder();
  log = new MemoryLog();
  history = new History();
});
afterEach(() => void vi.restoreAllMocks());

const open = (options: Partial<Parameters<typeof openIndex>[0]> = {}) =>
  openIndex({ folder, log, texts: createPlainTexts(), pauseMs: 3_600_000, ...options });
const append = (events: readonly StoredEvent[]) => appendHistory(log, { events } as History);
async function openWithHarbour(options: Parameters<typeof open>[0] = {}): Promise<Search> {
  const search = await open(options);
  search.start();
  history.createThread(1, place, 'The harbour');
  await append(sealTexts(history.events));
  // Posts are found a moment before the index counts as complete, and no search waits for it until then.
  await expect.poll(() => search.complete && findInIndex(search, 'harbour')).toHaveLength(1);
  return search;
}

describe('pauses while indexing the log', () => {
  test('writes events collected during a pause together, or immediately if a search waits', async () => {
    const batchSizes: number[] = [];
    const target = {
      position: beginning,
      names: { addNames: () => Promise.resolve() },
      write: (events: readonly StoredEvent[]) => {
        batchSizes.push(events.length);
        target.position = events.at(-1)?.position ?? beginning;
        return Promise.resolve();
      },
      remove: () => Promise.resolve(),
      isOutdated: () => Promise.resolve(false),
      retag: () => Promise.resolve(),
      notifyWaiters: () => undefined,
      renewIfDamaged: () => Promise.resolve(),
    };
    const stopController = new AbortController();
    const feed = new SearchFeed(log, createPlainTexts(), target, pino({ level: 'silent' }), 3_600_000);
    const running = feed.run(stopController.signal);
    history.createThread(1, place, 'The harbour');
    await append(sealTexts(history.events));
    await expect.poll(() => batchSizes.length).toBe(1);
    for (const text of ['one', 'two', 'three']) {
      history.reply(1000, 2, text);
      await append(sealTexts(history.events));
    }
    expect(batchSizes).toHaveLength(1);
    feed.skipPause();
    await expect.poll(() => target.position).toBe(await log.readHead());
    expect(batchSizes).toEqual([batchSizes[0], 3]);
    stopController.abort();
    feed.skipPause();
    await running;
  });

  test('indexing does not pause while it is behind, even if a batch has few events', async () => {
    for (let i = 0; i < 600; i++) history.createThread(1, place, `The harbour ${i}`);
    await append(sealTexts(history.events));
    const allEvents = await log.readAll(beginning, 10_000);
    async function* streamBatches() {
      for (let from = 0; from < allEvents.length; from += 200) yield allEvents.slice(from, from + 200);
      yield* log.subscribeAll(allEvents.at(-1)?.position ?? beginning, new AbortController().signal);
    }
    const long = { ...log, readHead: () => log.readHead(), subscribeAll: streamBatches } as unknown as MemoryLog;
    const search = await open({ log: long });
    search.start();
    await expect.poll(() => search.complete).toBe(true);
    expect(findInIndex(search, 'harbour')).toHaveLength(100);
    await log.close();
  });

  test('a search also waits for late posts that are already being indexed', async () => {
    const texts = createPlainTexts();
    let letGo = (): void => undefined;
    const gate = new Promise<void>((resolve) => (letGo = resolve));
    const onQuery = vi.fn();
    const openTexts = (many: readonly string[]) => {
      if (!many.includes('~1.The lighthouse')) return texts.open(many);
      onQuery();
      return gate.then(() => texts.open(many));
    };
    const search = await openWithHarbour({ texts: { ...texts, open: openTexts } });
    history.createThread(1, place, 'The lighthouse');
    await append(sealTexts(history.events));
    await expect.poll(() => search.waitUntilCurrent().then(() => onQuery.mock.calls.length)).toBe(1);
    const waitFor = vi.spyOn(search, 'waitFor');
    // On a busy machine, the actual timeout could end before the post is opened.
    waitFor.mockImplementation((position) => Search.prototype.waitFor.call(search, position, 60_000));
    const secondWait = search.waitUntilCurrent();
    await expect.poll(() => waitFor.mock.calls.length).toBe(1);
    letGo();
    await secondWait;
    expect(findInIndex(search, 'lighthouse')).toHaveLength(1);
  });

  test('a search finds posts that have waited a long time to be indexed', async () => {
    const search = await open();
    search.start();
    for (const word of ['harbour', 'lighthouse']) {
      history.createThread(1, place, `The ${word}`);
      await append(sealTexts(history.events));
      await expect.poll(() => search.waitUntilCurrent().then(() => findInIndex(search, word))).toHaveLength(1);
    }
  });

  test('a search finds new posts even if the previous search did not have to wait', async () => {
    const search = await openWithHarbour();
    const clock = performance.now.bind(performance);
    let offsetMs = 400;
    vi.spyOn(performance, 'now').mockImplementation(() => clock() + offsetMs);
    await search.waitUntilCurrent();
    history.createThread(1, place, 'The lighthouse');
    await append(sealTexts(history.events));
    offsetMs += 400;
    await expect.poll(() => search.waitUntilCurrent().then(() => findInIndex(search, 'lighthouse'))).toHaveLength(1);
  });

  test('a search finds new posts even if a thread was moved just before', async () => {
    const search = await openWithHarbour();
    const [threadId = 0] = findInIndex(search, 'harbour');
    const before = { sectionId: 1, subsectionId: null };
    const moveData = { threadId, sectionId: 8, subsectionId: null, before };
    history.add(`thread-${threadId}`, { type: 'ThreadMoved.v1', data: moveData });
    await append(sealTexts(history.events));
    const head = log.readHead.bind(log);
    void search.waitFor(await head(), 10_000);
    vi.spyOn(log, 'readHead').mockImplementationOnce(async () => {
      history.createThread(1, place, 'The lighthouse');
      await append(sealTexts(history.events));
      return head();
    });
    await expect.poll(() => search.complete).toBe(false);
    await expect.poll(() => search.waitUntilCurrent().then(() => findInIndex(search, 'lighthouse'))).toHaveLength(1);
  });

  test('a search does not wait while the vault is unavailable', async () => {
    const texts = createPlainTexts();
    const openTexts = (many: readonly string[]) =>
      many.includes('~1.The lighthouse') ? Promise.reject(new VaultUnavailable('away')) : texts.open(many);
    const search = await openWithHarbour({ texts: { ...texts, open: openTexts } });
    history.createThread(1, place, 'The lighthouse');
    await append(sealTexts(history.events));
    void search.waitFor(await log.readHead(), 10_000);
    await expect.poll(() => search.complete).toBe(false);
    const clock = performance.now.bind(performance);
    vi.spyOn(performance, 'now').mockImplementation(() => clock() + 400);
    const waitFor = vi.spyOn(search, 'waitFor');
    await search.waitUntilCurrent();
    expect(waitFor).not.toHaveBeenCalled();
  });

  test('yields to other work while posts are opened, stripped and written', async () => {
    for (let i = 0; i < 150; i++) history.createThread(1, place, `The harbour ${i}`);
    const events = sealTexts(history.events);
    await append(events);
    let turns = 0;
    const turnTimer = setInterval(() => turns++, 0);
    let now = 0;
    // This simulates an idle event loop that handles three posts per step.
    vi.spyOn(performance, 'now').mockImplementation(() => (now += 1.5));
    const openCalls: { texts: number; turns: number }[] = [];
    const stripTurns: number[] = [];
    const texts = createPlainTexts();
    const openTexts = (many: readonly string[]) => {
      openCalls.push({ texts: many.length, turns });
      return texts.open(many);
    };
    const search = await open({ texts: { ...texts, open: openTexts } });
    const write = search.write.bind(search);
    vi.spyOn(search, 'write').mockImplementation(async (some, words) => {
      stripTurns.push(turns);
      await write(some, words);
      stripTurns.push(turns);
    });
    search.start();
    await expect.poll(() => findInIndex(search, 'harbour')).toHaveLength(100);
    clearInterval(turnTimer);
    expect(openCalls.map((call) => call.texts)).toEqual([100, 100, 100]);
    const order = [...openCalls.map((call) => call.turns), ...stripTurns];
    expect(order).toEqual([...new Set(order)].sort((a, b) => a - b));
  });
});
