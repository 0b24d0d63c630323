import { closeDatabase, openDatabase } from '@guildhall/event-store/sqlite/database.js';
import { runInWorker } from '../process/run-in-worker.js';
import { scrub } from '../vault/sqlite/sqlite-scrub.js';
import { removeUnusedForms } from './terms/word-forms.js';
import { removeTexts } from './upkeep.js';

export type ScrubSearchFile = (path: string, authorIds: readonly number[]) => Promise<void>;

/** On a busy machine, a search in progress can take seconds if all posts contain the same word. */
const maxWaitMs = 30_000;

/**
 * FTS5 retains deleted words until its index segments are merged into one. Even with its own `secure-delete`, words
 * remain in its b-tree's inner nodes. Takes about a second for 100,000 posts.
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
