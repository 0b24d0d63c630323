import { runInTransaction, type Database } from '@guildhall/event-store/sqlite/database.js';
import { scheduleScrub } from '../vault/sqlite/sqlite-scrub.js';
import { taggedColumns } from './search-tables.js';
import { toIndexedForm } from './terms/analyze.js';
import {
  toMatchExpression,
  buildTags,
  buildThreadTag,
  buildThreadTags,
  type ItemKind,
  type TaggedThread,
} from './terms/tags.js';

const batchSize = 50;

interface IndexedItem {
  rowid: number;
  kind: ItemKind;
  id: number;
}

export function filterAuthors(db: Database, authorIds: readonly number[]): number[] {
  const sql = 'SELECT value FROM json_each(?) WHERE value IN (SELECT id FROM authors)';
  return (db.prepare(sql).all(JSON.stringify(authorIds)) as { value: number }[]).map(({ value }) => value);
}

/** Must not run concurrently with other writes. */
export function removeTexts(db: Database, authorId: number): void {
  const authorItems = db
    .prepare('SELECT rowid, kind, id FROM items WHERE author_id = ?')
    .all(authorId) as unknown as IndexedItem[];
  const removals = ['texts', 'originals', 'items'].map((table) => db.prepare(`DELETE FROM ${table} WHERE rowid = ?`));
  // Clears the reference to the opening post because its rowid may be reused.
  const thread = db.prepare('UPDATE threads SET opening = NULL WHERE id = ?');
  for (let from = 0; from < authorItems.length; from += batchSize) {
    runInTransaction(db, () => {
      for (const { rowid, kind, id } of authorItems.slice(from, from + batchSize)) {
        for (const removal of removals) removal.run(rowid);
        if (kind === 'thread') thread.run(id);
      }
      scheduleScrub(db);
    });
  }
  db.prepare('DELETE FROM authors WHERE id = ?').run(authorId);
}

export function listAuthorsAfter(db: Database, id: number): number[] {
  const next = db.prepare('SELECT id FROM authors WHERE id > ? ORDER BY id LIMIT 1000');
  return (next.all(id) as { id: number }[]).map((row) => row.id);
}

interface OutdatedItem extends IndexedItem {
  author_id: number;
  title: string | null;
  body: string;
}

export function isAnyThreadOutdated(db: Database): boolean {
  return db.prepare('SELECT 1 FROM threads WHERE outdated = 1 LIMIT 1').get() !== undefined;
}

export function retagBatch(db: Database): boolean {
  const thread = db.prepare(`SELECT id, ${taggedColumns} FROM threads WHERE outdated = 1 LIMIT 1`).get() as
    (TaggedThread & { id: number }) | undefined;
  if (!thread) return false;
  const tagsOfThread = buildThreadTags(thread.id, thread);
  runInTransaction(db, () => {
    const find = db.prepare(
      `SELECT items.rowid, kind, id, author_id, originals.title, originals.body FROM texts
         CROSS JOIN items ON items.rowid = texts.rowid CROSS JOIN originals ON originals.rowid = texts.rowid
       WHERE texts MATCH ? AND thread_tags <> ? LIMIT ?`,
    );
    const outdatedItems = find.all(
      toMatchExpression(buildThreadTag(thread.id)),
      tagsOfThread,
      batchSize,
    ) as unknown as OutdatedItem[];
    const text = db.prepare('UPDATE texts SET title = ?, body = ?, tags = ? WHERE rowid = ?');
    const item = db.prepare('UPDATE items SET thread_tags = ? WHERE rowid = ?');
    for (const { rowid, kind, id, author_id, title, body } of outdatedItems) {
      text.run(toIndexedForm(title ?? ''), toIndexedForm(body), buildTags(kind, id, tagsOfThread, author_id), rowid);
      item.run(tagsOfThread, rowid);
    }
    if (outdatedItems.length === 0) db.prepare('UPDATE threads SET outdated = 0 WHERE id = ?').run(thread.id);
  });
  return true;
}
