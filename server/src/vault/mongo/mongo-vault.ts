import { createErasedFields } from '../account/account-record.js';
import { createDocumentCalls } from '../document-calls.js';
import { memberFields, type Documents } from '../documents.js';
import type { PresenceRow } from '../presence-rows.js';
import type { Vault } from '../vault.js';
import { connectDatabase } from './mongo-connection.js';
import { MongoDocuments } from './mongo-documents.js';
import { createMongoFileStore } from './mongo-file-store.js';
import { createMongoReadMarks } from './mongo-read-marks.js';

// After an erasure, this revision makes any change based on an earlier read fail.
const erasedRevision = -1;

/** Connects on the first call so that a site can start before its database. @throws for an invalid address */
export async function openMongoVault(url: string, { database = 'guildhall_vault' } = {}): Promise<Vault> {
  const connection = connectDatabase(url, database);
  const { on } = connection;
  const calls = createDocumentCalls((name) => new MongoDocuments(on, name));
  return {
    ...calls,
    ...createMongoReadMarks(on),
    fileStore: createMongoFileStore(on),
    eraseAccount: (userId, dropKey, { keptFiles = [], gameAccounts = [] } = {}) =>
      on(async (db) => {
        // Delete the account last, because at start-up its absence means that the erasure is complete.
        for (const [name, field] of Object.entries(memberFields))
          await db.collection(name).deleteMany({ [field]: userId });
        await db.collection<{ _id: string }>('files').deleteMany({ ownerId: userId, _id: { $nin: [...keptFiles] } });
        await db.collection('readMarks').deleteMany({ userId });
        await removeFromPresence(new MongoDocuments(on, 'presence'), userId);
        await calls.removeGameAccounts(gameAccounts);
        const accounts = db.collection<{ _id: number }>('accounts');
        const { id: _id, ...fields } = createErasedFields(userId);
        if (dropKey) await accounts.deleteOne({ _id });
        else await accounts.updateOne({ _id }, { $set: { ...fields, revision: erasedRevision } });
      }),
    close: () => connection.close(),
  };
}

/** FerretDB does not support conditions in `$pull`. */
async function removeFromPresence(presence: Documents<PresenceRow>, userId: number): Promise<void> {
  for (const { id } of await presence.find({}))
    await presence.edit(id, (row) => {
      const members = row.members.filter((member) => member.userId !== userId);
      return members.length === row.members.length ? null : { ...row, members };
    });
}
