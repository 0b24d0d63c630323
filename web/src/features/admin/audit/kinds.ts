import { isolateRightToLeft } from '@guildhall/domain/text/direction.js';
import type { AuditRow } from '@guildhall/domain/wire/schemas/staff/audit.js';
import { keyTexts } from '../shared/permission-texts.js';
import { texts } from './texts.js';

export const kindsOfArea = {
  staff: {
    MemberBanned: 'Banned',
    MemberUnbanned: 'Unbanned',
    MemberLeft: 'Erased an account',
    UploadRemoved: 'Removed a picture',
    RoleGiven: 'Changed role',
    RoleCreated: 'Created a role',
    RoleChanged: 'Changed a role',
    RoleKeyGiven: 'Granted a permission',
    RoleKeyTaken: 'Removed a permission',
    RoleDeleted: 'Deleted a role',
    RoleRestored: 'Restored a role',
    ApiKeyCreated: 'Created a key',
    ApiKeyRevoked: 'Revoked a key',
  },
  structure: {
    SectionCreated: 'Created a section',
    SectionChanged: 'Changed a section',
    SectionDeleted: 'Deleted a section',
    SectionRestored: 'Restored a section',
    SectionsOrdered: 'Reordered the sections',
    SubsectionCreated: 'Created a subcategory',
    SubsectionChanged: 'Changed a subcategory',
    SubsectionDeleted: 'Deleted a subcategory',
    SubsectionRestored: 'Restored a subcategory',
    SubsectionsOrdered: 'Reordered the subcategories',
    PrefixesSet: "Changed a section's prefixes",
    PermissionsSet: 'Changed permissions',
  },
  theme: { ThemeSaved: 'Saved a theme', ThemePublished: 'Published a theme', LogoChanged: 'Changed the logo' },
  settings: { SettingsChanged: 'Changed the settings' },
  games: {
    GameServerCreated: 'Added a game server',
    GameServerChanged: 'Changed a game server',
    GameServerRemoved: 'Removed a game server',
    LedgerReset: 'Reset a ledger',
    PlayerBanned: 'Banned a player',
    PlayerUnbanned: 'Unbanned a player',
    GameAccountLinked: 'Linked a game account',
    GameAccountUnlinked: 'Unlinked a game account',
  },
  threads: {
    ThreadEdited: 'Edited a thread',
    ThreadPrefixSet: "Changed a thread's prefix",
    ThreadSolutionSet: "Changed a thread's solution",
    ThreadLocked: 'Locked a thread',
    ThreadUnlocked: 'Unlocked a thread',
    ThreadPinned: 'Pinned a thread',
    ThreadUnpinned: 'Unpinned a thread',
    ThreadMoved: 'Moved a thread',
    ThreadDeleted: 'Deleted a thread',
    ThreadRestored: 'Restored a thread',
  },
  replies: {
    ReplyEdited: 'Edited a reply',
    ReplyDeleted: 'Deleted a reply',
    ReplyRestored: 'Restored a reply',
  },
  walls: { WallPostDeleted: 'Deleted a wall post', WallPostRestored: 'Restored a wall post' },
  reports: {
    ReportTaken: 'Claimed a report',
    ReportResolved: 'Resolved a report',
    ReportReopened: 'Reopened a report',
    ReportNoted: 'Added a note to a report',
  },
} as const;

const names = new Map<string, string>(Object.values(kindsOfArea).flatMap((kinds) => Object.entries(kinds)));

/** Spells out a kind's identifier if this version does not know the kind. */
export function formatKindName(kind: string): string {
  return names.get(kind) ?? spellOut(kind);
}

export function formatSubjectName({ subject: { kind, name, id }, person }: AuditRow): string {
  if (kind === 'member') return name ?? String(id);
  // A newer server may send kinds that this version does not know.
  const sort = kind in texts.subjects ? texts.subjects[kind as keyof typeof texts.subjects] : kind;
  if (name === null) return person ? `${sort}, ${person.username}` : sort;
  return kind === 'thread' || kind === 'post'
    ? `${sort} “${isolateRightToLeft(name)}”`
    : `${sort} ${isolateRightToLeft(name)}`;
}

const fieldNames = new Map([
  ...Object.entries(texts.fields),
  ...Object.entries(keyTexts).map(([key, { name }]): [string, string] => [key, name]),
]);

export function formatFieldName(name: string): string {
  return fieldNames.get(name) ?? spellOut(name);
}

/** Splits `serverAddress`, `server_address` and `ServerAddress` into words. */
export function spellOut(name: string): string {
  const text = name
    .replaceAll('_', ' ')
    .replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, ' ')
    .toLowerCase();
  return text.charAt(0).toUpperCase() + text.slice(1);
}
