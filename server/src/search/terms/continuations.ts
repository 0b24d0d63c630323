import type { Database } from '@guildhall/event-store/sqlite/database.js';
import { findForms } from './word-forms.js';
import type { LastWords, LastWordsOf, Term } from './query-text.js';

/** All of a search's terms share this limit. If there are more continuations, FTS5 itself expands the prefix. */
export const maxContinuations = 100;

export const indexedPrefixes = [2, 3];

const readNextWord = (from: string) => `(SELECT term FROM words WHERE term >= ${from} ORDER BY term LIMIT 1)`;
const continuationsQuery = `
  WITH RECURSIVE found (word) AS (
    SELECT ${readNextWord(':first')} UNION ALL SELECT ${readNextWord('word || char(1)')} FROM found WHERE word < :end
    LIMIT :most + 2
  ) SELECT word FROM found WHERE word < :end`;

/**
 * FTS5 collects all posts that match a prefix before it returns the first one, but reads the posts that match a word
 * lazily.
 */
export function findLastWords(db: Database): LastWordsOf {
  const lastWordsByTerm = new Map<Term, LastWords>();
  let remaining = maxContinuations;
  return (term) => {
    const cachedWords = lastWordsByTerm.get(term);
    if (cachedWords) return cachedWords;
    const last = term.words.at(-1) ?? '';
    const continuations = term.prefix ? findContinuations(db, last, remaining) : [];
    remaining = Math.max(0, remaining - (continuations?.length ?? 0));
    const forms = term.exact ? [] : findForms(db, last);
    const lastWords = continuations
      ? { words: [...new Set([last, ...continuations, ...forms])], open: false }
      : { words: forms, open: true };
    lastWordsByTerm.set(term, lastWords);
    return lastWords;
  };
}

/** Returns null if FTS5 should expand the prefix because it is indexed or there are too many words. */
function findContinuations(db: Database, prefix: string, most: number): string[] | null {
  if (indexedPrefixes.includes([...prefix].length)) return null;
  const foundWords = db.prepare(continuationsQuery).all({ first: prefix, end: `${prefix}\u{10ffff}`, most }) as {
    word: string;
  }[];
  return foundWords.length > most ? null : foundWords.map(({ word }) => word);
}
