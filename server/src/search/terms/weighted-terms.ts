import type { Database } from '@guildhall/event-store/sqlite/database.js';
import { indexedPrefixes } from './continuations.js';
import { buildTermExpression, type LastWords, type LastWordsOf, type Term } from './query-text.js';
import type { WeightedTerm } from './rank-texts.js';

/** Estimates frequencies from a sample because counting a common term in all posts would take too long. */
const sampledRows = 2_000;
// FTS5 gives this weight to a term that occurs in more than half of the posts.
const minWeight = 1e-6;
const maxPrefixLength = Math.max(...indexedPrefixes);

export function assignWeights(
  db: Database,
  terms: readonly Term[],
  last: number,
  lastWordsOf: LastWordsOf,
): WeightedTerm[] {
  const expandedTerms = terms.map((term) => ({ term, last: lastWordsOf(term) }));
  if (terms.length === 1) return expandedTerms.map((expandedTerm) => ({ ...expandedTerm, weight: 1 }));
  const firstRow = Math.max(0, last - sampledRows);
  const count = db.prepare('SELECT count(*) AS n FROM texts WHERE texts MATCH ? AND rowid > ? AND rowid <= ?');
  return expandedTerms.map((expandedTerm) => {
    const { n } = count.get(findCountablePrefix(expandedTerm.term, expandedTerm.last), firstRow, last) as { n: number };
    return { ...expandedTerm, weight: Math.max(minWeight, Math.log((last - firstRow - n + 0.5) / (n + 0.5))) };
  });
}

/** Counts a prefix with too many expansions by its first letters, which are indexed. */
function findCountablePrefix(term: Term, last: LastWords): string {
  const lastPrefix = [...(term.words.at(-1) ?? '')].slice(0, last.open ? maxPrefixLength : undefined).join('');
  return buildTermExpression({ ...term, words: [...term.words.slice(0, -1), lastPrefix] }, last);
}
