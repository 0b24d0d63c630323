import type { Database } from '@guildhall/event-store/sqlite/database.js';
import { indexedPrefixes } from './continuations.js';
import { termExpression, type Continuations, type Term } from './query-text.js';
import type { WeighedTerm } from './rank-texts.js';

/** How rare a term is shows in so many of the newest texts: to count in all would take long where it is common. */
const sampledRows = 2_000;
const leastWeight = 1e-6; // as FTS5: of a term that more than half of the texts have
const longBeginning = new RegExp(`([\\p{L}\\p{N}]{${Math.max(...indexedPrefixes)}})[\\p{L}\\p{N}]+$`, 'u');

/** The terms of a search with their weights, as of BM25, counted in the texts up to a row. */
export function weighTerms(
  db: Database,
  terms: readonly Term[],
  last: number,
  continuationsOf: Continuations,
): WeighedTerm[] {
  if (terms.length === 1) return terms.map((term) => ({ term, weight: 1 }));
  const first = Math.max(0, last - sampledRows);
  const count = db.prepare('SELECT count(*) AS n FROM texts WHERE texts MATCH ? AND rowid > ? AND rowid <= ?');
  return terms.map((term) => {
    const { n } = count.get(countable(term, continuationsOf(term)), first, last) as { n: number };
    return { term, weight: Math.max(leastWeight, Math.log((last - first - n + 0.5) / (n + 0.5))) };
  });
}

/** A beginning that stands for too many words counts as its first letters do, which are indexed. */
function countable(term: Term, continuations: readonly string[] | null): string {
  const text = term.prefix && !continuations ? term.text.replace(longBeginning, '$1') : term.text;
  return termExpression({ ...term, text }, continuations);
}
