import { closeDatabase, openDatabase } from '@guildhall/event-store/sqlite/database.js';
import { runInWorker } from '../process/run-in-worker.js';
import { scrub } from '../vault/sqlite/sqlite-scrub.js';
import { removeUnusedForms } from './terms/word-forms.js';
import { removeTexts } from './upkeep.js';

export type ScrubSearchFile = (path: string, authorIds: readonly number[]) => Promise<void>;

/** A running search can take seconds on a busy machine if all texts contain the same word. */
const maxWaitMs = 30_000;

/**
 * FTS5 retains deleted words until its index segments are merged into one, and its own `secure-delete` leaves words in
 * the inner nodes of its b-tree. Takes about a second for 100,000 posts.
 */
export const scrubInThisThread: ScrubSearchFile = async (path, authorIds) => {
  const db = openDatabase(path, { synchronous: 'NORMAL', secureDelete: true });
  try {
    for (const authorId of authorIds) removeTexts(db, authorId);
    const merge = () => {
      db.exec(`INSERT INTO texts (texts) VALUES ('optimize')`);
      removeUnusedForms(db);
      db.exec('VACUUM');
    };
    await scrub(db, merge, maxWaitMs);
  } finally {
    closeDatabase(db);
  }
};

export const scrubInWorker: ScrubSearchFile = (path, authorIds) =>
  runInWorker('search/scrub-worker.js', { path, authorIds });
