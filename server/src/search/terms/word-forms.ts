import type { Database } from '@guildhall/event-store/sqlite/database.js';
import { stemmer as stemDutch } from '@orama/stemmers/dutch';
import { stemmer as stemEnglish } from '@orama/stemmers/english';

const stemmablePattern = /^[a-z]{3,20}$/;
/**
 * Shorter words are not stemmed as Dutch because unrelated English words would match, such as "mod" and "mode" or "sit"
 * and "site".
 */
const minDutchLength = 4;
const maxForms = 20;

/** The index contains words rather than stems so that phrases and prefixes match as written. */
export function findStems(word: string): string[] {
  if (!stemmablePattern.test(word)) return [];
  const englishStem = `en ${stemEnglish(word)}`;
  return word.length < minDutchLength ? [englishStem] : [englishStem, `nl ${findDutchStem(word)}`];
}

/** Gives "huizen" the stem of "huis", and "brieven" the stem of "brief". */
const findDutchStem = (word: string): string => stemDutch(word).replace(/z$/, 's').replace(/v$/, 'f');

export function findForms(db: Database, word: string): string[] {
  const find = db.prepare(
    'SELECT DISTINCT word FROM forms WHERE stem IN (SELECT value FROM json_each(?)) AND word <> ? LIMIT ?',
  );
  const foundWords = find.all(JSON.stringify(findStems(word)), word, maxForms) as { word: string }[];
  return foundWords.map((form) => form.word).filter((form) => areForms(word, form));
}

/** Rejects the Dutch stemmer's false matches: it also equates "good" with "god" and "loot" with "lot". */
const areForms = (one: string, other: string): boolean =>
  stemEnglish(one) === stemEnglish(other) || withSingleVowels(one) !== withSingleVowels(other);

const withSingleVowels = (word: string): string => word.replace(/([aeou])\1/g, '$1');

export function removeUnusedForms(db: Database): void {
  db.exec('DELETE FROM forms WHERE NOT EXISTS (SELECT 1 FROM words WHERE term = forms.word)');
}
