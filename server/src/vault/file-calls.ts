import type { Collection, VaultDocuments } from './documents.js';
import type { FileCalls, OwnedFile, Upload } from './files.js';

export function createFileCalls(
  files: Collection<'files'>,
  removedUploads: Collection<'removedUploads'>,
): Omit<FileCalls, 'fileStore'> {
  return {
    saveFile: async (file) => {
      let savedFile = { ...file, salt: Buffer.from(file.salt).toString('hex') };
      const touch = (storedFile: VaultDocuments['files']) => (savedFile = { ...storedFile, savedAt: file.savedAt });
      // The same content may be uploaded or removed elsewhere between the two steps.
      while ((await files.edit(file.id, touch)) === 'missing') if ((await files.insert(savedFile)) === null) break;
      return toOwnedFile(savedFile);
    },
    findFilesBy: async (field, value) => (await files.find({ [field]: value })).map(toOwnedFile),
    listFiles: async (afterId, limit) => (await files.find({ id: { gt: afterId } }, { limit })).map(toOwnedFile),
    claimFile: async (id, at) =>
      (await files.edit(id, (storedFile) => ({ ...storedFile, savedAt: at, claimedAt: at }))) !== 'missing',
    removeFile: async ({ id, savedAt }) => (await files.remove({ id, savedAt })) > 0,
    findPicturesBefore: async (ownerId, beforeOrder, limit) => {
      const filter = {
        ...(ownerId !== null && { ownerId }),
        order: { gt: '', ...(beforeOrder !== null && { lt: beforeOrder }) },
      };
      return (await files.find(filter, { orderBy: 'order', newestFirst: true, limit })).map(toOwnedFile) as Upload[];
    },
    sumStoredSpace: async (ownerId) => {
      const filter = { ...(ownerId !== null && { ownerId }), storedBytes: { gt: 0 } };
      const sums = await files.computeSums(filter, 'storedBytes', 'ownerId');
      return sums.map(({ group, sum }) => ({ ownerId: Number(group), bytes: sum }));
    },
    recordRemovedUpload: (id) => removedUploads.put({ id }),
    findRemovedUploads: async (ids) => (await removedUploads.find({ id: { in: ids } })).map(({ id }) => id),
  };
}

export const toOwnedFile = (file: VaultDocuments['files']): OwnedFile => ({
  ...file,
  salt: new Uint8Array(Buffer.from(file.salt, 'hex')),
});
