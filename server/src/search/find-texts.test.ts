import type { Database } from '@guildhall/event-store/sqlite/database.js';
import type { StoredEvent } from '@guildhall/event-store/port.js';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createTextQuery, searchFolder } from '../testing/search-index.js';
import { findLastWords, maxContinuations } from './terms/continuations.js';
import { EventWriter } from './event-writer.js';
import { findBestTexts, findCandidates, maxRanked, findNewestTexts, type RankedCursor } from './find-texts.js';
import {
  buildMatchExpression,
  parseSearch,
  replaceControlCharacters,
  type LastWordsOf,
  type Term,
} from './terms/query-text.js';
import { openSearchTables } from './search-tables.js';
import { splitWords } from './terms/analyze.js';
import type { LastWords } from './terms/query-text.js';
import { tagStart } from './terms/tags.js';
import { assignWeights } from './terms/weighted-terms.js';

const place = { sectionId: 1, subsectionId: null };
let folder: string;
let db: Database;
let writtenCount: number;

beforeEach(() => {
  folder = searchFolder();
  db = openSearchTables(`${folder}/search.db`, '1');
  writtenCount = 0;
});
afterEach(() => db.close());

function write(...contents: string[]): Promise<void> {
  const events = contents.map((content): StoredEvent => {
    const id = ++writtenCount;
    const texts = { authorId: 1, content, title: 'A thread', locked: false, sticky: false };
    const isFirst = id === 1;
    const data = isFirst ? { threadId: 1, ...place, ...texts } : { postId: id, threadId: 1, authorId: 1, content };
    const metadata = { at: '2026-01-01T00:00:00.000Z' };
    const type = isFirst ? 'ThreadCreated.v1' : 'ReplyPosted.v1';
    return { position: String(id).padStart(20, '0'), type, data, metadata } as unknown as StoredEvent;
  });
  return new EventWriter(db).write(events, {
    openTitle: replaceControlCharacters,
    openContent: replaceControlCharacters,
  });
}

function findBest(q: string, cursor: RankedCursor | null = null, limit = 100) {
  const query = createTextQuery(q, { limit });
  const { texts, ...page } = findBestTexts(db, query, findCandidates(db, query, cursor), cursor?.offset ?? 0, 2);
  return { ...page, ids: texts.map(({ id }) => id) };
}

const rankByBm25 = (match: string): number[] =>
  db
    .prepare('SELECT rowid FROM texts WHERE texts MATCH ? ORDER BY bm25(texts, 5.0, 1.0, 0.0), rowid DESC')
    .all(match)
    .map((row) => (row as { rowid: number }).rowid);

describe('ranking search results', () => {
  const sampleTexts = ['harbour', 'wall', 'wall harbour', 'harbour wall harbour wall', 'boats wall '.repeat(9)];
  const long = 'harbour boats wall wall wall wall wall wall wall wall wall wall wall wall wall wall wall wall';

  test('ranks like bm25 if no more posts match than are ranked', async () => {
    await write(...sampleTexts, 'harbour harbour harbour', long, 'boats harbour boats boats', 'Härbour wall');
    await write(...Array.from({ length: 40 }, (_, n) => `wall nothing ${n}`));
    for (const [q, match] of [
      ['"harbour"', 'harbour'],
      ['"boats"', 'boats'],
      ['harbour "boats"', 'harbour AND boats'],
      ['"harbour boats"', '"harbour boats"'],
      ['boa', 'boa*'],
    ] as const)
      expect(findBest(q).ids, q).toEqual(rankByBm25(match));
  });

  test('rare words rank higher than common ones', async () => {
    await write(...Array.from({ length: 60 }, () => 'the wall of the town'));
    await write('the the the the the lighthouse', 'the lighthouse of the lighthouse');
    expect(findBest('the "lighthouse"').ids).toEqual([62, 61]);
  });

  test('ranking counts each of several overlapping phrases', async () => {
    await write('wall pier wall', 'pier wall pier wall boats', 'pier wall wall pier');
    const order = rankByBm25('"pier wall" AND "wall pier"');
    // This post repeats one of the words.
    expect(order.indexOf(2)).toBeLessThan(order.indexOf(3));
    expect(findBest('"pier wall" "wall pier"').ids).toEqual(order);
  });

  test('ranks only the newest matches and returns none of them twice', async () => {
    await write(
      'harbour harbour harbour harbour',
      ...Array.from({ length: maxRanked.count - 1 }, () => 'a harbour wall'),
    );
    expect(findBest('harbour').ids[0]).toBe(1);
    await write('a harbour wall');
    expect(findBest('harbour').ids[0]).toBe(maxRanked.count + 1);
    const foundIds: number[] = [];
    for (let cursor: RankedCursor | null = null, more = true; more;) {
      const page = findBest('harbour', cursor, 90);
      foundIds.push(...page.ids);
      await write('harbour harbour harbour, meanwhile');
      cursor = page.cursor;
      more = cursor !== null;
    }
    expect(foundIds).toHaveLength(maxRanked.count);
    expect(new Set(foundIds)).toEqual(new Set(Array.from({ length: maxRanked.count }, (_, n) => n + 2)));
  });

  test('returns the newest matches along with the best ones', async () => {
    await write('harbour harbour', 'a harbour wall', 'the harbour wall');
    expect(findBest('harbour').newest.map(({ id }) => id)).toEqual([3, 2]);
  });

  test('omits posts that are hidden during the ranking', async () => {
    await write('harbour', 'harbour', 'harbour');
    const query = createTextQuery('harbour', { limit: 10 });
    const candidates = findCandidates(db, query, null);
    db.exec('UPDATE items SET deleted = 1 WHERE id = 2');
    const page = findBestTexts(db, query, candidates, 0, 3);
    expect([page.texts, page.newest].map((texts) => texts.map(({ id }) => id))).toEqual([
      [3, 1],
      [3, 1],
    ]);
  });
});

describe('searching for a word while it is being typed', () => {
  const buildTypedTerm = (text: string): Term => ({ text, words: splitWords(text), prefix: true, exact: true });
  const getLength = ({ words, open }: LastWords) => (open ? null : words.length);
  const listContinuations = (text: string) => {
    const { words, open } = findLastWords(db)(buildTypedTerm(text));
    return open ? null : words;
  };

  test('searches for words with the typed beginning, or uses FTS5 if there are too many', async () => {
    await write('Harbour harbours, HARBINGER harb-our hard', 'Härbourmaster');
    expect(listContinuations('harb')).toEqual(['harb', 'harbinger', 'harbour', 'harbourmaster', 'harbours']);
    expect(listContinuations('the old Harbours')).toEqual(['harbours']);
    expect(listContinuations('harbx')).toEqual(['harbx']);
    expect(listContinuations('härbi')).toEqual(['harbi', 'harbinger']);
    expect([listContinuations('ha'), listContinuations('här')]).toEqual([null, null]);
    expect(findLastWords(db)({ ...buildTypedTerm('harb'), prefix: false })).toEqual({ words: ['harb'], open: false });
    await write(Array.from({ length: maxContinuations }, (_, n) => `many${n}`).join(' '));
    expect(listContinuations('many')).toHaveLength(maxContinuations + 1);
    await write('manyfold');
    expect(listContinuations('many')).toBeNull();
  });

  test('unfinished words share a single limit and are looked up only once', async () => {
    const formatWords = (stem: string, many: number) => Array.from({ length: many }, (_, n) => `${stem}${n}`).join(' ');
    await write(formatWords('pier', 60), formatWords('quay', 60), formatWords('dock', 40));
    const lastWordsOf = findLastWords(db);
    const terms = ['pier', 'quay', 'dock', 'ferry'].map(buildTypedTerm);
    const listLengths = () => terms.map((term) => getLength(lastWordsOf(term)));
    expect(listLengths()).toEqual([61, null, 41, 1]);
    expect(listLengths()).toEqual([61, null, 41, 1]);
    expect(getLength(findLastWords(db)(terms[1]!))).toBe(61);
  });

  test('an unfinished word finds the same posts as an FTS5 prefix', async () => {
    const word = fc.stringMatching(/^[abÄéß_ёя.-]{1,6}$/);
    const texts = fc.array(fc.array(word, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(texts, word, async (contents, start) => {
        await write(...contents.map((words) => words.join(' ')));
        const required = parseSearch(start).required.map((term) => ({ ...term, exact: true }));
        const runMatch = (how?: LastWordsOf) => {
          const match = buildMatchExpression({ required, excluded: [] }, { anyOfEach: [], none: [] }, how);
          return match && db.prepare('SELECT rowid FROM texts WHERE texts MATCH ?').all(match);
        };
        expect(runMatch(findLastWords(db))).toEqual(runMatch());
      }),
      { numRuns: 60 },
    );
  });

  test('a search never matches an internal tag', async () => {
    await write('harbour', 'walls');
    for (const q of ['post', 'po', 'thread1', `${tagStart}post`, `"${tagStart}post2"`])
      expect(findNewestTexts(db, createTextQuery(q, { limit: 9 }), null).texts, q).toEqual([]);
  });
});

describe('search cost limits', () => {
  function buildCountingDatabase(): { db: Database; rows: () => number } {
    let rows = 0;
    const countRow = <Row>(row: Row): Row => (rows++, row);
    const prepare = (sql: string) => {
      const statement = db.prepare(sql);
      return {
        get: (...values: never[]) => countRow(statement.get(...values) as unknown),
        all: (...values: never[]) => statement.all(...values).map((row) => countRow(row as unknown)),
        *iterate(...values: never[]) {
          for (const row of statement.iterate(...values)) yield countRow(row as unknown);
        },
      };
    };
    return { db: { prepare } as unknown as Database, rows: () => rows };
  }

  test('searching for a word in every post reads no more rows when the number of posts doubles', async () => {
    const countRowsRead = (q: string) => {
      const countingDatabase = buildCountingDatabase();
      const query = createTextQuery(q, { limit: 20 });
      findBestTexts(countingDatabase.db, query, findCandidates(countingDatabase.db, query, null), 0, 3);
      return countingDatabase.rows();
    };
    await write(...Array.from({ length: maxRanked.count }, () => 'the harbour walls'));
    const countsBefore = ['harbour', 'ha', 'har', 'harbour wall'].map(countRowsRead);
    await write(...Array.from({ length: maxRanked.count }, () => 'the harbour walls'));
    expect(['harbour', 'ha', 'har', 'harbour wall'].map(countRowsRead)).toEqual(countsBefore);
    expect(Math.max(...countsBefore)).toBeLessThanOrEqual(maxRanked.count + 40);
  });

  test('no statement counts or loads all posts that contain a word', async () => {
    await write('the harbour walls');
    const foundTexts: string[] = [];
    const spiedDatabase = { prepare: (sql: string) => (foundTexts.push(sql), db.prepare(sql)) } as unknown as Database;
    const query = createTextQuery('the harbour wal', { limit: 20 });
    findBestTexts(spiedDatabase, query, findCandidates(spiedDatabase, query, null), 0, 3);
    expect(foundTexts.filter((sql) => /bm25|rank\b/.test(sql))).toEqual([]);
    const countMatches = vi.fn((_match: string, _after: number, _upTo: number) => ({ n: 1 }));
    assignWeights(
      { prepare: () => ({ get: countMatches }) } as unknown as Database,
      parseSearch('"the" "harbour"').required,
      9_000,
      (term) => ({ words: term.words, open: false }),
    );
    expect(countMatches.mock.calls).toEqual([
      ['"the"', 7_000, 9_000],
      ['"harbour"', 7_000, 9_000],
    ]);
  });
});
