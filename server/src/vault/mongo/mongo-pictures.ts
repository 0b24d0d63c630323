import { Binary } from 'mongodb';
import type { OnCollections } from './mongo-collections.js';
import type { PictureCalls, PictureKey } from '../pictures.js';

export function mongoPictures(on: OnCollections): PictureCalls {
  return {
    putPicture: ({ bytes, ...picture }) =>
      on(async ({ pictures }) => {
        const document = { ...picture, bytes: new Binary(bytes) };
        await pictures.replaceOne({ _id: idOf(picture) }, document, { upsert: true });
      }),
    picture: (hash) =>
      on(async ({ pictures }) => {
        const found = await pictures.findOne({ hash });
        return found && { contentType: found.contentType, bytes: new Uint8Array(found.bytes.value()) };
      }),
    removePicture: (key) => on(async ({ pictures }) => void (await pictures.deleteOne({ _id: idOf(key) }))),
    ownedPictures: (after, limit) =>
      on(async ({ pictures }) => {
        const from = after ? idOf(after) : afterTheSites;
        const cursor = pictures.find({ _id: { $gt: from } }, { projection: { bytes: 0 } });
        const found = await cursor.sort({ _id: 1 }).limit(limit).toArray();
        return found.map(({ ownerId, hash, createdAt }) => ({ ownerId, hash, createdAt }));
      }),
  };
}

const idOf = ({ ownerId, hash }: PictureKey): string => `${String(ownerId ?? 0).padStart(16, '0')}:${hash}`;

/** Hashes contain no character after this one. */
const afterTheSites = idOf({ ownerId: null, hash: '~' });
