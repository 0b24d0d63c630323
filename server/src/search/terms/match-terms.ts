import { pairStart, tokensOf, type Token } from './analyze.js';
import type { LastWords, Term } from './query-text.js';
import { marks } from './snippet.js';

export interface ExpandedTerm {
  term: Term;
  last: LastWords;
}

export interface Match {
  term: number;
  from: number;
  to: number;
}

interface Pattern extends Match {
  words: readonly string[];
  last: ReadonlySet<string>;
  beginning: string | null;
}

const none: readonly Pattern[] = [];

export function matcherOf(terms: readonly ExpandedTerm[]): (words: readonly string[]) => Match[] {
  const byFirst = new Map<string, Pattern[]>();
  const open: Pattern[] = [];
  terms.forEach(({ term: { words }, last }, index) => {
    const beginning = last.open ? (words.at(-1) ?? '') : null;
    const pattern = { term: index, from: 0, to: words.length - 1, words, last: new Set(last.words), beginning };
    const first = words.length > 1 ? words.slice(0, 1) : last.words;
    for (const word of first) byFirst.set(word, [...(byFirst.get(word) ?? []), pattern]);
    if (words.length === 1 && beginning !== null) open.push(pattern);
  });
  return (words) => {
    const found: Match[] = [];
    for (let from = 0; from < words.length; from++) {
      const word = words[from] ?? '';
      for (const pattern of byFirst.get(word) ?? none)
        if (pattern.to === 0 || isAt(pattern, words, from))
          found.push({ term: pattern.term, from, to: from + pattern.to });
      for (const { term, beginning, last } of open)
        if (beginning !== null && word.startsWith(beginning) && !last.has(word)) found.push({ term, from, to: from });
    }
    return found;
  };
}

function isAt({ words, to, last, beginning }: Pattern, all: readonly string[], from: number): boolean {
  for (let n = 1; n < to; n++) if (words[n] !== all[from + n]) return false;
  const end = all[from + to];
  return end !== undefined && (last.has(end) || (beginning !== null && end.startsWith(beginning)));
}

export function markerOf(terms: readonly ExpandedTerm[]): (text: string) => string {
  const matchesIn = matcherOf(terms);
  return (text) => {
    const tokens = tokensOf(text);
    const ranges = matchesIn(tokens.map(({ word }) => word)).map(({ term, from, to }) => {
      const [first, last] = [tokens[from], tokens[to]];
      return { start: first?.start ?? 0, end: endOf(last, terms[term]) };
    });
    return marked(text, ranges);
  };
}

/** A single character in a script without spaces matches the first half of a pair. */
function endOf(token: Token | undefined, expanded: ExpandedTerm | undefined): number {
  const lastWord = expanded?.term.words.at(-1) ?? '';
  const isHalf = lastWord.startsWith(pairStart) && token?.word !== lastWord && expanded?.last.open === true;
  return (isHalf ? token?.firstEnd : token?.end) ?? 0;
}

function marked(text: string, ranges: readonly { start: number; end: number }[]): string {
  let [made, done] = ['', 0];
  for (const { start, end } of merged(ranges)) {
    made += `${text.slice(done, start)}${marks.begin}${text.slice(start, end)}${marks.end}`;
    done = end;
  }
  return made + text.slice(done);
}

function merged(ranges: readonly { start: number; end: number }[]) {
  const all: { start: number; end: number }[] = [];
  for (const { start, end } of ranges.toSorted((a, b) => a.start - b.start)) {
    const last = all.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else all.push({ start, end });
  }
  return all;
}
