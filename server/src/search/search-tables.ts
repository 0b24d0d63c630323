import { closeSync, existsSync, openSync, rmSync } from 'node:fs';
import type { Place } from '@guildhall/domain/structure/state.js';
import { holdsEvent, type EventReference } from '@guildhall/event-store/event-reference.js';
import type { EventLog } from '@guildhall/event-store/port.js';
import { closeDatabase, openDatabase, type Database } from '@guildhall/event-store/sqlite/database.js';
import { indexedPrefixes } from './terms/continuations.js';

/** Must be incremented with every change of the tables or their content; the index is then rebuilt. */
const version = 9;

/**
 * `items` and `texts` share their rowids, which increase in log order. Only the row of a thread has its place, prefix
 * and deletion; `items.thread_tags` are those tags of the item in `texts`, and are updated later while the thread is
 * `outdated`. A text, and the texts of a thread, are found by a tag. An author's texts, which only an erasure needs,
 * are found by scanning all rows: an index on any of these would write its own page for each text. `authors` are all
 * members with texts here; `threads.opening` is the row of a thread's own text. `texts` contains the words of each text
 * as `terms/analyze.ts` makes them, which FTS5 only splits at spaces, and no content; `originals` contains the texts.
 * `words` has no content of its own: it lists the words of the index. `forms` contains their stems. `mentions` are the
 * texts that mention a member, `mentioned` the names under which members are indexed. FTS5 merges segments of the index
 * when there are 8 of one size: its default of 4 writes each text twice as often, and halves the segments that a search
 * reads, which take little of its time. It buffers up to 4 MB before it writes a segment: the words of a transaction of
 * 500 texts exceed its default of 1 MB, and would make several segments that are merged afterwards.
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

export interface PlacedThread extends Place {
  prefixId: number | null;
}
export const placedColumns = 'section_id AS sectionId, subsection_id AS subsectionId, prefix_id AS prefixId';

/** Discards an index of another log or table version, and one that cannot be read. */
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

/** Null while the index is empty. */
export function lastEventIn(db: Database): EventReference | null {
  const { event } = db.prepare('SELECT event FROM state').get() as { event: string | null };
  return event === null ? null : (JSON.parse(event) as EventReference);
}

/**
 * Frequently changed pages are written to the file once for many commits: the write-ahead log takes 16 MB first. Freed
 * pages are not overwritten, because an erasure rewrites the whole file.
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
    // Whatever the damage, a new index can be filled from the log.
  }
  db?.close();
  return null;
}

/** Discards an index whose events the log lacks because an older backup of the log was restored. */
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
