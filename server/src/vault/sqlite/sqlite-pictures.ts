import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Database } from '@guildhall/event-store/sqlite/database.js';
import type { Picture, PictureCalls, PictureKey } from '../pictures.js';
import { VaultDamaged } from '../vault.js';
import { wrapVaultErrors } from '../wrap-vault-errors.js';
import { inTransaction, type Write } from './sqlite-writes.js';

/** Represents the site: ids begin at 1. */
const site = 0;
export const pictureBytesTable = 'picture_bytes';

/**
 * The bytes have their own table, each sealed with a key in the picture's row, so that an erasure rewrites the rows but
 * not the hundreds of megabytes of bytes.
 */
export function sqlitePictures(db: Database, write: Write): PictureCalls {
  makeTables(db);
  const insert = insertInto(db);
  const known = db.prepare('SELECT bytes_id AS id FROM pictures WHERE owner_id = ? AND hash = ?');
  const byHash = db.prepare(
    `SELECT content_type AS contentType, key, bytes FROM pictures JOIN ${pictureBytesTable} AS stored
     ON stored.id = pictures.bytes_id WHERE hash = ? LIMIT 1`,
  );
  const remove = db.prepare('DELETE FROM pictures WHERE owner_id = ? AND hash = ?');
  const removeBytes = db.prepare(`DELETE FROM ${pictureBytesTable} WHERE id = ?`);
  const owned = db.prepare(
    `SELECT owner_id AS ownerId, hash, created_at AS createdAt FROM pictures WHERE (owner_id, hash) > (?, ?)
     ORDER BY owner_id, hash LIMIT ?`,
  );
  const removeBoth = ({ ownerId, hash }: PictureKey) => {
    for (const { id } of known.all(ownerId ?? site, hash) as { id: number }[]) removeBytes.run(id);
    remove.run(ownerId ?? site, hash);
  };
  return {
    putPicture: (picture) =>
      write(() =>
        inTransaction(db, () => {
          removeBoth(picture);
          insert(picture);
        }),
      ),
    picture: (hash) =>
      wrapVaultErrors(() => {
        const row = byHash.get(hash) as SealedPicture | undefined;
        return row ? { contentType: row.contentType, bytes: opened(hash, row) } : null;
      }),
    removePicture: (key) => write(() => inTransaction(db, () => removeBoth(key))),
    ownedPictures: (after, limit) =>
      wrapVaultErrors(() => owned.all(after?.ownerId ?? site, after?.hash ?? lastHash, limit) as Owned[]),
  };
}

/** Removes the bytes whose picture was erased. Part of a scrub. */
export function removeOrphanedBytes(db: Database): void {
  db.exec(`DELETE FROM ${pictureBytesTable} WHERE id NOT IN (SELECT bytes_id FROM pictures)`);
}

const schema = `
  CREATE TABLE IF NOT EXISTS pictures (
    owner_id INTEGER NOT NULL, hash TEXT NOT NULL, created_at TEXT NOT NULL, content_type TEXT NOT NULL,
    key BLOB NOT NULL, bytes_id INTEGER NOT NULL UNIQUE, UNIQUE (owner_id, hash)
  ) STRICT;
  CREATE INDEX IF NOT EXISTS pictures_hash ON pictures (hash);
  CREATE TABLE IF NOT EXISTS ${pictureBytesTable} (id INTEGER PRIMARY KEY AUTOINCREMENT, bytes BLOB NOT NULL) STRICT;
`;

/** An older file has the bytes in the rows: they are moved, and what remains of them there is overwritten. */
function makeTables(db: Database): void {
  const older = db.prepare("SELECT 1 FROM pragma_table_info('pictures') WHERE name = 'bytes'").all();
  if (older.length === 0) return db.exec(schema);
  inTransaction(db, () => {
    db.exec(`DROP INDEX IF EXISTS pictures_hash; ALTER TABLE pictures RENAME TO older_pictures; ${schema}`);
    const insert = insertInto(db);
    const next = db.prepare(
      `SELECT rowid, owner_id AS ownerId, hash, created_at AS createdAt, content_type AS contentType, bytes
       FROM older_pictures WHERE rowid > ? ORDER BY rowid LIMIT 1`,
    );
    let row = next.get(0) as (Picture & { rowid: number }) | undefined;
    for (; row; row = next.get(row.rowid) as typeof row) insert(row);
    db.exec('DROP TABLE older_pictures');
  });
}

function insertInto(db: Database): (picture: Picture) => void {
  const insertBytes = db.prepare(`INSERT INTO ${pictureBytesTable} (bytes) VALUES (?)`);
  const insert = db.prepare('INSERT INTO pictures VALUES (?, ?, ?, ?, ?, ?)');
  return ({ ownerId, hash, createdAt, contentType, bytes }) => {
    const { key, sealed } = seal(bytes);
    const { lastInsertRowid } = insertBytes.run(sealed);
    insert.run(ownerId ?? site, hash, createdAt, contentType, key, lastInsertRowid);
  };
}

interface SealedPicture extends Pick<Picture, 'contentType' | 'bytes'> {
  key: Uint8Array;
}

const cipher = 'aes-256-gcm';
const [keyBytes, tagBytes] = [32, 16];
/** A key seals only one picture, so the nonce may be constant. */
const nonce = new Uint8Array(12);

function seal(bytes: Uint8Array): { key: Uint8Array; sealed: Uint8Array } {
  const key = randomBytes(keyBytes);
  const sealing = createCipheriv(cipher, key, nonce);
  return { key, sealed: Buffer.concat([sealing.update(bytes), sealing.final(), sealing.getAuthTag()]) };
}

/** @throws VaultDamaged */
function opened(hash: string, { key, bytes }: SealedPicture): Uint8Array {
  try {
    const opening = createDecipheriv(cipher, key, nonce);
    opening.setAuthTag(bytes.subarray(-tagBytes));
    return Buffer.concat([opening.update(bytes.subarray(0, -tagBytes)), opening.final()]);
  } catch (error) {
    throw new VaultDamaged(`the picture ${hash}`, { cause: error });
  }
}

type Owned = PictureKey & { createdAt: string };

/** Sorts after every hash: the listing begins after the site's own pictures. */
const lastHash = '~';
