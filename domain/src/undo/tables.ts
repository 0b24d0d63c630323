import { foldName } from '../account/names.js';
import type { DomainEvent, EventType } from '../events.js';
import type { GamesCommand } from '../games/decide.js';
import type { GamesEvent } from '../games/events.js';
import type { PostCommand } from '../post/decide.js';
import type { PostEvent } from '../post/events.js';
import type { SettingsCommand } from '../settings/decide.js';
import type { SettingsEvent } from '../settings/events.js';
import type { StaffCommand } from '../staff/decide.js';
import type { StaffEvent } from '../staff/events.js';
import type { StructureCommand } from '../structure/decide.js';
import type { StructureEvent } from '../structure/events.js';
import type { ThemeCommand } from '../theme/decide.js';
import type { ThemeEvent } from '../theme/events.js';
import type { ThreadCommand } from '../thread/decide.js';
import type { ThreadEvent } from '../thread/events.js';
import type { WallCommand } from '../wall/decide.js';
import type { WallEvent } from '../wall/events.js';

type DataOf<T extends EventType> = Extract<DomainEvent, { type: T }>['data'];

/**
 * Maps each event type to the field that it changes and the command that undoes it. Null if it cannot be undone: titles
 * and content are edited instead.
 */
type UndoTable<Event extends DomainEvent, Command> = {
  [T in Event['type']]:
    [fields: (data: DataOf<T>) => string | string[], opposite: ((data: DataOf<T>) => Command) | null] | null;
};

const describeThread = ({ threadId }: { threadId: number }) => `thread ${threadId}`;

export const threadUndo: UndoTable<ThreadEvent, ThreadCommand> = {
  'ThreadCreated.v1': null,
  'ThreadEdited.v1': [(data) => `text of ${describeThread(data)}`, null],
  'ThreadPrefixSet.v1': [
    (data) => `prefix of ${describeThread(data)}`,
    ({ before }) => ({ type: 'ChangeThread', prefixId: before, isRestore: true }),
  ],
  'ThreadSolutionSet.v1': [
    (data) => `solution of ${describeThread(data)}`,
    ({ before }) => ({ type: 'SetSolution', postId: before, isRestore: true }),
  ],
  'ThreadLocked.v1': [(data) => `lock of ${describeThread(data)}`, () => ({ type: 'ChangeThread', locked: false })],
  'ThreadUnlocked.v1': [(data) => `lock of ${describeThread(data)}`, () => ({ type: 'ChangeThread', locked: true })],
  'ThreadPinned.v1': [(data) => `pin of ${describeThread(data)}`, () => ({ type: 'ChangeThread', sticky: false })],
  'ThreadUnpinned.v1': [(data) => `pin of ${describeThread(data)}`, () => ({ type: 'ChangeThread', sticky: true })],
  'ThreadMoved.v1': [
    (data) => `place of ${describeThread(data)}`,
    ({ before }) => ({ type: 'MoveThread', place: before, isRestore: true }),
  ],
  'ThreadDeleted.v1': [describeThread, () => ({ type: 'RestoreThread' })],
  'ThreadRestored.v1': [describeThread, () => ({ type: 'DeleteThread' })],
};

export const postUndo: UndoTable<PostEvent, PostCommand> = {
  'ReplyPosted.v1': null,
  'ReplyEdited.v1': [({ postId }) => `text of reply ${postId}`, null],
  'ReplyDeleted.v1': [({ postId }) => `reply ${postId}`, () => ({ type: 'RestoreReply' })],
  'ReplyRestored.v1': [({ postId }) => `reply ${postId}`, () => ({ type: 'DeleteReply' })],
};

export const wallUndo: UndoTable<WallEvent, WallCommand> = {
  'WallPosted.v1': null,
  'WallPostDeleted.v1': [({ wallPostId }) => `wall post ${wallPostId}`, () => ({ type: 'RestoreWallPost' })],
  'WallPostRestored.v1': [({ wallPostId }) => `wall post ${wallPostId}`, () => ({ type: 'DeleteWallPost' })],
};

export const settingsUndo: UndoTable<SettingsEvent, SettingsCommand> = {
  'SettingsChanged.v1': [
    ({ changes }) => Object.keys(changes).map((key) => `setting ${key}`),
    ({ before }) => ({ type: 'ChangeSettings', changes: before }),
  ],
};

export const themeUndo: UndoTable<ThemeEvent, ThemeCommand> = {
  'ThemeSaved.v1': [
    ({ name }) => `theme ${foldName(name)}`,
    ({ name, before }) =>
      before === null ? { type: 'RemoveTheme', name } : { type: 'SaveTheme', name, css: before, publish: false },
  ],
  'ThemePublished.v1': [() => 'the live theme', ({ before }) => ({ type: 'PublishTheme', name: before })],
  'LogoChanged.v1': [
    ({ ground }) => (ground ? 'the logo for light backgrounds' : 'the logo'),
    ({ before, ground }) => ({ type: 'ChangeLogo', logo: before, ...(ground && { ground }) }),
  ],
};

const describeRole = ({ roleId }: { roleId: number }) => `role ${roleId}`;
const describeApiKey = ({ keyId }: { keyId: number }) => `key ${keyId}`;
const describeMemberRole = ({ userId }: { userId: number }) => `role of member ${userId}`;
const describeBan = ({ userId }: { userId: number }) => `ban of member ${userId}`;

export const staffUndo: UndoTable<StaffEvent, StaffCommand> = {
  'RoleCreated.v1': [describeRole, ({ roleId }) => ({ type: 'DeleteRole', roleId })],
  'RoleChanged.v1': [
    (data) => `name of ${describeRole(data)}`,
    ({ roleId, before }) => ({ type: 'ChangeRole', roleId, ...before }),
  ],
  'RoleDeleted.v1': [describeRole, ({ roleId, holders }) => ({ type: 'RestoreRole', roleId, holders })],
  'RoleRestored.v1': [describeRole, ({ roleId }) => ({ type: 'DeleteRole', roleId })],
  'RoleKeyGiven.v1': [
    (data) => `${data.key} of ${describeRole(data)}`,
    ({ roleId, key }) => ({ type: 'TakeKey', roleId, key }),
  ],
  'RoleKeyTaken.v1': [
    (data) => `${data.key} of ${describeRole(data)}`,
    ({ roleId, key }) => ({ type: 'GiveKey', roleId, key }),
  ],
  'RoleGiven.v1': [
    describeMemberRole,
    ({ userId, before }) => ({ type: 'GiveRole', userId, roleId: before, isRestore: true }),
  ],
  'MemberBanned.v1': [
    describeBan,
    ({ userId, before }) => (before ? { type: 'Ban', userId, ...before, isRestore: true } : { type: 'Unban', userId }),
  ],
  'MemberUnbanned.v1': [describeBan, ({ userId, before }) => ({ type: 'Ban', userId, ...before, isRestore: true })],
  'MemberLeft.v1': [(data) => [describeMemberRole(data), describeBan(data)], null],
  'ApiKeyCreated.v1': [describeApiKey, null],
  'ApiKeyRevoked.v1': [describeApiKey, null],
};

const describeSection = ({ sectionId }: { sectionId: number }) => `section ${sectionId}`;
const describeSubsection = ({ subsectionId }: { subsectionId: number }) => `subsection ${subsectionId}`;

export const structureUndo: UndoTable<StructureEvent, StructureCommand> = {
  'SectionCreated.v1': [describeSection, ({ sectionId }) => ({ type: 'DeleteSection', sectionId })],
  'SectionDeleted.v1': [describeSection, ({ sectionId }) => ({ type: 'RestoreSection', sectionId })],
  'SectionRestored.v1': [describeSection, ({ sectionId }) => ({ type: 'DeleteSection', sectionId })],
  'SectionChanged.v1': [
    (data) => `fields of ${describeSection(data)}`,
    ({ before }) => ({ type: 'ChangeSection', section: before }),
  ],
  'SectionsOrdered.v1': [
    () => 'order of the sections',
    ({ before }) => ({ type: 'OrderSections', sectionIds: before }),
  ],
  'SubsectionCreated.v1': [describeSubsection, ({ subsectionId }) => ({ type: 'DeleteSubsection', subsectionId })],
  'SubsectionDeleted.v1': [describeSubsection, ({ subsectionId }) => ({ type: 'RestoreSubsection', subsectionId })],
  'SubsectionRestored.v1': [describeSubsection, ({ subsectionId }) => ({ type: 'DeleteSubsection', subsectionId })],
  'SubsectionChanged.v1': [
    (data) => `fields of ${describeSubsection(data)}`,
    ({ before: { sectionId: _, ...fields } }) => ({ type: 'ChangeSubsection', subsection: fields }),
  ],
  'SubsectionsOrdered.v1': [
    (data) => `order of the subsections of ${describeSection(data)}`,
    ({ sectionId, before }) => ({ type: 'OrderSubsections', sectionId, subsectionIds: before }),
  ],
  'PrefixesSet.v1': [
    (data) => `prefixes of ${describeSection(data)}`,
    ({ sectionId, before }) => ({ type: 'SetPrefixes', sectionId, prefixes: before, created: [] }),
  ],
  'PermissionsSet.v1': [
    ({ sectionId, subsectionId }) =>
      `permissions of ${subsectionId === null ? describeSection({ sectionId }) : describeSubsection({ subsectionId })}`,
    ({ sectionId, subsectionId, before }) => ({
      type: 'SetPermissions',
      place: { sectionId, subsectionId },
      entries: before,
      isRestore: true,
    }),
  ],
};

const describeGameServer = ({ serverId }: { serverId: number }) => `game server ${serverId}`;
const describePlayerBan = ({ accountId }: { accountId: number }) => `ban of player ${accountId}`;
const describeLink = ({ accountId }: { accountId: number }) => `link of player ${accountId}`;

export const gamesUndo: UndoTable<GamesEvent, GamesCommand> = {
  'GameServerCreated.v1': [describeGameServer, ({ serverId }) => ({ type: 'RemoveGameServer', serverId })],
  'GameServerChanged.v1': [
    (data) => `fields of ${describeGameServer(data)}`,
    ({ serverId, before }) => ({ type: 'ChangeGameServer', serverId, fields: before, isRestore: true }),
  ],
  'GameServerRemoved.v1': [
    describeGameServer,
    ({ serverId, before }) => ({ type: 'RestoreGameServer', serverId, fields: before }),
  ],
  'GameAccountLinked.v1': [describeLink, ({ accountId }) => ({ type: 'UnlinkAccount', accountId })],
  'GameAccountUnlinked.v1': [
    describeLink,
    ({ accountId, userId }) => ({ type: 'LinkAccount', accountId, userId, serverId: null, isRestore: true }),
  ],
  'PlayerBanned.v1': [
    describePlayerBan,
    ({ accountId, before }) =>
      before ? { type: 'BanPlayer', accountId, ...before, isRestore: true } : { type: 'UnbanPlayer', accountId },
  ],
  'PlayerUnbanned.v1': [
    describePlayerBan,
    ({ accountId, before }) => ({ type: 'BanPlayer', accountId, ...before, isRestore: true }),
  ],
};
