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

const thread = ({ threadId }: { threadId: number }) => `thread ${threadId}`;

export const threadUndo: UndoTable<ThreadEvent, ThreadCommand> = {
  'ThreadCreated.v1': null,
  'ThreadEdited.v1': [(data) => `text of ${thread(data)}`, null],
  'ThreadPrefixSet.v1': [
    (data) => `prefix of ${thread(data)}`,
    ({ before }) => ({ type: 'ChangeThread', prefixId: before, isRestore: true }),
  ],
  'ThreadSolutionSet.v1': [
    (data) => `solution of ${thread(data)}`,
    ({ before }) => ({ type: 'SetSolution', postId: before, isRestore: true }),
  ],
  'ThreadLocked.v1': [(data) => `lock of ${thread(data)}`, () => ({ type: 'ChangeThread', locked: false })],
  'ThreadUnlocked.v1': [(data) => `lock of ${thread(data)}`, () => ({ type: 'ChangeThread', locked: true })],
  'ThreadPinned.v1': [(data) => `pin of ${thread(data)}`, () => ({ type: 'ChangeThread', sticky: false })],
  'ThreadUnpinned.v1': [(data) => `pin of ${thread(data)}`, () => ({ type: 'ChangeThread', sticky: true })],
  'ThreadMoved.v1': [
    (data) => `place of ${thread(data)}`,
    ({ before }) => ({ type: 'MoveThread', place: before, isRestore: true }),
  ],
  'ThreadDeleted.v1': [thread, () => ({ type: 'RestoreThread' })],
  'ThreadRestored.v1': [thread, () => ({ type: 'DeleteThread' })],
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

const role = ({ roleId }: { roleId: number }) => `role ${roleId}`;
const apiKey = ({ keyId }: { keyId: number }) => `key ${keyId}`;
const roleOf = ({ userId }: { userId: number }) => `role of member ${userId}`;
const banOf = ({ userId }: { userId: number }) => `ban of member ${userId}`;

export const staffUndo: UndoTable<StaffEvent, StaffCommand> = {
  'RoleCreated.v1': [role, ({ roleId }) => ({ type: 'DeleteRole', roleId })],
  'RoleChanged.v1': [
    (data) => `name of ${role(data)}`,
    ({ roleId, before }) => ({ type: 'ChangeRole', roleId, ...before }),
  ],
  'RoleDeleted.v1': [role, ({ roleId, holders }) => ({ type: 'RestoreRole', roleId, holders })],
  'RoleRestored.v1': [role, ({ roleId }) => ({ type: 'DeleteRole', roleId })],
  'RoleKeyGiven.v1': [
    (data) => `${data.key} of ${role(data)}`,
    ({ roleId, key }) => ({ type: 'TakeKey', roleId, key }),
  ],
  'RoleKeyTaken.v1': [
    (data) => `${data.key} of ${role(data)}`,
    ({ roleId, key }) => ({ type: 'GiveKey', roleId, key }),
  ],
  'RoleGiven.v1': [roleOf, ({ userId, before }) => ({ type: 'GiveRole', userId, roleId: before, isRestore: true })],
  'MemberBanned.v1': [
    banOf,
    ({ userId, before }) => (before ? { type: 'Ban', userId, ...before, isRestore: true } : { type: 'Unban', userId }),
  ],
  'MemberUnbanned.v1': [banOf, ({ userId, before }) => ({ type: 'Ban', userId, ...before, isRestore: true })],
  'MemberLeft.v1': [(data) => [roleOf(data), banOf(data)], null],
  'ApiKeyCreated.v1': [apiKey, null],
  'ApiKeyRevoked.v1': [apiKey, null],
};

const section = ({ sectionId }: { sectionId: number }) => `section ${sectionId}`;
const subsection = ({ subsectionId }: { subsectionId: number }) => `subsection ${subsectionId}`;

export const structureUndo: UndoTable<StructureEvent, StructureCommand> = {
  'SectionCreated.v1': [section, ({ sectionId }) => ({ type: 'DeleteSection', sectionId })],
  'SectionDeleted.v1': [section, ({ sectionId }) => ({ type: 'RestoreSection', sectionId })],
  'SectionRestored.v1': [section, ({ sectionId }) => ({ type: 'DeleteSection', sectionId })],
  'SectionChanged.v1': [
    (data) => `fields of ${section(data)}`,
    ({ before }) => ({ type: 'ChangeSection', section: before }),
  ],
  'SectionsOrdered.v1': [
    () => 'order of the sections',
    ({ before }) => ({ type: 'OrderSections', sectionIds: before }),
  ],
  'SubsectionCreated.v1': [subsection, ({ subsectionId }) => ({ type: 'DeleteSubsection', subsectionId })],
  'SubsectionDeleted.v1': [subsection, ({ subsectionId }) => ({ type: 'RestoreSubsection', subsectionId })],
  'SubsectionRestored.v1': [subsection, ({ subsectionId }) => ({ type: 'DeleteSubsection', subsectionId })],
  'SubsectionChanged.v1': [
    (data) => `fields of ${subsection(data)}`,
    ({ before: { sectionId: _, ...fields } }) => ({ type: 'ChangeSubsection', subsection: fields }),
  ],
  'SubsectionsOrdered.v1': [
    (data) => `order of the subsections of ${section(data)}`,
    ({ sectionId, before }) => ({ type: 'OrderSubsections', sectionId, subsectionIds: before }),
  ],
  'PrefixesSet.v1': [
    (data) => `prefixes of ${section(data)}`,
    ({ sectionId, before }) => ({ type: 'SetPrefixes', sectionId, prefixes: before, created: [] }),
  ],
  'PermissionsSet.v1': [
    ({ sectionId, subsectionId }) =>
      `permissions of ${subsectionId === null ? section({ sectionId }) : subsection({ subsectionId })}`,
    ({ sectionId, subsectionId, before }) => ({
      type: 'SetPermissions',
      place: { sectionId, subsectionId },
      entries: before,
      isRestore: true,
    }),
  ],
};

const gameServer = ({ serverId }: { serverId: number }) => `game server ${serverId}`;
const playerBan = ({ accountId }: { accountId: number }) => `ban of player ${accountId}`;
const linkOf = ({ accountId }: { accountId: number }) => `link of player ${accountId}`;

export const gamesUndo: UndoTable<GamesEvent, GamesCommand> = {
  'GameServerCreated.v1': [gameServer, ({ serverId }) => ({ type: 'RemoveGameServer', serverId })],
  'GameServerChanged.v1': [
    (data) => `fields of ${gameServer(data)}`,
    ({ serverId, before }) => ({ type: 'ChangeGameServer', serverId, fields: before, isRestore: true }),
  ],
  'GameServerRemoved.v1': [
    gameServer,
    ({ serverId, before }) => ({ type: 'RestoreGameServer', serverId, fields: before }),
  ],
  'GameAccountLinked.v1': [linkOf, ({ accountId }) => ({ type: 'UnlinkAccount', accountId })],
  'GameAccountUnlinked.v1': [
    linkOf,
    ({ accountId, userId }) => ({ type: 'LinkAccount', accountId, userId, serverId: null, isRestore: true }),
  ],
  'PlayerBanned.v1': [
    playerBan,
    ({ accountId, before }) =>
      before ? { type: 'BanPlayer', accountId, ...before, isRestore: true } : { type: 'UnbanPlayer', accountId },
  ],
  'PlayerUnbanned.v1': [
    playerBan,
    ({ accountId, before }) => ({ type: 'BanPlayer', accountId, ...before, isRestore: true }),
  ],
};
