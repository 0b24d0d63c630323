import { connect } from '@guildhall/event-store/sqlite/database.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildMatchExpression, parseSearch } from './query-text.js';

const listRequiredTerms = (query: string) =>
  parseSearch(query).required.map(({ text, prefix }) => text + (prefix ? '*' : ''));
const listExcludedTerms = (query: string) =>
  parseSearch(query).excluded.map(({ text, prefix }) => text + (prefix ? '*' : ''));

test('separates words and treats the last one as a prefix', () => {
  expect(listRequiredTerms('  old harbour  li ')).toEqual(['old', 'harbour', 'li*']);
  expect(listRequiredTerms('harb* wall')).toEqual(['harb*', 'wall*']);
});

test('a quoted phrase is a prefix only if it is unfinished or ends with a star', () => {
  expect(listRequiredTerms('the "old harbour"')).toEqual(['the', 'old harbour']);
  expect(listRequiredTerms('the "old harb')).toEqual(['the', 'old harb*']);
  expect(listRequiredTerms('"old harb"* wall')).toEqual(['old harb*', 'wall*']);
  expect(listRequiredTerms('north"old harbour"')).toEqual(['north', 'old harbour']);
});

test('a minus excludes a word or a phrase, but is an ordinary character within a word', () => {
  expect(listExcludedTerms('harbour -wall -"two boats" -bo*')).toEqual(['wall', 'two boats', 'bo*']);
  expect(listExcludedTerms('-wall')).toEqual(['wall']);
  expect(listRequiredTerms('well-known word')).toEqual(['well-known', 'word*']);
});

test('"prefix:" filters by a thread prefix regardless of case, or excludes it after a minus', () => {
  expect(parseSearch('boats prefix:Bug PREFIX:"In progress" -prefix:solved* prefix:"!"')).toEqual({
    required: [{ text: 'boats', words: ['boats'], prefix: false, exact: false }],
    excluded: [],
    prefixes: { required: ['Bug', 'In progress', '!'], excluded: ['solved'] },
    solved: null,
  });
  expect(parseSearch('prefix:""').prefixes.required).toEqual(['']);
});

test('treats "prefix:" as a word if it has no value or is part of a word', () => {
  expect(listRequiredTerms('my-prefix:red bug')).toEqual(['my-prefix:red', 'bug*']);
  expect(listRequiredTerms('prefix: bug')).toEqual(['prefix:', 'bug*']);
  expect(parseSearch('my-prefix:bug prefix:').prefixes).toEqual({ required: [], excluded: [] });
});

test('"is:solved" filters by a solution, or excludes it after a minus, but not within a phrase', () => {
  expect(parseSearch('boats IS:solved')).toMatchObject({ required: [{ text: 'boats' }], excluded: [], solved: true });
  expect(parseSearch('boats -is:solved')).toMatchObject({ required: [{ text: 'boats' }], excluded: [], solved: false });
  expect(parseSearch('is:solved -is:solved').solved).toBe(false);
  expect([listRequiredTerms('"is:solved"'), listRequiredTerms('is:solve'), listRequiredTerms('this:solved')]).toEqual([
    ['is:solved'],
    ['is:solve*'],
    ['this:solved*'],
  ]);
});

test('a single letter matches only itself, not every word that starts with it', () => {
  expect(listRequiredTerms('plan b')).toEqual(['plan', 'b']);
});

test('a query without letters or digits has no terms', () => {
  expect(parseSearch(' * - -- "" "! ?" -* \u0000 🎉 ')).toEqual({
    required: [],
    excluded: [],
    prefixes: { required: [], excluded: [] },
    solved: null,
  });
  expect(buildMatchExpression(parseSearch('?'), { anyOfEach: [], none: ['mine'] })).toBeNull();
});

test('ignores search terms after the twentieth', () => {
  expect(listRequiredTerms(Array.from({ length: 30 }, (_, i) => `w${i}`).join(' '))).toHaveLength(20);
});

test('searches for a term only once if it is repeated or contained in another', () => {
  expect(listRequiredTerms('boat Boat "old boat" old sea')).toEqual(['old boat', 'sea*']);
  expect(listRequiredTerms('boat "a boat" "the boat" "a boat yard"')).toEqual(['the boat', 'a boat yard']);
  expect(listRequiredTerms('boat "old boa"* boa')).toEqual(['boat', 'old boa*']);
  expect(listRequiredTerms('oat boat')).toEqual(['oat', 'boat*']);
  expect(listRequiredTerms('a '.repeat(20))).toEqual(['a']);
});

const nastyInput = fc.constantFrom(
  '"',
  '*',
  '-',
  '(',
  ')',
  '^',
  ':',
  ' AND ',
  ' OR ',
  ' NOT ',
  ' NEAR(',
  '+',
  '{title}',
  '\u0000',
  "'",
  '\ud800',
  'e\u0301',
  '\u0301',
);
const typedQuery = fc
  .array(fc.oneof(fc.string({ unit: 'binary' }), fc.string(), nastyInput), { maxLength: 12 })
  .map((parts) => parts.join(''));

test('no query causes an error or finds a post without the required tag', () => {
  const db = connect(':memory:');
  db.exec(`CREATE VIRTUAL TABLE texts USING fts5 (title, body, tags, prefix = '2')`);
  const insert = db.prepare('INSERT INTO texts VALUES (?, ?, ?)');
  const find = db.prepare('SELECT tags FROM texts WHERE texts MATCH ?');
  insert.run('hidden', 'nothing', 'other');
  fc.assert(
    fc.property(typedQuery, fc.boolean(), (query, alone) => {
      insert.run(alone ? query : null, query, 'mine');
      insert.run(alone ? query : null, query, 'other');
      const match = buildMatchExpression(parseSearch(query), {
        anyOfEach: [['mine', 'also']],
        none: ['hers', 'theirs'],
      });
      expect(match).not.toBeNull();
      const rows = find.all(match) as { tags: string }[];
      expect(new Set(rows.map(({ tags }) => tags)).has('other')).toBe(false);
    }),
    { numRuns: 2_000 },
  );
  db.close();
});

test('any post is found by each of its words', () => {
  const db = connect(':memory:');
  db.exec(`CREATE VIRTUAL TABLE texts USING fts5 (title, body, tags, prefix = '2')`);
  const word = fc.stringMatching(/^[a-zA-Z0-9]{1,8}$/);
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 6 }), fc.nat(5), (words, at) => {
      db.exec('DELETE FROM texts');
      db.prepare('INSERT INTO texts VALUES (?, ?, ?)').run(null, words.join(' '), 'mine');
      const sampleWord = words[at % words.length] ?? '';
      const findMatches = (query: string) =>
        db
          .prepare('SELECT 1 FROM texts WHERE texts MATCH ?')
          .all(buildMatchExpression(parseSearch(query), { anyOfEach: [['mine']], none: [] })).length;
      expect([
        findMatches(sampleWord),
        findMatches(`"${words.join(' ')}"`),
        findMatches(words.join(' ')),
        findMatches(`-${sampleWord}`),
      ]).toEqual([1, 1, 1, 0]);
      expect(findMatches(`${sampleWord.slice(0, 2)}*`)).toBe(1);
    }),
  );
  db.close();
});

test('limits a phrase to 32 words and does not match a truncated phrase as a prefix', () => {
  const words = Array.from({ length: 40 }, (_, n) => `word${n}`);
  const { required, excluded } = parseSearch(`"${words.join(' ')}" -${words.join('-')} ${words.join('.')}`);
  const cutTerm = { words: words.slice(0, 32), prefix: false };
  expect(required).toMatchObject([{ ...cutTerm, exact: true }]);
  expect(excluded).toMatchObject([{ ...cutTerm, exact: false }]);
});

test('splits text without spaces into words of more than one character', () => {
  expect(listRequiredTerms('红石教程')).toEqual(['红石', '教程']);
  expect(listRequiredTerms('我的世界服务器 mod')).toEqual(['我的', '世界', '服务器', 'mod*']);
  expect(listRequiredTerms('"红石教程"')).toEqual(['红石教程']);
  expect(listExcludedTerms('-红石教程')).toEqual(['红石教程']);
  expect(listRequiredTerms('サーバーの接続')).toEqual(['サーバー', '接続']);
  expect(listRequiredTerms('の')).toEqual(['の*']);
  expect(listRequiredTerms('mod教程')).toEqual(['mod', '教程']);
});
