import type { Bookmark } from '../../vault/bookmarks.js';
import type { OwnedFile, PictureFacts } from '../../vault/files.js';
import type { ServerStatus } from '../../vault/games/server-statuses.js';
import type { PresenceRow } from '../../vault/presence-rows.js';
import type { ReactionRecord } from '../../vault/reactions.js';
import type { LogBinding } from '../../vault/log-binding.js';
import type { Account, AccountMail, NewAccount } from '../../vault/account/account.js';
import type { Session } from '../../vault/account/session.js';

export function buildAccount(id: number, username: string, more: Partial<Account> = {}): NewAccount {
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
    key: createKey(id),
  };
}

export function buildMail(id: string, more: Partial<AccountMail> = {}): AccountMail {
  return {
    id,
    kind: 'verify',
    createdAt: formatHour(0),
    expiresAt: '2026-01-09T00:00:00.000Z',
    sentAt: null,
    attempts: 0,
    dueAt: formatHour(0),
    lastError: null,
    ...more,
  };
}

export function buildDueMail(id: string, hours: number): AccountMail {
  return buildMail(id, { dueAt: formatHour(hours) });
}

export function buildSession(id: string, userId: number): Session {
  return { id, userId, createdAt: formatHour(0), expiresAt: formatHour(9), userAgent: 'Mozilla/5.0' };
}

export function createKey(id: number): Uint8Array {
  return new Uint8Array(32).map((_, i) => (id + i * 7) % 256);
}

export function withoutKey({ key: _, ...account }: NewAccount): Account {
  return account;
}

export function createBinding(name: string): LogBinding {
  const event = { id: name, stream: `thread-${name}`, revision: 3, position: '00000000000000000007' };
  return { logId: '0123abcd', event, secretHmac: `hmac of ${name}` };
}

export function formatHour(hours: number): string {
  return `2026-01-02T0${hours}:00:00.000Z`;
}

export const buildFileRecord = (id: string, ownerId: number | null): OwnedFile => ({
  id,
  ownerId,
  hash: 'hash',
  contentType: 'image/webp',
  savedAt: formatHour(1),
  salt: createKey(id.charCodeAt(0)),
});

export const buildPictureRecord = (id: string, ownerId: number, storedBytes: number): OwnedFile => ({
  ...buildFileRecord(id, ownerId),
  picture: pictureFacts,
  storedBytes,
  order: `${formatHour(1)} ${id}`,
});

export const pictureFacts: PictureFacts = {
  width: 640,
  height: 480,
  bytes: 1_000,
  placeholder: 'UklGRg==',
  animated: false,
};

/** Each target is the opening post of its own thread, bookmarked after those with lower ids. */
export const createBookmark = (userId: number, targetId: number): Bookmark => ({
  id: `${userId} thread ${targetId}`,
  userId,
  kind: 'thread',
  targetId,
  threadId: targetId,
  note: null,
  createdAt: formatHour(0),
  order: `${formatHour(0)}.${targetId}`,
  remindAt: null,
});

export const buildReactionRecord = (name: string, version: number): ReactionRecord => ({
  name,
  version,
  position: '1',
  event: null,
  lease: { owner: 'a', until: formatHour(version) },
  skipped: [],
});

export const buildServerStatus = (id: number, checkedAt: string, more: Partial<ServerStatus> = {}): ServerStatus => ({
  id,
  target: 'java play.example.org',
  checkedAt,
  dueAt: formatHour(23),
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

export const buildPresenceRow = (id: string, writtenAt: string, ...userIds: number[]): PresenceRow => ({
  id,
  writtenAt,
  guests: 2,
  guestReaders: [{ threadId: 42, guests: 1 }],
  members: userIds.map((userId) => ({ userId, since: formatHour(0), threads: [42], writing: 42 })),
});
