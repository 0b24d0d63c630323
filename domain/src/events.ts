import type { AccountEvent } from './account/events.js';
import type { FollowEvent } from './follow/events.js';
import type { GameReportEvent, GamesEvent, LedgerEvent } from './games/events.js';
import type { IgnoreEvent } from './ignore/events.js';
import type { PostEvent } from './post/events.js';
import type { ReactionEvent } from './reaction/events.js';
import type { ReportEvent } from './report/events.js';
import type { SettingsEvent } from './settings/events.js';
import type { StaffEvent } from './staff/events.js';
import type { StatusEvent } from './status/events.js';
import type { StructureEvent } from './structure/events.js';
import type { ThemeEvent } from './theme/events.js';
import type { ThreadEvent } from './thread/events.js';
import type { UploadEvent } from './upload/events.js';
import type { WallEvent } from './wall/events.js';
import type { WatchEvent } from './watch/events.js';

/** The first event of the `log` stream. */
export type LogEvent = { type: 'LogCreated.v1'; data: { log: string } };

export type DomainEvent =
  | LogEvent
  | AccountEvent
  | StaffEvent
  | StructureEvent
  | ThreadEvent
  | PostEvent
  | ReactionEvent
  | FollowEvent
  | IgnoreEvent
  | WatchEvent
  | WallEvent
  | ReportEvent
  | UploadEvent
  | ThemeEvent
  | SettingsEvent
  | StatusEvent
  | GamesEvent
  | LedgerEvent
  | GameReportEvent;
export type EventType = DomainEvent['type'];

const types: Record<EventType, true> = {
  'LogCreated.v1': true,
  'UserRegistered.v1': true,
  'UserVerified.v1': true,
  'SessionsEnded.v1': true,
  'AccountChanged.v1': true,
  'UserErased.v1': true,
  'RoleCreated.v1': true,
  'RoleChanged.v1': true,
  'RoleDeleted.v1': true,
  'RoleRestored.v1': true,
  'RoleKeyGiven.v1': true,
  'RoleKeyTaken.v1': true,
  'RoleGiven.v1': true,
  'MemberBanned.v1': true,
  'MemberUnbanned.v1': true,
  'MemberLeft.v1': true,
  'ApiKeyCreated.v1': true,
  'ApiKeyRevoked.v1': true,
  'SectionCreated.v1': true,
  'SectionChanged.v1': true,
  'SectionDeleted.v1': true,
  'SectionRestored.v1': true,
  'SectionsOrdered.v1': true,
  'SubsectionCreated.v1': true,
  'SubsectionChanged.v1': true,
  'SubsectionDeleted.v1': true,
  'SubsectionRestored.v1': true,
  'SubsectionsOrdered.v1': true,
  'PrefixesSet.v1': true,
  'PermissionsSet.v1': true,
  'ThreadCreated.v1': true,
  'ThreadEdited.v1': true,
  'ThreadPrefixSet.v1': true,
  'ThreadSolutionSet.v1': true,
  'ThreadLocked.v1': true,
  'ThreadUnlocked.v1': true,
  'ThreadPinned.v1': true,
  'ThreadUnpinned.v1': true,
  'ThreadMoved.v1': true,
  'ThreadDeleted.v1': true,
  'ThreadRestored.v1': true,
  'ReplyPosted.v1': true,
  'ReplyEdited.v1': true,
  'ReplyDeleted.v1': true,
  'ReplyRestored.v1': true,
  'Reacted.v1': true,
  'Followed.v1': true,
  'Unfollowed.v1': true,
  'Ignored.v1': true,
  'Unignored.v1': true,
  'MemberMuted.v1': true,
  'MemberUnmuted.v1': true,
  'WatchSet.v1': true,
  'WallPosted.v1': true,
  'WallPostDeleted.v1': true,
  'WallPostRestored.v1': true,
  'ReportFiled.v1': true,
  'ReportTaken.v1': true,
  'ReportResolved.v1': true,
  'ReportReopened.v1': true,
  'ReportNoted.v1': true,
  'UploadRemoved.v1': true,
  'ThemeSaved.v1': true,
  'ThemePublished.v1': true,
  'LogoChanged.v1': true,
  'SettingsChanged.v1': true,
  'PlayersCounted.v1': true,
  'GameServerCreated.v1': true,
  'GameServerChanged.v1': true,
  'GameServerRemoved.v1': true,
  'GameAccountLinked.v1': true,
  'GameAccountUnlinked.v1': true,
  'PlayerBanned.v1': true,
  'PlayerUnbanned.v1': true,
  'LedgerEntryAdded.v1': true,
  'GameReportRecorded.v1': true,
  'LedgerReset.v1': true,
};
export const eventTypes = Object.keys(types) as EventType[];

const upcasters: Record<string, (data: never) => { type: string; data: unknown }> = {};

/**
 * Returns null if a newer version of Guildhall wrote the event. Folds skip such events, except for those in
 * `rightsStreams`.
 */
export function upcastEvent(type: string, data: unknown): DomainEvent | null {
  let event = { type, data };
  for (let upcast = upcasters[event.type]; upcast; upcast = upcasters[event.type]) event = upcast(event.data as never);
  return event.type in types ? (event as DomainEvent) : null;
}

export const stripVersion = (type: EventType): string => type.replace(/\.v\d+$/, '');

export const streams = {
  log: 'log',
  staff: 'staff',
  structure: 'structure',
  user: (id: number) => `user-${id}`,
  thread: (id: number) => `thread-${id}`,
  post: (id: number) => `post-${id}`,
  reaction: (targetId: number, userId: number) => `reaction-${targetId}-${userId}`,
  follow: (followerId: number, followedId: number) => `follow-${followerId}-${followedId}`,
  ignore: (userId: number, ignoredId: number) => `ignore-${userId}-${ignoredId}`,
  watch: (targetId: number, userId: number) => `watch-${targetId}-${userId}`,
  wallPost: (id: number) => `wallpost-${id}`,
  report: (id: number) => `report-${id}`,
  upload: (id: string) => `upload-${id}`,
  theme: 'theme',
  settings: 'settings',
  status: (month: string) => `status-${month}`,
  games: 'games',
  ledger: (serverId: number) => `ledger-${serverId}`,
  gameReports: (serverId: number) => `gamereports-${serverId}`,
} as const;

export const rightsStreams: ReadonlySet<string> = new Set([streams.staff, streams.structure, streams.games]);
