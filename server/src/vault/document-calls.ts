import { randomBytes } from 'node:crypto';
import { createAccountCalls } from './account/account-calls.js';
import type { Bookmark, BookmarkCalls } from './bookmarks.js';
import { createDeliveryCalls, pushDeviceCalls } from './deliveries/delivery-calls.js';
import type { Collection, OpenCollection } from './documents.js';
import { createFileCalls } from './file-calls.js';
import {
  createGameAccountCalls,
  createGameServerRecordCalls,
  createServerStatusCalls,
} from './games/game-account-calls.js';
import type { LogBindingCalls } from './log-binding.js';
import type { PresenceCalls } from './presence-rows.js';
import type { ReactionCalls } from './reactions.js';
import { createSessionCalls } from './account/session-calls.js';
import type { BannedAddressCalls, ChoiceCalls, ProgramCalls } from './vault.js';

export function createDocumentCalls(open: OpenCollection) {
  return {
    ...createAccountCalls(open('accounts'), open('programs')),
    ...createSessionCalls(open('sessions'), open('accounts'), open('pushDevices')),
    ...createFileCalls(open('files'), open('removedUploads')),
    ...createChoiceCalls(open('choices')),
    ...createBannedAddressCalls(open('bannedAddresses')),
    ...bookmarkCalls(open('bookmarks')),
    ...createReactionCalls(open('reactions')),
    ...createLogBindingCalls(open('logBinding')),
    ...createPresenceCalls(open('presence')),
    ...createDeliveryCalls(open('deliveries'), open('failedDeliveries')),
    ...createProgramCalls(open('programs')),
    ...pushDeviceCalls(open('pushDevices'), open('vapidKeys')),
    ...createGameServerRecordCalls(open('gameServers'), open('answeredReports')),
    ...createGameAccountCalls(open('gameAccounts'), open('playerSessions'), open('gameCodes'), open('gameHeads')),
    ...createServerStatusCalls(open('serverStatuses')),
  };
}

const createChoiceCalls = (choices: Collection<'choices'>): ChoiceCalls => ({
  findChoice: async (userId, name) => (await choices.get(`${userId} ${name}`))?.value ?? null,
  findChoices: async (userIds, name) => {
    const foundChoices = await choices.find({ id: { in: userIds.map((userId) => `${userId} ${name}`) } });
    return new Map(foundChoices.map(({ userId, value }) => [userId, value]));
  },
  editChoice: async (userId, name, change) => {
    const id = `${userId} ${name}`;
    // Another server may store the first value between the two steps.
    while (
      (await choices.edit(id, (storedChoice) => ({ ...storedChoice, value: change(storedChoice.value) }))) === 'missing'
    )
      if ((await choices.insert({ id, userId, value: change(null) })) === null) break;
  },
});

const createBannedAddressCalls = (bannedAddresses: Collection<'bannedAddresses'>): BannedAddressCalls => ({
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
    const updateBookmark = (storedBookmark: Bookmark): Bookmark => ({ ...storedBookmark, note, remindAt });
    // The bookmark may be added or removed elsewhere between the two steps.
    while ((await bookmarks.edit(bookmark.id, updateBookmark)) === 'missing') {
      if ((await bookmarks.count({ userId: bookmark.userId })) >= max) return false;
      if ((await bookmarks.insert(bookmark)) === null) break;
    }
    return true;
  },
  removeBookmark: async (id) => (await bookmarks.remove({ id })) > 0,
  findBookmarksBefore: (userId, beforeOrder, limit) =>
    bookmarks.find(
      { userId, ...(beforeOrder !== null && { order: { lt: beforeOrder } }) },
      { orderBy: 'order', newestFirst: true, limit },
    ),
  findBookmarksInThread: (userId, threadId) => bookmarks.find({ userId, threadId }),
  // `> ''` matches all timestamps but never null, in every store.
  findDueReminders: (userId, now, limit) =>
    bookmarks.find({ userId, remindAt: { gt: '', lte: now } }, { orderBy: 'remindAt', limit }),
  findRemindersBetween: (after, upTo, limit) =>
    bookmarks.find({ remindAt: { gt: after, lte: upTo } }, { orderBy: 'remindAt', limit }),
  endReminder: async (id, remindAt) => {
    const end = (storedBookmark: Bookmark) =>
      storedBookmark.remindAt === remindAt ? { ...storedBookmark, remindAt: null } : null;
    return (await bookmarks.edit(id, end)) === 'changed';
  },
});

const createReactionCalls = (reactions: Collection<'reactions'>): ReactionCalls => ({
  listReactions: async () => (await reactions.find({})).map(({ id: _, ...record }) => record),
  saveReaction: async (record) => {
    const document = { ...record, id: record.name };
    if (record.version === 1) return (await reactions.insert(document)) === null;
    const replace = ({ version }: { version: number }) => (version === record.version - 1 ? document : null);
    return (await reactions.edit(record.name, replace)) === 'changed';
  },
});

const createLogBindingCalls = (bindings: Collection<'logBinding'>): LogBindingCalls => ({
  findLogBinding: async () => (await bindings.get('binding'))?.binding ?? null,
  bindToLog: (binding) => bindings.put({ id: 'binding', binding }),
});

const createPresenceCalls = (presence: Collection<'presence'>): PresenceCalls => ({
  savePresence: (row) => presence.put(row),
  listPresence: (writtenAfter, limit) => presence.find({ writtenAt: { gt: writtenAfter } }, { limit }),
  removePresence: async (id) => void (await presence.remove({ id })),
  prunePresence: async (writtenUpTo) => void (await presence.remove({ writtenAt: { lte: writtenUpTo } })),
});

const createProgramCalls = (programs: Collection<'programs'>): ProgramCalls => ({
  recordProgramUse: async (id, usedAt) => {
    const program = { id, key: randomBytes(32).toString('hex'), usedAt };
    // Another server may record the first use between the two steps.
    while ((await programs.edit(id, (storedProgram) => ({ ...storedProgram, usedAt }))) === 'missing')
      if ((await programs.insert(program)) === null) break;
  },
  findProgramUses: async (ids) => {
    const usedPrograms = await programs.find({ id: { in: ids } });
    return new Map(usedPrograms.map(({ id, usedAt }) => [id, usedAt]));
  },
});
