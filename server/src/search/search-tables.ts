import { closeSync, existsSync, openSync, rmSync } from 'node:fs';
import type { Place } from '@guildhall/domain/structure/state.js';
import { holdsEvent, type EventReference } from '@guildhall/event-store/event-reference.js';
import type { EventLog } from '@guildhall/event-store/port.js';
import { closeDatabase, openDatabase, type Database } from '@guildhall/event-store/sqlite/database.js';
import { indexedPrefixes } from './terms/continuations.js';

/** Must be raised with every change of the tables or of their content: then the index is rebuilt. */
const version = 9;

/**
 * `items` and `texts` share their rowids, which rise with the log. Only the row of a thread has its place, prefix and
 * deletion; `items.thread_tags` are those tags of the item in `texts`, and follow while the thread is `outdated`.
 *
 * A text, and the texts of a thread, are found by a tag, and those of an author, which only an erasure asks for, by reading
 * all rows: an index by any of them would write a page of its own for each text. `authors` are all who have texts here,
 * `threads.opening` is the row of a thread's own text.
 *
 * `texts` has the words of each text as `terms/analyze.ts` makes them, which FTS5 only separates at blanks, and no content;
 * `originals` has the texts. `words` has no content of its own: it lists the words of the index. `forms` has their stems.
 *
 * `mentions` are the texts that mention a member, `mentioned` the names by which members are in the index.
 *
 * FTS5 merges parts of the index when there are 8 of one size: with its own 4 it writes each text twice as often, and
 * searches read half as many parts, which is little of their time. It collects up to 4 MB in memory before it writes a
 * part: the words of a transaction of 500 texts exceed its own 1 MB, and would make several parts, merged afterwards.
 */
const schema = `
  CREATE TABLE state (log TEXT NOT NULL, version INTEGER NOT NULL, event TEXT) STRICT;
  CREATE TABLE threads (
    id INTEGER PRIMARY KEY, place TEXT NOT NULL, section_id INTEGER NOT NULL, subsection_id INTEGER,
    prefix_id INTEGER, deleted INTEGER NOT NULL DEFAULT 0, outdated INTEGER NOT NULL DEFAULT 0, opening INTEGER
  ) STRICT;
  CREATE INDEX threads_outdated ON threads (id) WHERE outdated = 1;
  CREATE TABLE items (
    rowid INTEGER PRIMARY KEY, kind TEXT NOT NULL, id INTEGER NOT NULL, thread_id INTEGER NOT NULL,
    author_id INTEGER NOT NULL, created_at TEXT NOT NULL, position TEXT NOT NULL, thread_tags TEXT NOT NULL,
    deleted INTEGER NOT NULL DEFAULT 0
  ) STRICT;
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

/** A thread's row, as far as its texts are tagged with it. */
export interface PlacedThread extends Place {
  prefixId: number | null;
}
export const placedColumns = 'section_id AS sectionId, subsection_id AS subsectionId, prefix_id AS prefixId';

/**
 * Opens the file of the index. One of another log, of another version of the tables, or that cannot be read is
 * discarded.
 */
export function openSearchTables(path: string, log: string): Database {
  if (existsSync(path)) {
    const kept = tryOpen(path, log);
    if (kept) return kept;
    removeSearchFile(path);
  }
  closeSync(openSync(path, 'a', 0o600)); // readable only by its owner
  const db = connect(path);
  db.exec(`BEGIN; ${schema} COMMIT`);
  db.prepare('INSERT INTO state VALUES (?, ?, NULL)').run(log, version);
  return db;
}

export function removeSearchFile(path: string): void {
  for (const ending of ['', '-wal', '-shm']) rmSync(path + ending, { force: true });
}

/** The event up to which the index is complete; null while it is empty. */
export function lastEventIn(db: Database): EventReference | null {
  const { event } = db.prepare('SELECT event FROM state').get() as { event: string | null };
  return event === null ? null : (JSON.parse(event) as EventReference);
}

/**
 * Hot pages are written to the file once for many commits: the log before it takes 16 MB. What is freed is not overwritten
 * here, as merges of the index free much: an erasure writes the whole file again, without the pages that were freed before.
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
    // Whatever is wrong with it, the log can fill another one.
  }
  db?.close();
  return null;
}

/** An index with events that the log does not have, because an older backup of it was restored, is discarded. */
export async function openIndex(path: string, { log, logId }: { log: EventLog; logId: string }): Promise<Database> {
  const db = openSearchTables(path, logId);
  try {
    const last = lastEventIn(db);
    if (last === null || (await holdsEvent(log, last))) return db;
  } catch (error) {
    closeDatabase(db);
    throw error;
  }
  closeDatabase(db);
  removeSearchFile(path);
  return openSearchTables(path, logId);
}
