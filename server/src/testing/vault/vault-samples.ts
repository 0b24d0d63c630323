import type { Bookmark } from '../../vault/bookmarks.js';
import type { FailedDelivery, PendingDelivery } from '../../vault/deliveries/pending-deliveries.js';
import type { OwnedFile, PictureFacts } from '../../vault/files.js';
import type { GameAccount, GameCode, PlayerSession } from '../../vault/games/game-accounts.js';
import type { ServerStatus } from '../../vault/games/server-statuses.js';
import type { PresenceRow } from '../../vault/presence-rows.js';
import type { PushDevice } from '../../vault/deliveries/push-devices.js';
import type { ReactionRecord } from '../../vault/reactions.js';
import type { LogBinding } from '../../vault/log-binding.js';
import type { Account, AccountMail, NewAccount } from '../../vault/account/account.js';
import type { Session } from '../../vault/account/session.js';
import type { Vault } from '../../vault/vault.js';

export function newAccount(id: number, username: string, more: Partial<Account> = {}): NewAccount {
  return {
    id,
    username,
    email: `${username.toLowerCase()}@example.org`,
    passwordHash: `$argon2id$v=19$m=19456,t=2,p=1$salt${username}`,
    avatar: null,
    createdAt: '2026-01-01T10:00:00.000Z',
    registered: false,
    verified: false,
    mails: [],
    ...more,
    key: keyOf(id),
  };
}

export function newMail(id: string, more: Partial<AccountMail> = {}): AccountMail {
  return {
    id,
    kind: 'verify',
    createdAt: hour(0),
    expiresAt: '2026-01-09T00:00:00.000Z',
    sentAt: null,
    attempts: 0,
    dueAt: hour(0),
    lastError: null,
    ...more,
  };
}

export function mailDue(id: string, hours: number): AccountMail {
  return newMail(id, { dueAt: hour(hours) });
}

export function newSession(id: string, userId: number): Session {
  return { id, userId, createdAt: hour(0), expiresAt: hour(9), userAgent: 'Mozilla/5.0' };
}

export function keyOf(id: number): Uint8Array {
  return new Uint8Array(32).map((_, i) => (id + i * 7) % 256);
}

export function withoutKey({ key: _, ...account }: NewAccount): Account {
  return account;
}

export function bindingOf(name: string): LogBinding {
  const event = { id: name, stream: `thread-${name}`, revision: 3, position: '00000000000000000007' };
  return { logId: '0123abcd', event, secretHmac: `hmac of ${name}` };
}

export function hour(hours: number): string {
  return `2026-01-02T0${hours}:00:00.000Z`;
}

export function everyCall(vault: Vault): (() => Promise<unknown>)[] {
  return [
    () => vault.createAccount(newAccount(9, 'Nobody')),
    () => vault.account(9),
    () => vault.accountByLogin('nobody'),
    () => vault.editAccount(9, () => null),
    () => vault.accountNames(0, 10),
    () => vault.accountNamesOf([9]),
    () => vault.staleAccounts('unverified', '2030-01-01T00:00:00.000Z', 10),
    () => vault.authorKeys([9]),
    () => vault.eraseAccount(9, true),
    () => vault.dueMails('2030-01-01T00:00:00.000Z', 10),
    () => vault.unsentMails(10),
    () => vault.createSession(newSession('s9', 9)),
    () => vault.session('s9'),
    () => vault.sessionsOf(9),
    () => vault.lastSeen([9]),
    () => vault.useSession('s9', hour(1)),
    () => vault.endSession('s9'),
    () => vault.endSessions(9),
    () => vault.pruneSessions('2026-01-01T00:00:00.000Z'),
    () => vault.saveFile(fileRecord('a', 9)),
    () => vault.filesBy('hash', 'a'),
    () => vault.files('', 10),
    () => vault.claimFile('a', hour(1)),
    () => vault.removeFile(fileRecord('a', 9)),
    () => vault.picturesBefore(9, null, 10),
    () => vault.storedSpace(9),
    () => vault.recordRemovedUpload('a'),
    () => vault.removedUploads(['a']),
    () => vault.fileStore.put('9/a', keyOf(9)),
    () => vault.fileStore.get('9/a'),
    () => vault.fileStore.has('9/a'),
    () => vault.fileStore.remove('9/a'),
    () => vault.fileStore.list('', '', 10),
    () => vault.banAddress('hmac', null),
    () => vault.isAddressBanned('hmac', hour(0)),
    () => vault.pruneBannedAddresses(hour(0)),
    () => vault.markRead([{ userId: 9, key: 'thread:1', order: '1', count: 0, at: hour(0) }], hour(0)),
    () => vault.readMarks(9, ['thread:1']),
    () => vault.editChoice(9, 'any', () => '1'),
    () => vault.choice(9, 'any'),
    () => vault.choices([9], 'any'),
    () => vault.saveBookmark(bookmarkOf(9, 1), 10),
    () => vault.removeBookmark('9 post 1'),
    () => vault.bookmarksBefore(9, null, 10),
    () => vault.bookmarksInThread(9, 1),
    () => vault.dueReminders(9, hour(1), 10),
    () => vault.remindersBetween(hour(0), hour(1), 10),
    () => vault.endReminder('9 post 1', hour(1)),
    () => vault.addDeliveries([deliveryOf(9, 'thread:1')]),
    () => vault.dueDeliveries('email', hour(9), 1),
    () => vault.completeDeliveries([deliveryOf(9, 'thread:1')], hour(2)),
    () => vault.postponeDelivery('email 9 thread:1', { dueAt: hour(2), attempts: 1, lastError: '' }),
    () => vault.deliveriesOf(9),
    () => vault.retriedDeliveries('email', 1),
    () => vault.saveFailedDelivery(failedDelivery(9, hour(1))),
    () => vault.failedDeliveriesBefore(null, 10),
    () => vault.failedDeliveriesOf(9),
    () => vault.pruneFailedDeliveries(hour(1)),
    () => vault.reactions(),
    () => vault.saveReaction(reactionRecord('any', 1)),
    () => vault.savePresence(presenceRow('any', hour(1))),
    () => vault.presence(hour(0), 1),
    () => vault.removePresence('any'),
    () => vault.prunePresence(hour(0)),
    () => vault.saveServerStatus(serverStatus(61, hour(1))),
    () => vault.serverStatuses(),
    () => vault.removeServerStatuses([61]),
    () => vault.recordProgramUse(9, hour(1)),
    () => vault.programUses([9]),
    () => vault.savePushDevice(pushDevice('any', 9)),
    () => vault.pushDevicesOf(9),
    () => vault.membersWithDevices([9]),
    () => vault.removePushDevices(['any']),
    () => vault.storeVapidKeys({ publicKey: 'public', privateKey: 'private' }),
    () => vault.addGameAccount(gameAccount(9)),
    () => vault.gameAccounts([9]),
    () => vault.gameAccountsWith([gameAccount(9)]),
    () => vault.gameAccountsNamed('Steve', 10),
    () => vault.gameAccountsStartingWith('St', 10),
    () => vault.seeGameAccount(9, 'Steve', hour(1)),
    () => vault.saveReportedRanks(9, 1, ['vip']),
    () => vault.gameAccountsSeenBefore(hour(9), 0, 10),
    () => vault.removeUnseenGameAccount(9, hour(0)),
    () => vault.removeGameAccounts([9]),
    () => vault.addPlayerSession(playerSession(9, 1, hour(1))),
    () => vault.changePlayerSession('9 1', { leftAt: hour(2) }),
    () => vault.openPlayerSessions(1, 10),
    () => vault.countOpenPlayerSessions(1, ''),
    () => vault.lastPlayerSession(9, 1),
    () => vault.openPlayerSessionsSeenBefore(hour(1), 10),
    () => vault.playerSessionsBefore(9, null, 10),
    () => vault.prunePlayerSessions(hour(0)),
    () => vault.saveGameCode(gameCode({ userId: 9 })),
    () => vault.gameCode('hash'),
    () => vault.useGameCode(gameCode({ userId: 9 }), 'account 9'),
    () => vault.pruneGameCodes(hour(0)),
    () => vault.gameServerRecords([1]),
    () => vault.editGameServerRecord(1, (record) => record),
    () => vault.answeredReports(['any']),
    () => vault.saveAnsweredReports([{ id: 'any', answeredAt: hour(1) }]),
    () => vault.pruneAnsweredReports(hour(0)),
    () => vault.saveGameHead({ id: 9, bytes: null, source: '', fetchedAt: hour(1), failed: true }),
    () => vault.gameHead(9),
    () => vault.pruneGameHeads(hour(0)),
    () => vault.logBinding(),
    () => vault.bindToLog(bindingOf('nobody')),
  ];
}

export const fileRecord = (id: string, ownerId: number | null): OwnedFile => ({
  id,
  ownerId,
  hash: 'hash',
  contentType: 'image/webp',
  savedAt: hour(1),
  salt: keyOf(id.charCodeAt(0)),
});

export const pictureRecord = (id: string, ownerId: number, storedBytes: number): OwnedFile => ({
  ...fileRecord(id, ownerId),
  picture: pictureFacts,
  storedBytes,
  order: `${hour(1)} ${id}`,
});

export const pictureFacts: PictureFacts = {
  width: 640,
  height: 480,
  bytes: 1_000,
  placeholder: 'UklGRg==',
  animated: false,
};

export const deliveryOf = (userId: number, subject: string, more: Partial<PendingDelivery> = {}): PendingDelivery => ({
  id: `${more.channel ?? 'email'} ${userId} ${subject}`,
  userId,
  channel: 'email',
  subject,
  firstOrder: '1',
  lastOrder: '1',
  dueAt: hour(1),
  attempts: 0,
  lastError: '',
  ...more,
});

export function failedDelivery(
  userId: number,
  failedAt: string,
  { channel = 'email', reason = 'no' }: Partial<Pick<FailedDelivery, 'channel' | 'reason'>> = {},
): FailedDelivery {
  const id = `${channel} ${userId}`;
  return { id, userId, channel, subject: 'thread:7', attempts: 1, reason, failedAt, order: `${failedAt} ${id}` };
}

/** Each target is the opening post of its own thread, bookmarked after those with lower ids. */
export const bookmarkOf = (userId: number, targetId: number): Bookmark => ({
  id: `${userId} thread ${targetId}`,
  userId,
  kind: 'thread',
  targetId,
  threadId: targetId,
  note: null,
  createdAt: hour(0),
  order: `${hour(0)}.${targetId}`,
  remindAt: null,
});

export const reactionRecord = (name: string, version: number): ReactionRecord => ({
  name,
  version,
  position: '1',
  event: null,
  lease: { owner: 'a', until: hour(version) },
  skipped: [],
});

export const serverStatus = (id: number, checkedAt: string, more: Partial<ServerStatus> = {}): ServerStatus => ({
  id,
  target: 'java play.example.org',
  checkedAt,
  dueAt: hour(23),
  failures: 0,
  state: 'online',
  since: checkedAt,
  players: 7,
  maxPlayers: 100,
  version: '1.21.4',
  latencyMs: 12,
  icon: 'UklGRg==',
  iconHash: '0a1b',
  description: [{ text: 'Lobby', colour: 'gold', styles: ['bold'] }],
  ...more,
});

export const presenceRow = (id: string, writtenAt: string, ...userIds: number[]): PresenceRow => ({
  id,
  writtenAt,
  guests: 2,
  guestReaders: [{ threadId: 42, guests: 1 }],
  members: userIds.map((userId) => ({ userId, since: hour(0), threads: [42], writing: 42 })),
});

export const pushDevice = (id: string, userId: number, more: Partial<PushDevice> = {}): PushDevice => ({
  id,
  userId,
  sessionId: `s${userId}`,
  endpoint: `https://push.example/${id}`,
  p256dh: 'key',
  auth: 'secret',
  userAgent: 'Mozilla/5.0',
  createdAt: hour(0),
  ...more,
});

export const gameAccount = (id: number, more: Partial<GameAccount> = {}): GameAccount => ({
  id,
  edition: 'java',
  loginMode: 'online',
  uuid: `069a79f4-44e9-4726-a5be-${String(id).padStart(12, '0')}`,
  serverId: null,
  name: `Player${id}`,
  formerNames: [],
  seenAt: hour(1),
  ...more,
});

export const playerSession = (accountId: number, serverId: number, joinedAt: string): PlayerSession => ({
  id: `${accountId} ${serverId} ${joinedAt}`,
  accountId,
  serverId,
  joinedAt,
  seenAt: joinedAt,
  leftAt: null,
});

export const gameCode = (of: { userId: number } | { accountId: number }, more: Partial<GameCode> = {}): GameCode => ({
  ...('userId' in of
    ? { id: `member ${of.userId}`, userId: of.userId, accountId: null }
    : { id: `account ${of.accountId}`, userId: null, accountId: of.accountId }),
  serverId: null,
  hash: 'hash',
  expiresAt: hour(2),
  usedBy: null,
  ...more,
});
