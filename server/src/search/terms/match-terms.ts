import { pairStart, tokenize, type Token } from './analyze.js';
import type { LastWords, Term } from './query-text.js';
import { marks } from './snippet.js';

export interface ExpandedTerm {
  term: Term;
  last: LastWords;
}

export interface TermMatch {
  term: number;
  from: number;
  to: number;
}

interface TermPattern extends TermMatch {
  words: readonly string[];
  last: ReadonlySet<string>;
  lastPrefix: string | null;
}

const noPatterns: readonly TermPattern[] = [];

export function createMatcher(terms: readonly ExpandedTerm[]): (words: readonly string[]) => TermMatch[] {
  const patternsByFirstWord = new Map<string, TermPattern[]>();
  const open: TermPattern[] = [];
  terms.forEach(({ term: { words }, last }, index) => {
    const lastPrefix = last.open ? (words.at(-1) ?? '') : null;
    const pattern = { term: index, from: 0, to: words.length - 1, words, last: new Set(last.words), lastPrefix };
    const firstWords = words.length > 1 ? words.slice(0, 1) : last.words;
    for (const word of firstWords) patternsByFirstWord.set(word, [...(patternsByFirstWord.get(word) ?? []), pattern]);
    if (words.length === 1 && lastPrefix !== null) open.push(pattern);
  });
  return (words) => {
    const matches: TermMatch[] = [];
    for (let from = 0; from < words.length; from++) {
      const word = words[from] ?? '';
      for (const pattern of patternsByFirstWord.get(word) ?? noPatterns)
        if (pattern.to === 0 || isAt(pattern, words, from))
          matches.push({ term: pattern.term, from, to: from + pattern.to });
      for (const { term, lastPrefix, last } of open)
        if (lastPrefix !== null && word.startsWith(lastPrefix) && !last.has(word))
          matches.push({ term, from, to: from });
    }
    return matches;
  };
}

function isAt({ words, to, last, lastPrefix }: TermPattern, allWords: readonly string[], from: number): boolean {
  for (let n = 1; n < to; n++) if (words[n] !== allWords[from + n]) return false;
  const end = allWords[from + to];
  return end !== undefined && (last.has(end) || (lastPrefix !== null && end.startsWith(lastPrefix)));
}

export function createMarker(terms: readonly ExpandedTerm[]): (text: string) => string {
  const matchesIn = createMatcher(terms);
  return (text) => {
    const tokens = tokenize(text);
    const ranges = matchesIn(tokens.map(({ word }) => word)).map(({ term, from, to }) => {
      const [first, last] = [tokens[from], tokens[to]];
      return { start: first?.start ?? 0, end: findEnd(last, terms[term]) };
    });
    return withMarks(text, ranges);
  };
}

/** A single character in a script without spaces matches the first half of a pair. */
function findEnd(token: Token | undefined, expandedTerm: ExpandedTerm | undefined): number {
  const lastWord = expandedTerm?.term.words.at(-1) ?? '';
  const isHalf = lastWord.startsWith(pairStart) && token?.word !== lastWord && expandedTerm?.last.open === true;
  return (isHalf ? token?.firstEnd : token?.end) ?? 0;
}

function withMarks(text: string, ranges: readonly { start: number; end: number }[]): string {
  let [markedText, copiedEnd] = ['', 0];
  for (const { start, end } of mergeRanges(ranges)) {
    markedText += `${text.slice(copiedEnd, start)}${marks.begin}${text.slice(start, end)}${marks.end}`;
    copiedEnd = end;
  }
  return markedText + text.slice(copiedEnd);
}

function mergeRanges(ranges: readonly { start: number; end: number }[]) {
  const mergedRanges: { start: number; end: number }[] = [];
  for (const { start, end } of ranges.toSorted((a, b) => a.start - b.start)) {
    const last = mergedRanges.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else mergedRanges.push({ start, end });
  }
  return mergedRanges;
}
