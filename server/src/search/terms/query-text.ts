import { fold } from '../../text/fold.js';
import { pairStart, splitRuns, splitWords } from './analyze.js';

export interface SearchText {
  required: Term[];
  excluded: Term[];
  /** The thread must have one of the `required` prefixes, if there are any, and none of the `excluded` ones. */
  prefixes: { required: string[]; excluded: string[] };
  /** Null allows threads with or without a solution. */
  solved: boolean | null;
}

export interface Term {
  text: string;
  words: readonly string[];
  prefix: boolean;
  exact: boolean;
}

const maxTerms = 20;
/** Limited because a post that repeats one word is compared with the whole phrase at each occurrence. */
const maxWords = 32;
/** Matches an optional minus, an optional `prefix:`, a word or a (possibly unclosed) phrase, and an optional star. */
const termPattern = /(-?)(prefix:)?(?:"([^"]*)("?)|([^\s"]+))(\*?)/giu;
const solvedPattern = /^is:solved\**$/i;

/**
 * Words and "phrases" must occur, or must not occur if they follow a minus. A star turns a word into a prefix, and the
 * last word is always one. `prefix:word` requires a thread prefix. `is:solved` requires a solution, and only the last
 * one counts. Terms after the twentieth, and words of a phrase after the 32nd, are ignored.
 */
export function parseSearch(query: string): SearchText {
  const pieces = [...replaceControlCharacters(query).matchAll(termPattern)];
  const terms = pieces
    .flatMap(([, minus, prefixMark, phrase, closing, word, star], index) => {
      const isBeingTyped = index === pieces.length - 1 && closing !== '"' && minus === '';
      const fullText = (phrase ?? word ?? '').replace(/[*\s]+$/, '').trim();
      const isOpen = isBeingTyped || star === '*' || word?.endsWith('*') === true;
      const kind = prefixMark !== undefined ? 'prefix' : solvedPattern.test(word ?? '') ? 'solved' : 'words';
      const texts = phrase === undefined && kind === 'words' && minus === '' ? splitScripts(fullText) : [fullText];
      return texts.map((text, part) => {
        const isLast = part === texts.length - 1;
        return { minus: minus === '-', kind, term: createTerm(text, isOpen && isLast, phrase !== undefined) };
      });
    })
    .filter(({ kind, term }) => kind !== 'words' || term.words.length > 0)
    .slice(0, maxTerms);
  const listTerms = (kind: 'words' | 'prefix', minus: boolean) =>
    terms.filter((parsedTerm) => parsedTerm.kind === kind && parsedTerm.minus === minus).map(({ term }) => term);
  const listPrefixNames = (minus: boolean) => listTerms('prefix', minus).map(({ text }) => text);
  const solvedTerm = terms.findLast(({ kind }) => kind === 'solved');
  return {
    required: omitImpliedTerms(listTerms('words', false)),
    excluded: listTerms('words', true),
    prefixes: { required: listPrefixNames(false), excluded: listPrefixNames(true) },
    solved: solvedTerm ? !solvedTerm.minus : null,
  };
}

function createTerm(text: string, isOpen: boolean, exact: boolean): Term {
  const words = splitWords(text);
  const isCut = words.length > maxWords;
  const last = words.at(-1) ?? '';
  if (isCut) return { text, words: words.slice(0, maxWords), prefix: false, exact };
  if (!isSingle(last)) return { text, words, prefix: isOpen && [...last].length > 1, exact };
  // In a post, the run may continue, so this last character can be the first half of a pair.
  const previousWord = words.at(-2) ?? '';
  const isPair = previousWord.startsWith(pairStart) && !isSingle(previousWord);
  return isPair ? { text, words: words.slice(0, -1), prefix: false, exact } : { text, words, prefix: true, exact };
}

/** Returns true for the last character of a run in a script without spaces. */
const isSingle = (word: string): boolean => word.startsWith(pairStart) && [...word].length === 2;

const segmenter = new Intl.Segmenter('und', { granularity: 'word' });
const isCharacter = (text: string): boolean => [...fold(text)].length === 1;
const particle = /^\p{sc=Hiragana}$/u;

/** "player's" matches as "player", whether or not the post contains the "'s". */
const possessive = /(?<=[\p{L}\p{N}])['’]s$/iu;

const splitScripts = (text: string): string[] =>
  splitRuns(text.replace(possessive, ''))
    .flatMap((part, index) => (index % 2 === 0 ? [part] : splitRun(part)))
    .filter((part, _, all) => all.length === 1 || part !== '');

/**
 * Splits a run with a dictionary. Joins single characters because most of them belong to words that the dictionary
 * lacks.
 */
function splitRun(run: string): string[] {
  const parts: { text: string; isSingle: boolean }[] = [];
  for (const { segment } of segmenter.segment(run)) {
    const [last, isSingle] = [parts.at(-1), isCharacter(segment)];
    if (isSingle && last?.isSingle) last.text += segment;
    else parts.push({ text: segment, isSingle });
  }
  const joinedParts: string[] = [];
  for (const part of parts) {
    if (parts.length > 1 && particle.test(part.text)) continue;
    if (joinedParts.length > 0 && isCharacter(part.text)) joinedParts.push(`${joinedParts.pop() ?? ''}${part.text}`);
    else joinedParts.push(part.text);
  }
  return joinedParts;
}

/**
 * Removes terms that are contained in others. Each term takes time, and in a repetitive post each would match
 * everywhere.
 */
function omitImpliedTerms(terms: readonly Term[]): Term[] {
  const necessaryTerms: Term[] = [];
  const byLength = terms.toSorted(
    (a, b) =>
      joinWords(b).length - joinWords(a).length ||
      Number(a.prefix) - Number(b.prefix) ||
      Number(b.exact) - Number(a.exact),
  );
  for (const term of byLength) {
    const isImplied = necessaryTerms.some(
      (other) => (other.exact || !term.exact) && joinWords(other).includes(joinWords(term)),
    );
    if (!isImplied) necessaryTerms.push(term);
  }
  return terms.filter((term) => necessaryTerms.includes(term));
}

const joinWords = ({ words, prefix }: Term): string => ` ${words.join(' ')}${prefix ? '' : ' '}`;

export interface Tags {
  anyOfEach: readonly (readonly string[])[];
  none: readonly string[];
}

export interface LastWords {
  words: readonly string[];
  open: boolean;
}
export type LastWordsOf = (term: Term) => LastWords;

const getWordsAsTyped: LastWordsOf = ({ words, prefix }) => ({ words: prefix ? [] : words.slice(-1), open: prefix });

/**
 * Returns an FTS5 expression over title, body and tags in which all input is quoted. Returns null if nothing can match.
 */
export function buildMatchExpression(
  { required, excluded }: Pick<SearchText, 'required' | 'excluded'>,
  { anyOfEach, none }: Tags,
  lastWordsOf: LastWordsOf = getWordsAsTyped,
): string | null {
  const buildPhrase = (term: Term) => buildTermExpression(term, lastWordsOf(term));
  if (anyOfEach.some((list) => list.length === 0)) return null;
  const parts = anyOfEach.map((list) => `tags : (${list.map(quote).join(' OR ')})`);
  if (required.length > 0) parts.push(`(${required.map(buildPhrase).join(' AND ')})`);
  if (parts.length === 0) return null;
  let match = parts.join(' AND ');
  if (excluded.length > 0) match = `(${match}) NOT (${excluded.map(buildPhrase).join(' OR ')})`;
  return none.length > 0 ? `(${match}) NOT tags : (${none.map(quote).join(' OR ')})` : match;
}

export function buildTermExpression({ words }: Term, last: LastWords): string {
  const firstWords = words.slice(0, -1);
  const phrases = last.words.map((word) => quote([...firstWords, word].join(' ')));
  if (last.open) phrases.push(`${quote(words.join(' '))} *`);
  return phrases.length === 1 ? phrases.join('') : `(${phrases.join(' OR ')})`;
}
const quote = (text: string): string => `"${text.replaceAll('"', '""')}"`;

const controlCharacters = /\p{Cc}/gu;

/** Replaces control characters, because NUL ends a string in SQLite, and `snippet.ts` uses others as markers. */
export function replaceControlCharacters(text: string): string {
  return text.toWellFormed().normalize('NFC').replace(controlCharacters, ' ');
}
