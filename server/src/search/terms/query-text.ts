import { tagStart } from './tags.js';

/** The input of the search box, parsed. No input is an error. */
export interface SearchText {
  /** All of these must occur. */
  required: Term[];
  /** None of these may occur. */
  excluded: Term[];
  /** Names of prefixes: the thread has one of the `required`, if there are any, and none of the `excluded`. */
  prefixes: { required: string[]; excluded: string[] };
}

/** One word, or several adjacent ones. */
export interface Term {
  text: string;
  /** The last word may be a prefix. */
  prefix: boolean;
}

const maxTerms = 20;
/** Of a phrase: each word of it is compared at each word of a text that repeats one. */
const maxWords = 16;
/** A minus, `prefix:`, then a phrase that may lack its end, or a word; and a star. */
const piece = /(-?)(prefix:)?(?:"([^"]*)("?)|([^\s"]+))(\*?)/giu;
const letter = /[\p{L}\p{N}]/u;
const words = /[\p{L}\p{N}]+/gu;
/** So many words begin with a single letter that searching for all of them would take long. */
const longEnough = /[\p{L}\p{N}]{2}$/u;

/**
 * Words and "phrases" must occur, those after a minus must not. A word with a star matches as a prefix, and so does the
 * last one, which may still be being typed. `prefix:word` and `prefix:"phrase"` name the prefix of a thread. Terms after
 * the twentieth are ignored, and so are those that another one contains, and the words of a phrase after the sixteenth.
 */
export function parseSearch(query: string): SearchText {
  const pieces = [...printable(query).matchAll(piece)];
  const terms = pieces
    .map(([, minus, named, phrase, closing, word, star], index) => {
      const typing = index === pieces.length - 1 && closing !== '"' && minus === '';
      const whole = (phrase ?? word ?? '').replace(/[*\s]+$/, '').trim();
      const text = firstWords(whole);
      const isOpen = typing || star === '*' || word?.endsWith('*') === true;
      const prefix = isOpen && text === whole && longEnough.test(text);
      return { minus: minus === '-', isName: named !== undefined, term: { text, prefix } };
    })
    .filter(({ isName, term }) => isName || letter.test(term.text))
    .slice(0, maxTerms);
  const those = (isName: boolean, minus: boolean) =>
    terms.filter((it) => it.isName === isName && it.minus === minus).map(({ term }) => term);
  const names = (minus: boolean) => those(true, minus).map(({ text }) => text);
  return {
    required: withoutImplied(those(false, false)),
    excluded: those(false, true),
    prefixes: { required: names(false), excluded: names(true) },
  };
}

function firstWords(text: string): string {
  const last = [...text.matchAll(words)][maxWords - 1];
  return last ? text.slice(0, last.index + last[0].length) : text;
}

/**
 * Without the terms that another one contains. The cost of ranking grows with the matches of all terms, and in a text
 * of one word each of these would match everywhere.
 */
function withoutImplied(terms: readonly Term[]): Term[] {
  const kept: { term: Term; words: string }[] = [];
  const byLength = terms
    .map((term) => ({ term, words: foldedWords(term.text) }))
    .sort((a, b) => b.words.length - a.words.length || Number(a.term.prefix) - Number(b.term.prefix));
  for (const { term, words } of byLength) {
    const isImplied = kept.some((other) => withEnd(other).includes(withEnd({ term, words })));
    if (!isImplied) kept.push({ term, words });
  }
  return terms.filter((term) => kept.some((it) => it.term === term));
}

/** The words of a text, each after a blank. */
export const foldedWords = (text: string): string => ` ${(text.toLowerCase().match(words) ?? []).join(' ')}`;

/** The last word of a prefix has no end. */
export const withEnd = ({ term, words }: { term: Term; words: string }): string => (term.prefix ? words : `${words} `);

/** The tags of the wanted texts: one of each list, and none of the others. */
export interface Tags {
  anyOfEach: readonly (readonly string[])[];
  none: readonly string[];
}

/** The terms that one with an open end stands for; null where FTS5 itself is to find them. */
export type Continuations = (term: Term) => readonly string[] | null;

/**
 * An FTS5 expression over the columns title, body and tags, in which all input is quoted. Null when it contains no
 * term, or none that can match.
 */
export function matchExpression(
  { required, excluded }: Pick<SearchText, 'required' | 'excluded'>,
  { anyOfEach, none }: Tags,
  continuationsOf: Continuations = () => null,
): string | null {
  const phraseOf = (term: Term) => termExpression(term, continuationsOf(term));
  if (anyOfEach.some((list) => list.length === 0)) return null;
  const parts = anyOfEach.map((list) => `tags : (${list.map(quoted).join(' OR ')})`);
  if (required.length > 0) parts.push(`(${required.map(phraseOf).join(' AND ')})`);
  if (parts.length === 0) return null;
  let match = parts.join(' AND ');
  if (excluded.length > 0) match = `(${match}) NOT (${excluded.map(phraseOf).join(' OR ')})`;
  return none.length > 0 ? `(${match}) NOT tags : (${none.map(quoted).join(' OR ')})` : match;
}

/** The expression of FTS5 for a term, or for those that it stands for. */
export function termExpression({ text, prefix }: Term, continuations: readonly string[] | null): string {
  return continuations ? `(${continuations.map(quoted).join(' OR ')})` : quoted(text) + (prefix ? ' *' : '');
}
const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

const notPrintable = new RegExp(`[\\p{Cc}${tagStart}]`, 'gu');

/**
 * In one form for each letter, and without control characters, which SQLite would read as an end and this module as a
 * mark. Nor with what tags begin with: so no word is a tag, and words are sought in all columns, which is faster.
 */
export function printable(text: string): string {
  return text.toWellFormed().normalize('NFC').replace(notPrintable, ' ');
}
