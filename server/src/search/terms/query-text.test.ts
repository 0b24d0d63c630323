import { connect } from '@guildhall/event-store/sqlite/database.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildMatchExpression, parseSearch } from './query-text.js';

const requiredTerms = (query: string) =>
  parseSearch(query).required.map(({ text, prefix }) => text + (prefix ? '*' : ''));
const excludedTerms = (query: string) =>
  parseSearch(query).excluded.map(({ text, prefix }) => text + (prefix ? '*' : ''));

test('separates words and treats the last one as a prefix', () => {
  expect(requiredTerms('  old harbour  li ')).toEqual(['old', 'harbour', 'li*']);
  expect(requiredTerms('harb* wall')).toEqual(['harb*', 'wall*']);
});

test('a quoted phrase is a prefix only if it is unfinished or ends with a star', () => {
  expect(requiredTerms('the "old harbour"')).toEqual(['the', 'old harbour']);
  expect(requiredTerms('the "old harb')).toEqual(['the', 'old harb*']);
  expect(requiredTerms('"old harb"* wall')).toEqual(['old harb*', 'wall*']);
  expect(requiredTerms('north"old harbour"')).toEqual(['north', 'old harbour']);
});

test('a minus excludes a word or a phrase, but is an ordinary character within a word', () => {
  expect(excludedTerms('harbour -wall -"two boats" -bo*')).toEqual(['wall', 'two boats', 'bo*']);
  expect(excludedTerms('-wall')).toEqual(['wall']);
  expect(requiredTerms('well-known word')).toEqual(['well-known', 'word*']);
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
  expect(requiredTerms('my-prefix:red bug')).toEqual(['my-prefix:red', 'bug*']);
  expect(requiredTerms('prefix: bug')).toEqual(['prefix:', 'bug*']);
  expect(parseSearch('my-prefix:bug prefix:').prefixes).toEqual({ required: [], excluded: [] });
});

test('"is:solved" filters by a solution, or excludes it after a minus, but not within a phrase', () => {
  expect(parseSearch('boats IS:solved')).toMatchObject({ required: [{ text: 'boats' }], excluded: [], solved: true });
  expect(parseSearch('boats -is:solved')).toMatchObject({ required: [{ text: 'boats' }], excluded: [], solved: false });
  expect(parseSearch('is:solved -is:solved').solved).toBe(false);
  expect([requiredTerms('"is:solved"'), requiredTerms('is:solve'), requiredTerms('this:solved')]).toEqual([
    ['is:solved'],
    ['is:solve*'],
    ['this:solved*'],
  ]);
});

test('a single letter matches only itself, not every word that starts with it', () => {
  expect(requiredTerms('plan b')).toEqual(['plan', 'b']);
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
  expect(requiredTerms(Array.from({ length: 30 }, (_, i) => `w${i}`).join(' '))).toHaveLength(20);
});

test('searches for a term only once if it is repeated or contained in another', () => {
  expect(requiredTerms('boat Boat "old boat" old sea')).toEqual(['old boat', 'sea*']);
  expect(requiredTerms('boat "a boat" "the boat" "a boat yard"')).toEqual(['the boat', 'a boat yard']);
  expect(requiredTerms('boat "old boa"* boa')).toEqual(['boat', 'old boa*']);
  expect(requiredTerms('oat boat')).toEqual(['oat', 'boat*']);
  expect(requiredTerms('a '.repeat(20))).toEqual(['a']);
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
      const found = find.all(match) as { tags: string }[];
      expect(new Set(found.map(({ tags }) => tags)).has('other')).toBe(false);
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
      const finds = (query: string) =>
        db
          .prepare('SELECT 1 FROM texts WHERE texts MATCH ?')
          .all(buildMatchExpression(parseSearch(query), { anyOfEach: [['mine']], none: [] })).length;
      expect([
        finds(sampleWord),
        finds(`"${words.join(' ')}"`),
        finds(words.join(' ')),
        finds(`-${sampleWord}`),
      ]).toEqual([1, 1, 1, 0]);
      expect(finds(`${sampleWord.slice(0, 2)}*`)).toBe(1);
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
  expect(requiredTerms('红石教程')).toEqual(['红石', '教程']);
  expect(requiredTerms('我的世界服务器 mod')).toEqual(['我的', '世界', '服务器', 'mod*']);
  expect(requiredTerms('"红石教程"')).toEqual(['红石教程']);
  expect(excludedTerms('-红石教程')).toEqual(['红石教程']);
  expect(requiredTerms('サーバーの接続')).toEqual(['サーバー', '接続']);
  expect(requiredTerms('の')).toEqual(['の*']);
  expect(requiredTerms('mod教程')).toEqual(['mod', '教程']);
});
