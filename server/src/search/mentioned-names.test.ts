import { MemoryLog } from '@guildhall/event-store/testing/memory-log.js';
import { appendHistory } from '@guildhall/projections/testing/append-history.js';
import { History } from '@guildhall/projections/testing/random-history.js';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Directory } from '../read-models/members/directory.js';
import { findInIndex, openIndex, createPlainTexts, sealTexts, searchFolder } from '../testing/search-index.js';
import { formatReference, withNames } from '../text/mentions.js';

let folder: string;
let log: MemoryLog;
beforeEach(() => {
  folder = searchFolder();
  log = new MemoryLog();
});
afterEach(() => void vi.restoreAllMocks());

let name = 'Anna';
let notifyRenamed: () => void = () => undefined;
const directory = {
  getName: () => name,
  onChange: (listener: (ids: number[]) => void) => (notifyRenamed = () => listener([2])),
} as unknown as Directory;

const open = async () => {
  const texts = createPlainTexts();
  const open: typeof texts.open = async (many) =>
    new Map(
      [...(await texts.open(many))].map(([key, text]) => [
        key,
        text && { ...text, text: withNames(text.text, () => name) },
      ]),
    );
  const search = await openIndex({ folder, log, texts: { ...texts, open }, directory });
  search.start();
  return search;
};

test('finishes an interrupted rename on the next start, even if the member reverted it', async () => {
  const mentions = 30;
  const history = new History();
  history.createThread(1, { sectionId: 1, subsectionId: null }, 'The harbour');
  for (let n = 0; n < mentions; n++) history.reply(1000, 1, `Hello ${formatReference(2)}, number ${n}`);
  await appendHistory(log, { events: sealTexts(history.events) } as History);
  const interruptedSearch = await open();
  await expect.poll(() => findInIndex(interruptedSearch, 'Anna')).toHaveLength(mentions);

  const readStream = log.readStream.bind(log);
  let reads = 0;
  const readSome = vi.spyOn(log, 'readStream').mockImplementation((...call) => {
    if (++reads > 20) throw new Error('the log is unavailable');
    return readStream(...call);
  });
  name = 'Berta';
  notifyRenamed();
  await expect.poll(() => findInIndex(interruptedSearch, 'Berta')).toHaveLength(20);
  name = 'Anna';
  await interruptedSearch.stop();
  readSome.mockRestore();

  const search = await open();
  await expect.poll(() => findInIndex(search, 'Anna')).toHaveLength(mentions);
  expect(findInIndex(search, 'Berta')).toEqual([]);
});
