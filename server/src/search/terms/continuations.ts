import type { Database } from '@guildhall/event-store/sqlite/database.js';
import type { Continuations, Term } from './query-text.js';

/** Of all terms of a search: a prefix with more is left to FTS5. */
export const maxContinuations = 100;

/** The last word, where it is certain how FTS5 folds it, and after a character that certainly ends a word. */
const lastWord = /(?<=^|[^A-Za-z0-9\u0080-\u{10ffff}])[A-Za-z0-9]+$/u;
/** FTS5 has an index of the beginnings of words that are so long. */
export const indexedPrefixes = [2, 3];

const nextWord = (from: string) => `(SELECT term FROM words WHERE term >= ${from} ORDER BY term LIMIT 1)`;
const continuing = `
  WITH RECURSIVE found (word) AS (
    SELECT ${nextWord(':first')} UNION ALL SELECT ${nextWord('word || char(1)')} FROM found WHERE word < :end
    LIMIT :most + 2
  ) SELECT word FROM found WHERE word < :end`;

/**
 * The terms that one of a search with an open end stands for, by the words that the index has: FTS5 reads the texts of
 * words as far as it needs them, but gathers those of a prefix to the last one, before the first is found. Null where it
 * must, because there are too many, and where it need not, because the beginning itself is indexed.
 */
export function continuationsIn(db: Database): Continuations {
  const known = new Map<Term, string[] | null>();
  let left = maxContinuations;
  return (term) => {
    const before = known.get(term);
    if (before !== undefined) return before;
    const found = continuationsOf(db, term, left);
    left = Math.max(0, left - (found?.length ?? 0));
    known.set(term, found);
    return found;
  };
}

function continuationsOf(db: Database, { text, prefix }: Term, most: number): string[] | null {
  const typed = prefix ? lastWord.exec(text)?.[0] : undefined;
  if (typed === undefined || indexedPrefixes.includes(typed.length)) return null;
  const first = typed.toLowerCase();
  const found = db.prepare(continuing).all({ first, end: `${first}\u{10ffff}`, most }) as { word: string }[];
  if (found.length > most) return null;
  const before = text.slice(0, -typed.length);
  return found.length === 0 ? [text] : found.map(({ word }) => before + word);
}
