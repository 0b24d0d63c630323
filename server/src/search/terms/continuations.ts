import type { Database } from '@guildhall/event-store/sqlite/database.js';
import { formsIn } from './word-forms.js';
import type { LastWords, LastWordsOf, Term } from './query-text.js';

/** Limit for all terms of a search together: FTS5 expands a prefix that has more. */
export const maxContinuations = 100;

/** FTS5 has an index of the beginnings of words that are so long. */
export const indexedPrefixes = [2, 3];

const nextWord = (from: string) => `(SELECT term FROM words WHERE term >= ${from} ORDER BY term LIMIT 1)`;
const continuing = `
  WITH RECURSIVE found (word) AS (
    SELECT ${nextWord(':first')} UNION ALL SELECT ${nextWord('word || char(1)')} FROM found WHERE word < :end
    LIMIT :most + 2
  ) SELECT word FROM found WHERE word < :end`;

/**
 * The words that the last word of a term stands for: its other forms, unless the term is exact, and those that begin with
 * it if it has an open end, by the words that the index has. FTS5 reads the texts of words as far as it needs them, but
 * gathers those of a prefix to the last one, before the first is found.
 */
export function lastWordsIn(db: Database): LastWordsOf {
  const known = new Map<Term, LastWords>();
  let left = maxContinuations;
  return (term) => {
    const before = known.get(term);
    if (before) return before;
    const last = term.words.at(-1) ?? '';
    const continuations = term.prefix ? continuationsOf(db, last, left) : [];
    left = Math.max(0, left - (continuations?.length ?? 0));
    const forms = term.exact ? [] : formsIn(db, last);
    const found = continuations
      ? { words: [...new Set([last, ...continuations, ...forms])], open: false }
      : { words: forms, open: true };
    known.set(term, found);
    return found;
  };
}

/**
 * Null where FTS5 must find them, because there are too many, and where it may, because the beginning itself is indexed.
 */
function continuationsOf(db: Database, first: string, most: number): string[] | null {
  if (indexedPrefixes.includes([...first].length)) return null;
  const found = db.prepare(continuing).all({ first, end: `${first}\u{10ffff}`, most }) as { word: string }[];
  return found.length > most ? null : found.map(({ word }) => word);
}
