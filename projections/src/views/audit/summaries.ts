import type { EventType } from '@guildhall/domain/events.js';
import type { AuditArea } from '@guildhall/domain/wire/kinds.js';
import type { PostDocument } from '../posts/document.js';
import type { ReportDocument } from '../reports/project.js';
import type { ThreadDocument } from '../threads/document.js';
import type { EventOf, Get, ProjectedEvent } from '../../view.js';
import type { AuditSubject } from './document.js';

export interface AuditSummary {
  area: AuditArea;
  subject: AuditSubject;
  personId: number | null;
  before?: unknown;
}

type Summaries = { [T in EventType]?: (event: EventOf<T>, get: Get) => AuditSummary | null };

const summaries: Summaries = {
  'RoleGiven.v1': memberSummary,
  'MemberBanned.v1': memberSummary,
  'MemberUnbanned.v1': memberSummary,
  'MemberLeft.v1': (event) => (isOwn(event, event.data.userId) || !isByUser(event) ? null : memberSummary(event)),
  'RoleCreated.v1': roleSummary,
  'RoleChanged.v1': roleSummary,
  'RoleDeleted.v1': roleSummary,
  'RoleRestored.v1': roleSummary,
  'RoleKeyGiven.v1': roleSummary,
  'RoleKeyTaken.v1': roleSummary,
  'ApiKeyCreated.v1': apiKeySummary,
  'ApiKeyRevoked.v1': apiKeySummary,
  'GameServerCreated.v1': gameServerSummary,
  'GameServerChanged.v1': gameServerSummary,
  'GameServerRemoved.v1': gameServerSummary,
  'LedgerReset.v1': gameServerSummary,
  'PlayerBanned.v1': playerSummary,
  'PlayerUnbanned.v1': playerSummary,
  // Members link and unlink their own accounts.
  'GameAccountLinked.v1': othersLinkSummary,
  'GameAccountUnlinked.v1': othersLinkSummary,
  'ThemeSaved.v1': themeSummary,
  'ThemePublished.v1': themeSummary,
  'LogoChanged.v1': themeSummary,
  'SettingsChanged.v1': () => summary('settings', 'site', 0),
  'UploadRemoved.v1': ({ data: { ownerId } }) => summary('staff', 'member', ownerId, ownerId),
  'ReportTaken.v1': reportSummary,
  'ReportResolved.v1': reportSummary,
  'ReportReopened.v1': reportSummary,
  'ReportNoted.v1': ({ data }) => summary('reports', 'report', data.reportId),
  'SectionCreated.v1': sectionSummary,
  'SectionChanged.v1': sectionSummary,
  'SectionDeleted.v1': sectionSummary,
  'SectionRestored.v1': sectionSummary,
  'SubsectionsOrdered.v1': sectionSummary,
  'PrefixesSet.v1': sectionSummary,
  'SectionsOrdered.v1': (event) => structureSummary(event, 'site', 0),
  'SubsectionCreated.v1': subsectionSummary,
  'SubsectionChanged.v1': subsectionSummary,
  'SubsectionDeleted.v1': subsectionSummary,
  'SubsectionRestored.v1': subsectionSummary,
  'PermissionsSet.v1': (event) => {
    const { sectionId, subsectionId } = event.data;
    return subsectionId === null
      ? structureSummary(event, 'section', sectionId)
      : structureSummary(event, 'subsection', subsectionId);
  },
  // These actions require a permission even in the member's own thread, unlike editing or deleting their own posts.
  'ThreadLocked.v1': threadSummary,
  'ThreadUnlocked.v1': threadSummary,
  'ThreadPinned.v1': threadSummary,
  'ThreadUnpinned.v1': threadSummary,
  'ThreadMoved.v1': threadSummary,
  'ThreadRestored.v1': threadSummary,
  'ThreadDeleted.v1': othersThreadSummary,
  'ThreadPrefixSet.v1': othersThreadSummary,
  'ThreadSolutionSet.v1': othersThreadSummary,
  'ThreadEdited.v1': (event, get) => {
    const thread = get<ThreadDocument>('threads', event.data.threadId);
    const entry = othersThreadSummary(event, get);
    return thread && entry && { ...entry, before: { title: thread.title, content: thread.content } };
  },
  'ReplyRestored.v1': replySummary,
  'ReplyDeleted.v1': othersReplySummary,
  'ReplyEdited.v1': (event, get) => {
    const entry = othersReplySummary(event, get);
    return entry && { ...entry, before: { content: get<PostDocument>('posts', event.data.postId)?.content } };
  },
  'WallPostRestored.v1': wallPostSummary,
  // The owner of a wall and the author of a post may delete it. Only deletions by others have an entry.
  'WallPostDeleted.v1': (event) =>
    isOwn(event, event.data.authorId) || isOwn(event, event.data.ownerId) ? null : wallPostSummary(event),
};

export const auditedTypes = Object.keys(summaries) as EventType[];

export function buildAuditSummary(event: ProjectedEvent, get: Get): AuditSummary | null {
  const summarize = summaries[event.type] as ((event: ProjectedEvent, get: Get) => AuditSummary | null) | undefined;
  return summarize?.(event, get) ?? null;
}

function summary(area: AuditArea, kind: AuditSubject['kind'], id: number, personId: number | null = null) {
  return { area, subject: { kind, id }, personId };
}

function isOwn({ metadata }: ProjectedEvent, authorId: number | null): boolean {
  return metadata.actorId === String(authorId);
}

function unlessByAuthor(event: ProjectedEvent, entry: AuditSummary | null): AuditSummary | null {
  return entry && isOwn(event, entry.personId) ? null : entry;
}

function isByUser({ metadata }: ProjectedEvent): boolean {
  return /^\d+$/.test(metadata.actorId ?? '');
}

type EventAbout<Field extends string> = ProjectedEvent & { data: Record<Field, number> };

function memberSummary({ data: { userId } }: EventAbout<'userId'>): AuditSummary {
  return summary('staff', 'member', userId, userId);
}

function roleSummary({ data }: EventAbout<'roleId'>): AuditSummary {
  return summary('staff', 'role', data.roleId);
}

function apiKeySummary({ data }: EventAbout<'keyId'>): AuditSummary {
  return summary('staff', 'key', data.keyId);
}

function gameServerSummary({ data: { serverId } }: EventAbout<'serverId'>): AuditSummary {
  return summary('games', 'server', serverId);
}

function othersLinkSummary(event: EventAbout<'accountId' | 'userId'>): AuditSummary | null {
  const { accountId, userId } = event.data;
  return isOwn(event, userId) || !isByUser(event) ? null : summary('games', 'player', accountId, userId);
}

function playerSummary({ data: { accountId } }: EventAbout<'accountId'>): AuditSummary {
  return summary('games', 'player', accountId);
}

function themeSummary(): AuditSummary {
  return summary('theme', 'theme', 0);
}

function reportSummary({ data: { reportId } }: EventAbout<'reportId'>, get: Get): AuditSummary {
  const status = get<ReportDocument>('reports', reportId)?.status;
  return { ...summary('reports', 'report', reportId), ...(status && { before: { status } }) };
}

/** The first sections, which the installation creates, are not audited. */
function structureSummary(event: ProjectedEvent, kind: AuditSubject['kind'], id: number): AuditSummary | null {
  return isByUser(event) ? summary('structure', kind, id) : null;
}

function sectionSummary(event: EventAbout<'sectionId'>): AuditSummary | null {
  return structureSummary(event, 'section', event.data.sectionId);
}

function subsectionSummary(event: EventAbout<'subsectionId'>): AuditSummary | null {
  return structureSummary(event, 'subsection', event.data.subsectionId);
}

function threadSummary({ data }: EventAbout<'threadId'>, get: Get): AuditSummary | null {
  const thread = get<ThreadDocument>('threads', data.threadId);
  return thread && summary('threads', 'thread', thread.id, thread.authorId);
}

function othersThreadSummary(event: EventAbout<'threadId'>, get: Get): AuditSummary | null {
  return unlessByAuthor(event, threadSummary(event, get));
}

function replySummary({ data }: EventAbout<'postId'>, get: Get): AuditSummary | null {
  const post = get<PostDocument>('posts', data.postId);
  return post && summary('replies', 'post', post.id, post.authorId);
}

function othersReplySummary(event: EventAbout<'postId'>, get: Get): AuditSummary | null {
  return unlessByAuthor(event, replySummary(event, get));
}

function wallPostSummary({ data }: EventOf<'WallPostDeleted.v1' | 'WallPostRestored.v1'>): AuditSummary {
  return summary('walls', 'wallpost', data.wallPostId, data.authorId);
}
