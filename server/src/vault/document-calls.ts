import { randomBytes } from 'node:crypto';
import { accountCalls } from './account-calls.js';
import { lastUseOf } from './account-record.js';
import type { Bookmark, BookmarkCalls } from './bookmarks.js';
import type { CollectionName, Documents, OpenCollection, VaultDocuments } from './documents.js';
import type { DeliveryCalls } from './deliveries/pending-deliveries.js';
import type { FileCalls, OwnedFile, Upload } from './files.js';
import { gameAccountCalls } from './games/game-account-calls.js';
import type { LogBindingCalls } from './log-binding.js';
import type { PresenceCalls } from './presence-rows.js';
import type { PushDeviceCalls } from './deliveries/push-devices.js';
import type { ReactionCalls } from './reactions.js';
import type { BannedAddressCalls, ChoiceCalls, LastSeen, ProgramCalls, SessionCalls } from './vault.js';

export function documentCalls(open: OpenCollection) {
  return {
    ...accountCalls(open('accounts'), open('programs')),
    ...sessionCalls(open('sessions'), open('accounts'), open('pushDevices')),
    ...fileCalls(open('files'), open('removedUploads')),
    ...choiceCalls(open('choices')),
    ...bannedAddressCalls(open('bannedAddresses')),
    ...bookmarkCalls(open('bookmarks')),
    ...reactionCalls(open('reactions')),
    ...logBindingCalls(open('logBinding')),
    ...presenceCalls(open('presence')),
    ...deliveryCalls(open('deliveries')),
    ...programCalls(open('programs')),
    ...pushDeviceCalls(open('pushDevices'), open('vapidKeys')),
    ...gameAccountCalls(open('gameAccounts'), open('playerSessions'), open('gameCodes')),
  };
}

type Collection<Name extends CollectionName> = Documents<VaultDocuments[Name]>;

const sessionCalls = (
  sessions: Collection<'sessions'>,
  accounts: Collection<'accounts'>,
  pushDevices: Collection<'pushDevices'>,
): SessionCalls => ({
  createSession: (session) => sessions.put(session),
  session: (id) => sessions.get(id),
  sessionsOf: (userId) => sessions.find({ userId }, { orderBy: 'createdAt' }),
  lastSeen: async (userIds) => {
    const [stored, used] = await Promise.all([
      accounts.find({ id: { in: userIds } }),
      sessions.find({ userId: { in: userIds } }),
    ]);
    return new Map(
      stored.flatMap(({ id, account }): [number, LastSeen][] => {
        if (!account) return [];
        const at = lastUseOf(
          account,
          used.filter(({ userId }) => userId === id),
        );
        return [[id, { at, isHidden: account.about?.hideSeen ?? false }]];
      }),
    );
  },
  useSession: async (id, usedAt) => void (await sessions.edit(id, (session) => ({ ...session, usedAt }))),
  endSession: async (id) => {
    await sessions.remove({ id });
    await pushDevices.remove({ sessionId: id });
  },
  endSessions: async (userId, exceptId = '') => {
    await sessions.remove({ userId, id: { ne: exceptId } });
    await pushDevices.remove({ userId, sessionId: { ne: exceptId } });
  },
  pruneSessions: async (expiredBefore) => {
    const ids = (await sessions.find({ expiresAt: { lt: expiredBefore } })).map(({ id }) => id);
    await pushDevices.remove({ sessionId: { in: ids } });
    await sessions.remove({ id: { in: ids } });
  },
});

function fileCalls(
  files: Collection<'files'>,
  removedUploads: Collection<'removedUploads'>,
): Omit<FileCalls, 'fileStore'> {
  return {
    saveFile: async (file) => {
      let savedFile = { ...file, salt: Buffer.from(file.salt).toString('hex') };
      const touch = (stored: VaultDocuments['files']) => (savedFile = { ...stored, savedAt: file.savedAt });
      // The same content may be uploaded or removed elsewhere between the two steps.
      while ((await files.edit(file.id, touch)) === 'missing') if ((await files.insert(savedFile)) === null) break;
      return fileOf(savedFile);
    },
    filesBy: async (field, value) => (await files.find({ [field]: value })).map(fileOf),
    files: async (afterId, limit) => (await files.find({ id: { gt: afterId } }, { limit })).map(fileOf),
    claimFile: async (id, at) =>
      (await files.edit(id, (stored) => ({ ...stored, savedAt: at, claimedAt: at }))) !== 'missing',
    removeFile: async ({ id, savedAt }) => (await files.remove({ id, savedAt })) > 0,
    picturesBefore: async (ownerId, before, limit) => {
      const filter = {
        ...(ownerId !== null && { ownerId }),
        order: { gt: '', ...(before !== null && { lt: before }) },
      };
      return (await files.find(filter, { orderBy: 'order', newestFirst: true, limit })).map(fileOf) as Upload[];
    },
    storedSpace: async (ownerId) => {
      const filter = { ...(ownerId !== null && { ownerId }), storedBytes: { gt: 0 } };
      const sums = await files.sums(filter, 'storedBytes', 'ownerId');
      return sums.map(({ group, sum }) => ({ ownerId: Number(group), bytes: sum }));
    },
    recordRemovedUpload: (id) => removedUploads.put({ id }),
    removedUploads: async (ids) => (await removedUploads.find({ id: { in: ids } })).map(({ id }) => id),
  };
}

export const fileOf = (file: VaultDocuments['files']): OwnedFile => ({
  ...file,
  salt: new Uint8Array(Buffer.from(file.salt, 'hex')),
});

const choiceCalls = (choices: Collection<'choices'>): ChoiceCalls => ({
  choice: async (userId, name) => (await choices.get(`${userId} ${name}`))?.value ?? null,
  choices: async (userIds, name) => {
    const found = await choices.find({ id: { in: userIds.map((userId) => `${userId} ${name}`) } });
    return new Map(found.map(({ userId, value }) => [userId, value]));
  },
  setChoice: (userId, name, value) => choices.put({ id: `${userId} ${name}`, userId, value }),
});

const bannedAddressCalls = (bannedAddresses: Collection<'bannedAddresses'>): BannedAddressCalls => ({
  banAddress: (hmac, until) => bannedAddresses.put({ id: hmac, until }),
  isAddressBanned: async (hmac, now) => {
    const ban = await bannedAddresses.get(hmac);
    return ban !== null && (ban.until === null || ban.until > now);
  },
  // `> ''` matches all timestamps but never null, in every store.
  pruneBannedAddresses: async (now) => void (await bannedAddresses.remove({ until: { lte: now, gt: '' } })),
});

const bookmarkCalls = (bookmarks: Collection<'bookmarks'>): BookmarkCalls => ({
  saveBookmark: async (bookmark, max) => {
    const { note, remindAt } = bookmark;
    const updateBookmark = (stored: Bookmark): Bookmark => ({ ...stored, note, remindAt });
    // The bookmark may be added or removed elsewhere between the two steps.
    while ((await bookmarks.edit(bookmark.id, updateBookmark)) === 'missing') {
      if ((await bookmarks.count({ userId: bookmark.userId })) >= max) return false;
      if ((await bookmarks.insert(bookmark)) === null) break;
    }
    return true;
  },
  removeBookmark: async (id) => (await bookmarks.remove({ id })) > 0,
  bookmarksBefore: (userId, before, limit) =>
    bookmarks.find(
      { userId, ...(before !== null && { order: { lt: before } }) },
      { orderBy: 'order', newestFirst: true, limit },
    ),
  bookmarksInThread: (userId, threadId) => bookmarks.find({ userId, threadId }),
  // `> ''` matches all timestamps but never null, in every store.
  dueReminders: (userId, now, limit) =>
    bookmarks.find({ userId, remindAt: { gt: '', lte: now } }, { orderBy: 'remindAt', limit }),
  remindersBetween: (after, upTo, limit) =>
    bookmarks.find({ remindAt: { gt: after, lte: upTo } }, { orderBy: 'remindAt', limit }),
  endReminder: async (id, remindAt) => {
    const end = (stored: Bookmark) => (stored.remindAt === remindAt ? { ...stored, remindAt: null } : null);
    return (await bookmarks.edit(id, end)) === 'changed';
  },
});

const reactionCalls = (reactions: Collection<'reactions'>): ReactionCalls => ({
  reactions: async () => (await reactions.find({})).map(({ id: _, ...record }) => record),
  saveReaction: async (record) => {
    const document = { ...record, id: record.name };
    if (record.version === 1) return (await reactions.insert(document)) === null;
    const replace = ({ version }: { version: number }) => (version === record.version - 1 ? document : null);
    return (await reactions.edit(record.name, replace)) === 'changed';
  },
});

const logBindingCalls = (bindings: Collection<'logBinding'>): LogBindingCalls => ({
  logBinding: async () => (await bindings.get('binding'))?.binding ?? null,
  bindToLog: (binding) => bindings.put({ id: 'binding', binding }),
});

const presenceCalls = (presence: Collection<'presence'>): PresenceCalls => ({
  savePresence: (row) => presence.put(row),
  presence: (writtenAfter, limit) => presence.find({ writtenAt: { gt: writtenAfter } }, { limit }),
  removePresence: async (id) => void (await presence.remove({ id })),
  prunePresence: async (writtenUpTo) => void (await presence.remove({ writtenAt: { lte: writtenUpTo } })),
});

const deliveryCalls = (deliveries: Collection<'deliveries'>): DeliveryCalls => ({
  addDeliveries: (added) => deliveries.insertOrRaise(added, 'lastOrder'),
  dueDeliveries: (channel, now, limit) =>
    deliveries.find({ channel, dueAt: { lte: now } }, { orderBy: 'dueAt', limit }),
  completeDeliveries: async (completed, dueAt) => {
    // An event adds deliveries to many members, so one statement, and one commit, removes many of them.
    for (const lastOrder of new Set(completed.map((delivery) => delivery.lastOrder))) {
      const ids = completed.filter((delivery) => delivery.lastOrder === lastOrder).map(({ id }) => id);
      if ((await deliveries.remove({ id: { in: ids }, lastOrder })) === ids.length) continue;
      // Sorts after this position and before the next one.
      const restart = { firstOrder: `${lastOrder}+`, dueAt, attempts: 0, lastError: '' };
      for (const id of ids) await deliveries.edit(id, (stored) => ({ ...stored, ...restart }));
    }
  },
  postponeDelivery: async (id, change) => void (await deliveries.edit(id, (stored) => ({ ...stored, ...change }))),
  deliveriesOf: (userId) => deliveries.find({ userId }),
});

const programCalls = (programs: Collection<'programs'>): ProgramCalls => ({
  recordProgramUse: async (id, usedAt) => {
    const program = { id, key: randomBytes(32).toString('hex'), usedAt };
    // Another server may record the first use between the two steps.
    while ((await programs.edit(id, (stored) => ({ ...stored, usedAt }))) === 'missing')
      if ((await programs.insert(program)) === null) break;
  },
  programUses: async (ids) => {
    const used = await programs.find({ id: { in: ids } });
    return new Map(used.map(({ id, usedAt }) => [id, usedAt]));
  },
});

const pushDeviceCalls = (devices: Collection<'pushDevices'>, keys: Collection<'vapidKeys'>): PushDeviceCalls => ({
  savePushDevice: (device) => devices.put(device),
  pushDevicesOf: (userId) => devices.find({ userId }, { orderBy: 'createdAt' }),
  membersWithDevices: async (userIds) => {
    const found = await devices.find({ userId: { in: userIds } });
    return [...new Set(found.map(({ userId }) => userId))];
  },
  removePushDevices: async (ids) => void (await devices.remove({ id: { in: ids } })),
  storeVapidKeys: async (newKeys) => {
    const stored = { id: 'keys', ...newKeys } as const;
    await keys.insert(stored);
    const { publicKey, privateKey } = (await keys.get('keys')) ?? stored;
    return { publicKey, privateKey };
  },
});
