import { describe, expect, it } from 'vitest';
import { findRetiredWords, parseRetiredWords } from '../../scripts/checks/check-words.mjs';

const glossary = String.raw`
## Retired words

names  ^liftEvent$       upcastEvent
prose  \bas of who\b     for whom
names  thread-acts       thread-actions
kinds  ^(told|besideRules)$  notified, rules
texts  \bfor ever\b     permanently
`;
const retiredList = parseRetiredWords(glossary);
const findWords = (path: string, text: string) =>
  findRetiredWords(path, text, retiredList).map((line) => line.split(' ')[0]);

describe('retired words', () => {
  it('the check reads the table in the glossary', () => {
    expect(retiredList.map(({ where, instead }) => [where, instead])).toEqual([
      ['names', 'upcastEvent'],
      ['prose', 'for whom'],
      ['names', 'thread-actions'],
      ['kinds', 'notified, rules'],
      ['texts', 'permanently'],
    ]);
  });

  it('rejects retired words in identifiers, file names, multi-line comments and test titles', () => {
    expect(findWords('a.ts', 'const a = 1;\nexport const liftEvent = a;')).toEqual(['a.ts:2:']);
    expect(findWords('server/thread-acts.ts', '')).toEqual(['server/thread-acts.ts:1:']);
    expect(findWords('a.ts', '/**\n * Rows as of\n * who reads.\n */\nconst a = 1;')).toEqual(['a.ts:1:']);
    expect(findWords('a.tsx', 'const a = <b>{/* as of who */}</b>; // as of who')).toHaveLength(2);
    expect(findWords('a.test.ts', "it('shows rows as of who reads', () => {});")).toEqual(['a.test.ts:1:']);
    expect(findWords('a.md', 'One\n\nRows as of who reads')).toEqual(['a.md:3:']);
  });

  it('rejects retired kinds in one-word strings, class names and style sheets', () => {
    expect(findWords('a.ts', "const change = { kind: 'told' };")).toEqual(['a.ts:1:']);
    expect(findWords('a.tsx', 'const a = <p className="row besideRules" />;')).toEqual(['a.tsx:1:']);
    expect(findWords('a.css', 'p {\n  margin: 0;\n}\n.row .besideRules > a {\n}')).toEqual(['a.css:4:']);
    expect(findWords('a.css', '/* Rows as of\n   who reads. */')).toEqual(['a.css:1:']);
    expect(findWords('a.ts', "const text = 'Steve was told, twice';")).toEqual([]);
  });

  it("rejects retired phrases in the site's texts, including those around placeholders", () => {
    expect(findWords('web/src/a/texts.ts', "export const texts = { a: 'Banned', b: 'Banned for ever' };")).toHaveLength(
      1,
    );
    expect(
      findWords('server/src/mail/mail-texts.ts', 'const a = (name: string) => `${name} is banned for ever`;'),
    ).toHaveLength(1);
    expect(
      findWords('domain/src/refusals.ts', "const refusals = { 'for ever': [403, 'Banned for ever.'] };"),
    ).toHaveLength(1);
    expect(
      findWords('server/src/mail/mail-texts.ts', 'const a = (name: string) => `${name} is banned for ever`;'),
    ).toHaveLength(1);
    expect(
      findWords('domain/src/refusals.ts', "const refusals = { 'for ever': [403, 'Banned for ever.'] };"),
    ).toHaveLength(1);
    expect(findWords('web/src/a/store.ts', "const words = 'for ever'; // for ever")).toEqual([]);
  });

  it('the word check ignores other strings, code in backticks and longer names', () => {
    expect(findWords('a.ts', "const text = 'as of who';\nconst liftEvents = text;")).toEqual([]);
    expect(findWords('a.md', 'The phrase `as of who`')).toEqual([]);
  });
});
