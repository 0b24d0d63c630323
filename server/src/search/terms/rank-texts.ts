import { withEnd, foldedWords, type Term } from './query-text.js';
import { marks } from './snippet.js';

/** A text that matches, with marks around what matches. */
export interface MarkedText {
  rowid: number;
  /** Null for a reply. */
  marked_title: string | null;
  marked_content: string;
}

/** A term that each text contains, and how much it counts: the rarer it is, the more. */
export interface WeighedTerm {
  term: Term;
  weight: number;
}

const titleWeight = 5; // of a match in the title, where one in the text counts as 1
const [saturation, lengthShare] = [1.2, 0.75]; // k1 and b of BM25, as FTS5 has them
const mark = new RegExp(`${marks.begin}([^${marks.end}]*)${marks.end}`, 'g');

/**
 * The texts by relevance, the best first: BM25 over the matches that FTS5 has marked. Its own `bm25` reads, for each
 * search, the texts of all terms to the last one, only to count them.
 */
export function ranked<Text extends MarkedText>(texts: readonly Text[], terms: readonly WeighedTerm[]): Text[] {
  const countsOf = terms.length === 1 ? () => [1] : matchCounter(terms);
  const measured = texts.map((text) => ({ text, ...measure(text, terms.length, countsOf) }));
  const meanLength = measured.reduce((sum, { length }) => sum + length, 0) / (texts.length || 1);
  const scored = measured.map(({ text, length, counts }) => {
    const damping = saturation * (1 - lengthShare + (lengthShare * length) / meanLength);
    const scoreOf = (count: number, weight: number) => (weight * count * (saturation + 1)) / (count + damping);
    return { text, score: terms.reduce((sum, { weight }, n) => sum + scoreOf(counts[n] ?? 0, weight), 0) };
  });
  return scored.sort((a, b) => b.score - a.score || b.text.rowid - a.text.rowid).map(({ text }) => text);
}

/** How long a text is without its marks, and the weighted matches of each term in it. */
function measure(
  { marked_title, marked_content }: MarkedText,
  terms: number,
  countsOf: (marked: string) => readonly number[],
) {
  const counts = Array.from({ length: terms }, () => 0);
  let length = 0;
  for (const [text, weight] of [
    [marked_title ?? '', titleWeight],
    [marked_content, 1],
  ] as const) {
    length += text.length;
    for (const [, words = ''] of text.matchAll(mark)) {
      length -= 2;
      for (const [n, count] of countsOf(words).entries()) counts[n] = (counts[n] ?? 0) + weight * count;
    }
  }
  // Each term is somewhere in the text, also where it is written as only FTS5 can tell.
  return { length, counts: counts.map((count) => Math.max(count, 1)) };
}

/** How often each term is in what was marked; FTS5 marks matches that overlap as one. */
function matchCounter(terms: readonly WeighedTerm[]): (marked: string) => readonly number[] {
  const sought = terms.map(({ term }) => withEnd({ term, words: foldedWords(folded(term.text)) }));
  const known = new Map<string, readonly number[]>();
  return (marked) => {
    const before = known.get(marked);
    if (before) return before;
    const words = `${foldedWords(folded(marked))} `;
    const counts = sought.map((text) => occurrences(words, text));
    known.set(marked, counts);
    return counts;
  };
}

/** Words share the blank between them. */
function occurrences(words: string, sought: string): number {
  let count = 0;
  for (let at = words.indexOf(sought); at >= 0; at = words.indexOf(sought, at + Math.max(1, sought.length - 1)))
    count++;
  return count;
}

const folded = (text: string): string => text.normalize('NFD').replace(/\p{Mn}/gu, '');
