import type { Database } from '@guildhall/event-store/sqlite/database.js';
import type { Picture, PictureCalls, PictureKey } from '../pictures.js';
import { wrapVaultErrors } from '../wrap-vault-errors.js';

/** Represents the site: ids begin at 1. */
const site = 0;

export function sqlitePictures(db: Database): PictureCalls {
  db.exec(`
    CREATE TABLE IF NOT EXISTS pictures (
      owner_id INTEGER NOT NULL, hash TEXT NOT NULL, created_at TEXT NOT NULL, content_type TEXT NOT NULL,
      bytes BLOB NOT NULL, UNIQUE (owner_id, hash)
    ) STRICT;
    CREATE INDEX IF NOT EXISTS pictures_hash ON pictures (hash);
  `);
  const insert = db.prepare('INSERT OR REPLACE INTO pictures VALUES (?, ?, ?, ?, ?)');
  const byHash = db.prepare('SELECT content_type AS contentType, bytes FROM pictures WHERE hash = ? LIMIT 1');
  const remove = db.prepare('DELETE FROM pictures WHERE owner_id = ? AND hash = ?');
  const owned = db.prepare(
    `SELECT owner_id AS ownerId, hash, created_at AS createdAt FROM pictures WHERE (owner_id, hash) > (?, ?)
     ORDER BY owner_id, hash LIMIT ?`,
  );
  return {
    putPicture: ({ ownerId, hash, createdAt, contentType, bytes }) =>
      wrapVaultErrors(() => void insert.run(ownerId ?? site, hash, createdAt, contentType, bytes)),
    picture: (hash) =>
      wrapVaultErrors(() => (byHash.get(hash) as Pick<Picture, 'contentType' | 'bytes'> | undefined) ?? null),
    removePicture: ({ ownerId, hash }) => wrapVaultErrors(() => void remove.run(ownerId ?? site, hash)),
    ownedPictures: (after, limit) =>
      wrapVaultErrors(() => owned.all(after?.ownerId ?? site, after?.hash ?? lastHash, limit) as Owned[]),
  };
}

type Owned = PictureKey & { createdAt: string };

/** After every hash: the listing begins after the site's own. */
const lastHash = '~';
