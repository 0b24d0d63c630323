import { closeSync, existsSync, openSync, rmSync } from 'node:fs';
import { containsEvent, type EventReference } from '@guildhall/event-store/event-reference.js';
import type { EventLog } from '@guildhall/event-store/port.js';
import { closeDatabase, openDatabase, type Database } from '@guildhall/event-store/sqlite/database.js';
import { indexedPrefixes } from './terms/continuations.js';

/** Must be incremented with every change to the tables or their content so that the index is rebuilt. */
const version = 11;

/**
 * `items` and `texts` share their rowids, which increase in log order. Only a thread's row stores its place, prefix,
 * solution and deletion. While the thread is `outdated`, its `items.thread_tags` are yet to be updated. Rows are found
 * by their tags. Only an erasure searches by author. It scans `items` because an index would write an extra page for
 * each row. `texts` contains each row's words but not its content, which is in `originals`. FTS5 merges 8 segments of
 * the same size because its default of 4 writes each row twice as often. It buffers up to 4 MB, enough for the words of
 * 500 posts.
 */
const schema = `
  CREATE TABLE state (log TEXT NOT NULL, version INTEGER NOT NULL, event TEXT) STRICT;
  CREATE TABLE threads (
    id INTEGER PRIMARY KEY, place TEXT NOT NULL, section_id INTEGER NOT NULL, subsection_id INTEGER,
    prefix_id INTEGER, solution_id INTEGER, deleted INTEGER NOT NULL DEFAULT 0, outdated INTEGER NOT NULL DEFAULT 0,
    opening INTEGER
  ) STRICT;
  CREATE INDEX threads_outdated ON threads (id) WHERE outdated = 1;
  CREATE INDEX threads_solution ON threads (solution_id) WHERE solution_id IS NOT NULL;
  CREATE TABLE items (
    rowid INTEGER PRIMARY KEY, kind TEXT NOT NULL, id INTEGER NOT NULL, thread_id INTEGER NOT NULL,
    author_id INTEGER NOT NULL, created_at TEXT NOT NULL, position TEXT NOT NULL, thread_tags TEXT NOT NULL,
    deleted INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE TABLE deleted_replies (id INTEGER PRIMARY KEY) STRICT;
  CREATE TABLE authors (id INTEGER PRIMARY KEY) STRICT;
  CREATE INDEX items_position ON items (position);
  CREATE INDEX items_created ON items (created_at);
  CREATE VIRTUAL TABLE texts USING fts5 (title, body, tags, content = '', contentless_delete = 1, tokenize = 'ascii', prefix = '${indexedPrefixes.join(' ')}');
  CREATE TABLE originals (rowid INTEGER PRIMARY KEY, title TEXT, body TEXT NOT NULL) STRICT;
  CREATE TABLE forms (stem TEXT NOT NULL, word TEXT NOT NULL, PRIMARY KEY (stem, word)) STRICT, WITHOUT ROWID;
  CREATE VIRTUAL TABLE words USING fts5vocab (texts, instance);
  CREATE TABLE mentions (
    member_id INTEGER NOT NULL, kind TEXT NOT NULL, id INTEGER NOT NULL, PRIMARY KEY (member_id, kind, id)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE mentioned (member_id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT;
  INSERT INTO texts (texts, rank) VALUES ('automerge', 8), ('hashsize', 4194304);
`;

/**
 * A thread is not solved while its solution is deleted, even if `items` lacks the solution because its author was
 * erased.
 */
export const isSolved =
  '(threads.solution_id IS NOT NULL AND threads.solution_id NOT IN (SELECT id FROM deleted_replies))';
/** Selects the columns of a `TaggedThread`. */
export const taggedColumns = `section_id AS sectionId, subsection_id AS subsectionId, prefix_id AS prefixId,
  ${isSolved} AS solved`;

/** Discards an index that belongs to another log or table version, or that cannot be read. */
export function openSearchTables(path: string, log: string): Database {
  if (existsSync(path)) {
    const existingIndex = tryOpen(path, log);
    if (existingIndex) return existingIndex;
    removeSearchFile(path);
  }
  // Makes the file readable only by its owner.
  closeSync(openSync(path, 'a', 0o600));
  const db = connect(path);
  db.exec(`BEGIN; ${schema} COMMIT`);
  db.prepare('INSERT INTO state VALUES (?, ?, NULL)').run(log, version);
  return db;
}

export function removeSearchFile(path: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { force: true });
}

export function readLastEvent(db: Database): EventReference | null {
  const { event } = db.prepare('SELECT event FROM state').get() as { event: string | null };
  return event === null ? null : (JSON.parse(event) as EventReference);
}

/**
 * Commits reach the file only at a checkpoint, so a page that changes often is written once. SQLite overwrites the
 * pages that an erasure frees.
 */
function connect(path: string): Database {
  const db = openDatabase(path, { synchronous: 'NORMAL' });
  db.exec('PRAGMA wal_autocheckpoint = 4000');
  return db;
}

function tryOpen(path: string, log: string): Database | null {
  let db: Database | undefined;
  try {
    db = connect(path);
    const state = db.prepare('SELECT * FROM state').get() as { log: string; version: number };
    if (state.log === log && state.version === version) return db;
  } catch {
    // The damage can be ignored because a new index can be filled from the log.
  }
  db?.close();
  return null;
}

export async function openIndex(path: string, { log, logId }: { log: EventLog; logId: string }): Promise<Database> {
  const db = openSearchTables(path, logId);
  try {
    const last = readLastEvent(db);
    if (last === null || (await containsEvent(log, last))) return db;
  } catch (error) {
    closeDatabase(db);
    throw error;
  }
  closeDatabase(db);
  removeSearchFile(path);
  return openSearchTables(path, logId);
}
