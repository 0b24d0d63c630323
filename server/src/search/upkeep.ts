import type { Database } from '@guildhall/event-store/sqlite/database.js';
import { scheduleScrub } from '../vault/sqlite/sqlite-scrub.js';
import { inTransaction } from '../vault/sqlite/sqlite-transaction.js';
import { tagsOf, type ItemKind } from './tags.js';

/** Rows at a time: other waiting work runs between. */
const aFew = 50;

/** Removes a few of an erased author's texts. @returns whether there is more */
export function removeSome(db: Database, authorId: number): boolean {
  return inTransaction(db, () => {
    const some = db.prepare('SELECT rowid FROM items WHERE author_id = ? LIMIT ?').all(authorId, aFew);
    const [text, item] = ['texts', 'items'].map((table) => db.prepare(`DELETE FROM ${table} WHERE rowid = ?`));
    for (const { rowid } of some as { rowid: number }[]) {
      text?.run(rowid);
      item?.run(rowid);
    }
    if (some.length > 0) scheduleScrub(db);
    return some.length > 0;
  });
}

/** Moves a few texts of a moved thread to its new place. @returns whether there is more */
export function retagSome(db: Database): boolean {
  const thread = db.prepare('SELECT id, place FROM threads WHERE moved = 1 LIMIT 1').get() as
    { id: number; place: string } | undefined;
  if (!thread) return false;
  inTransaction(db, () => {
    const find = db.prepare('SELECT rowid, kind, author_id FROM items WHERE thread_id = ? AND place <> ? LIMIT ?');
    const some = find.all(thread.id, thread.place, aFew) as { rowid: number; kind: ItemKind; author_id: number }[];
    const text = db.prepare('UPDATE texts SET tags = ? WHERE rowid = ?');
    const item = db.prepare('UPDATE items SET place = ? WHERE rowid = ?');
    for (const { rowid, kind, author_id } of some) {
      text.run(tagsOf(kind, thread.place, author_id), rowid);
      item.run(thread.place, rowid);
    }
    if (some.length === 0) db.prepare('UPDATE threads SET moved = 0 WHERE id = ?').run(thread.id);
  });
  return true;
}
