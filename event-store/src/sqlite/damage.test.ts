import { closeSync, openSync, readFileSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { beginning, LogDamaged, type EventLog, type StoredEvent } from '../port.js';
import { toPosition } from '../dense-position.js';
import { closeDatabase, openDatabase } from './database.js';
import { checkIntegrity } from './copy-database.js';
import { openSqliteLog } from './log.js';
import { openSqliteLogReader } from './log-reader.js';
import { buildEvent } from '../testing/sample-events.js';
import { createTemporaryFolder } from '../testing/temporary-folder.js';

const pageBytes = 4096;
let path: string;
let log: EventLog | undefined;

beforeEach(async () => {
  path = join(createTemporaryFolder(), 'log.db');
  const newLog = openSqliteLog(path);
  const formatText = (n: number) => `text ${String(n).padStart(3, '0')} ${'x'.repeat(300)}`;
  const buildTenEvents = (post: number) => Array.from({ length: 10 }, (_, n) => buildEvent(formatText(post * 10 + n)));
  const posts = Array.from({ length: 40 }, (_, post) => post);
  await Promise.all(posts.map((post) => newLog.append(`post-${post}`, buildTenEvents(post), 'no-stream'))); // All events are written in one commit.
  await newLog.close();
});
afterEach(async () => {
  await log?.close();
});

function overwriteAt(text: string, bytes: Buffer): void {
  const at = readFileSync(path).indexOf(text);
  expect(at).toBeGreaterThan(0);
  overwrite(at, bytes);
}

function overwrite(at: number, bytes: Buffer): void {
  const file = openSync(path, 'r+');
  writeSync(file, bytes, 0, bytes.length, at);
  closeSync(file);
}

const findPageEnd = (at: number) => at - (at % pageBytes) + pageBytes;

const readAll = async () => {
  const events = await log?.readAll(beginning, 1_000);
  return events?.length;
};

test('every read reports the position and stream of a row with invalid JSON', async () => {
  overwriteAt('text 123', Buffer.from([1, 2, 3, 4]));
  log = openSqliteLog(path);
  const expectedMessage = `The event log is damaged at position ${toPosition(124)} (stream post-12): restore it from a backup`;
  for (let times = 0; times < 2; times++)
    await expect(readAll()).rejects.toThrow(new LogDamaged(`at position ${toPosition(124)} (stream post-12)`));
  await expect(log.readStream('post-12')).rejects.toThrow(expectedMessage);
  expect(await log.readStream('post-4')).toHaveLength(10);
  expect(await log.readAll(toPosition(124), 1_000)).toHaveLength(276);
});

test('a subscription ends at a damaged row instead of retrying forever', async () => {
  overwriteAt('text 123', Buffer.from([1, 2, 3, 4]));
  log = openSqliteLog(path);
  const follow = async () => {
    for await (const events of log?.subscribeAll(toPosition(100), new AbortController().signal) ?? []) void events;
  };
  await expect(follow()).rejects.toBeInstanceOf(LogDamaged);
});

test('reports the position of a missing row in the log', async () => {
  const db = openDatabase(path);
  db.exec('DELETE FROM events WHERE position = 195');
  closeDatabase(db);
  log = openSqliteLog(path);
  await expect(readAll()).rejects.toThrow(`at position ${toPosition(195)}, which is missing`);
  await expect(log.readStream('post-19')).rejects.toThrow('in stream post-19 at revision 4');
});

describe('overwritten database pages', () => {
  const pages = 6;
  test.each(Array.from({ length: pages }, (_, n) => n / pages))(
    'reports a page overwritten at %d of the file as damage instead of waiting',
    async (part) => {
      const page = Math.max(1, Math.floor((statSync(path).size / pageBytes) * part)) * pageBytes;
      overwrite(page, Buffer.alloc(pageBytes, 0xa5));
      expect(checkIntegrity(path)).not.toEqual([]);
      const readOutcome = async () => {
        log = openSqliteLog(path);
        for (let n = 0; n < 40; n++) await log.readStream(`post-${n}`);
        await readAll();
      };
      await expect(readOutcome()).rejects.toThrow(/^The event log is damaged (at position|in stream|\()/);
    },
  );

  test('rejects an append that encounters overwritten pages, without writing', async () => {
    for (let page = 1; page < statSync(path).size / pageBytes; page++)
      overwrite(page * pageBytes, Buffer.alloc(64, 0xa5));
    log = openSqliteLog(path);
    await expect(log.append('post-1', [buildEvent('more')], 9)).rejects.toBeInstanceOf(LogDamaged);
  });
});

describe('overwritten bytes in stored rows', () => {
  const long = 'y'.repeat(20_000); // A value of this length spans several overflow pages.
  const streamNames = [...Array.from({ length: 40 }, (_, post) => `post-${post}`), 'post-long'];

  /** @throws only LogDamaged */
  async function readContents(): Promise<StoredEvent[][]> {
    log = openSqliteLog(path);
    try {
      return [
        await log.readAll(beginning, 1_000),
        ...(await Promise.all(streamNames.map((streamName) => log!.readStream(streamName)))),
      ];
    } finally {
      await log.close();
    }
  }

  test('reports overwritten bytes unless the events are unaffected', async () => {
    log = openSqliteLog(path);
    await log.append('post-long', [buildEvent(long), buildEvent(long)], 'no-stream');
    await log.close();
    const contentsBefore = await readContents();
    const undamagedFile = readFileSync(path);
    const rows = (contentsBefore[0] ?? []).map(({ id, data }) => {
      const at = undamagedFile.indexOf(id);
      expect(at).toBeGreaterThan(0);
      const [from, length] = [at - 30, 250 + JSON.stringify(data).length];
      return { from, end: length > pageBytes ? from + length : Math.min(from + length, findPageEnd(from)) };
    });
    const damage = fc.record({
      row: fc.oneof(fc.constantFrom(...rows), fc.constantFrom(...rows.slice(-2))),
      part: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      bytes: fc.uint8Array({ minLength: 1, maxLength: 24 }),
    });
    const foundCounts = { named: 0, same: 0 };
    await fc.assert(
      fc.asyncProperty(damage, async ({ row, part, bytes }) => {
        writeFileSync(path, undamagedFile);
        overwrite(row.from + Math.floor(part * (row.end - row.from - bytes.length)), Buffer.from(bytes));
        try {
          expect(await readContents()).toEqual(contentsBefore);
          foundCounts.same++;
        } catch (error) {
          if (!(error instanceof LogDamaged)) throw error;
          foundCounts.named++;
        }
      }),
      { numRuns: 200 },
    );
    expect(foundCounts.named).toBeGreaterThan(100);
  });

  test('reports a table page that points to the wrong page', async () => {
    const contentsBefore = await readContents();
    const undamagedFile = readFileSync(path);
    const innerTablePage = 5; // This is the page type in SQLite's file format.
    const pages = Array.from({ length: undamagedFile.length / pageBytes }, (_, n) => n);
    const innerPageOffsets = pages
      .filter((n) => n > 0 && undamagedFile[n * pageBytes] === innerTablePage)
      .map((n) => n * pageBytes);
    expect(innerPageOffsets).toHaveLength(1);
    const [at = 0] = innerPageOffsets;
    const [firstChild, lastChild] = [at + undamagedFile.readUInt16BE(at + 12), at + 8];
    for (const child of [firstChild, lastChild]) {
      for (const target of pages) {
        writeFileSync(path, undamagedFile);
        const number = Buffer.alloc(4);
        number.writeUInt32BE(target);
        overwrite(child, number);
        const read = await readContents().catch((error: unknown) => error);
        if (read instanceof Error) expect(read, `page ${target}`).toBeInstanceOf(LogDamaged);
        else expect(read, `page ${target}`).toEqual(contentsBefore);
      }
    }
  });

  test('every read reports altered letters in stored event data', async () => {
    overwriteAt('text 123', Buffer.from('text 321'));
    const expectedMessage = new LogDamaged(`at position ${toPosition(124)} (stream post-12)`);
    log = openSqliteLog(path);
    await expect(readAll()).rejects.toThrow(expectedMessage);
    await expect(log.readStream('post-12')).rejects.toThrow(expectedMessage);
    await log.close();
    const reader = openSqliteLogReader(path);
    await expect(reader.readAll(beginning, 1_000)).rejects.toThrow(expectedMessage);
    await reader.close();
  });
});

test('the error for a file that is not a database contains its path', () => {
  writeFileSync(path, 'no database '.repeat(1_000));
  expect(() => openSqliteLog(path)).toThrow(/^The event log is damaged \(.*log\.db: .*\): restore it from a backup$/);
});

test('replaces a lock file that is not a database', async () => {
  writeFileSync(`${path}.lock`, 'no database '.repeat(1_000));
  log = openSqliteLog(path);
  expect(await readAll()).toBe(400);
  expect(() => openSqliteLog(path)).toThrow(/is in use by process/);
});
