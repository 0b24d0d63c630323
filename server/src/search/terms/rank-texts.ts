import { splitWords } from './analyze.js';
import { createMatcher, type ExpandedTerm } from './match-terms.js';

export interface MatchedText {
  rowid: number;
  title: string | null;
  body: string;
}

export interface WeightedTerm extends ExpandedTerm {
  weight: number;
}

// A title match's weight relative to a match in the body.
const titleWeight = 5;
// The parameters k1 and b of BM25, with the same values as in FTS5.
const [saturation, lengthShare] = [1.2, 0.75];

/** Computes BM25 over the matches. FTS5's own `bm25` reads all posts with a term just to count them. */
export function rankTexts<Text extends MatchedText>(texts: readonly Text[], terms: readonly WeightedTerm[]): Text[] {
  const matchesIn = createMatcher(terms);
  const measuredTexts = texts.map((text) => ({ text, ...measure(text, terms.length, matchesIn) }));
  const meanLength = measuredTexts.reduce((sum, { length }) => sum + length, 0) / (texts.length || 1);
  const scoredTexts = measuredTexts.map(({ text, length, counts }) => {
    const dampingFactor = saturation * (1 - lengthShare + (lengthShare * length) / meanLength);
    const computeScore = (count: number, weight: number) =>
      (weight * count * (saturation + 1)) / (count + dampingFactor);
    return { text, score: terms.reduce((sum, { weight }, n) => sum + computeScore(counts[n] ?? 0, weight), 0) };
  });
  return scoredTexts.sort((a, b) => b.score - a.score || b.text.rowid - a.text.rowid).map(({ text }) => text);
}

function measure({ title, body }: MatchedText, terms: number, matchesIn: ReturnType<typeof createMatcher>) {
  const counts = Array.from({ length: terms }, () => 0);
  let length = 0;
  for (const [text, weight] of [
    [title ?? '', titleWeight],
    [body, 1],
  ] as const) {
    const words = splitWords(text);
    length += words.length;
    for (const { term } of matchesIn(words)) counts[term] = (counts[term] ?? 0) + weight;
  }
  return { length, counts };
}
