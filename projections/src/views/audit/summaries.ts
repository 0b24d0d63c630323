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
  'RoleGiven.v1': summarizeMember,
  'MemberBanned.v1': summarizeMember,
  'MemberUnbanned.v1': summarizeMember,
  'MemberLeft.v1': (event) => (isOwn(event, event.data.userId) || !isByUser(event) ? null : summarizeMember(event)),
  'RoleCreated.v1': summarizeRole,
  'RoleChanged.v1': summarizeRole,
  'RoleDeleted.v1': summarizeRole,
  'RoleRestored.v1': summarizeRole,
  'RoleKeyGiven.v1': summarizeRole,
  'RoleKeyTaken.v1': summarizeRole,
  'ApiKeyCreated.v1': summarizeApiKey,
  'ApiKeyRevoked.v1': summarizeApiKey,
  'GameServerCreated.v1': summarizeGameServer,
  'GameServerChanged.v1': summarizeGameServer,
  'GameServerRemoved.v1': summarizeGameServer,
  'LedgerReset.v1': summarizeGameServer,
  'PlayerBanned.v1': summarizePlayer,
  'PlayerUnbanned.v1': summarizePlayer,
  // Members link and unlink their own accounts.
  'GameAccountLinked.v1': summarizeOthersLink,
  'GameAccountUnlinked.v1': summarizeOthersLink,
  'ThemeSaved.v1': summarizeTheme,
  'ThemePublished.v1': summarizeTheme,
  'LogoChanged.v1': summarizeTheme,
  'SettingsChanged.v1': () => createSummary('settings', 'site', 0),
  'UploadRemoved.v1': ({ data: { ownerId } }) => createSummary('staff', 'member', ownerId, ownerId),
  'ReportTaken.v1': summarizeReport,
  'ReportResolved.v1': summarizeReport,
  'ReportReopened.v1': summarizeReport,
  'ReportNoted.v1': ({ data }) => createSummary('reports', 'report', data.reportId),
  'SectionCreated.v1': summarizeSection,
  'SectionChanged.v1': summarizeSection,
  'SectionDeleted.v1': summarizeSection,
  'SectionRestored.v1': summarizeSection,
  'SubsectionsOrdered.v1': summarizeSection,
  'PrefixesSet.v1': summarizeSection,
  'SectionsOrdered.v1': (event) => summarizeStructureChange(event, 'site', 0),
  'SubsectionCreated.v1': summarizeSubsection,
  'SubsectionChanged.v1': summarizeSubsection,
  'SubsectionDeleted.v1': summarizeSubsection,
  'SubsectionRestored.v1': summarizeSubsection,
  'PermissionsSet.v1': (event) => {
    const { sectionId, subsectionId } = event.data;
    return subsectionId === null
      ? summarizeStructureChange(event, 'section', sectionId)
      : summarizeStructureChange(event, 'subsection', subsectionId);
  },
  // These actions require a permission even in the member's own thread, unlike editing or deleting their own posts.
  'ThreadLocked.v1': summarizeThread,
  'ThreadUnlocked.v1': summarizeThread,
  'ThreadPinned.v1': summarizeThread,
  'ThreadUnpinned.v1': summarizeThread,
  'ThreadMoved.v1': summarizeThread,
  'ThreadRestored.v1': summarizeThread,
  'ThreadDeleted.v1': summarizeOthersThread,
  'ThreadPrefixSet.v1': summarizeOthersThread,
  'ThreadSolutionSet.v1': summarizeOthersThread,
  'ThreadEdited.v1': (event, get) => {
    const thread = get<ThreadDocument>('threads', event.data.threadId);
    const entry = summarizeOthersThread(event, get);
    return thread && entry && { ...entry, before: { title: thread.title, content: thread.content } };
  },
  'ReplyRestored.v1': summarizeReply,
  'ReplyDeleted.v1': summarizeOthersReply,
  'ReplyEdited.v1': (event, get) => {
    const entry = summarizeOthersReply(event, get);
    return entry && { ...entry, before: { content: get<PostDocument>('posts', event.data.postId)?.content } };
  },
  'WallPostRestored.v1': summarizeWallPost,
  // The owner of a wall and the author of a post may delete it. Only deletions by others have an entry.
  'WallPostDeleted.v1': (event) =>
    isOwn(event, event.data.authorId) || isOwn(event, event.data.ownerId) ? null : summarizeWallPost(event),
};

export const auditedTypes = Object.keys(summaries) as EventType[];

export function buildAuditSummary(event: ProjectedEvent, get: Get): AuditSummary | null {
  const summarize = summaries[event.type] as ((event: ProjectedEvent, get: Get) => AuditSummary | null) | undefined;
  return summarize?.(event, get) ?? null;
}

function createSummary(area: AuditArea, kind: AuditSubject['kind'], id: number, personId: number | null = null) {
  return { area, subject: { kind, id }, personId };
}

function isOwn({ metadata }: ProjectedEvent, authorId: number | null): boolean {
  return metadata.actorId === String(authorId);
}

function omitIfByAuthor(event: ProjectedEvent, entry: AuditSummary | null): AuditSummary | null {
  return entry && isOwn(event, entry.personId) ? null : entry;
}

function isByUser({ metadata }: ProjectedEvent): boolean {
  return /^\d+$/.test(metadata.actorId ?? '');
}

type EventAbout<Field extends string> = ProjectedEvent & { data: Record<Field, number> };

function summarizeMember({ data: { userId } }: EventAbout<'userId'>): AuditSummary {
  return createSummary('staff', 'member', userId, userId);
}

function summarizeRole({ data }: EventAbout<'roleId'>): AuditSummary {
  return createSummary('staff', 'role', data.roleId);
}

function summarizeApiKey({ data }: EventAbout<'keyId'>): AuditSummary {
  return createSummary('staff', 'key', data.keyId);
}

function summarizeGameServer({ data: { serverId } }: EventAbout<'serverId'>): AuditSummary {
  return createSummary('games', 'server', serverId);
}

function summarizeOthersLink(event: EventAbout<'accountId' | 'userId'>): AuditSummary | null {
  const { accountId, userId } = event.data;
  return isOwn(event, userId) || !isByUser(event) ? null : createSummary('games', 'player', accountId, userId);
}

function summarizePlayer({ data: { accountId } }: EventAbout<'accountId'>): AuditSummary {
  return createSummary('games', 'player', accountId);
}

function summarizeTheme(): AuditSummary {
  return createSummary('theme', 'theme', 0);
}

function summarizeReport({ data: { reportId } }: EventAbout<'reportId'>, get: Get): AuditSummary {
  const status = get<ReportDocument>('reports', reportId)?.status;
  return { ...createSummary('reports', 'report', reportId), ...(status && { before: { status } }) };
}

/** The first sections, which the installation creates, are not audited. */
function summarizeStructureChange(event: ProjectedEvent, kind: AuditSubject['kind'], id: number): AuditSummary | null {
  return isByUser(event) ? createSummary('structure', kind, id) : null;
}

function summarizeSection(event: EventAbout<'sectionId'>): AuditSummary | null {
  return summarizeStructureChange(event, 'section', event.data.sectionId);
}

function summarizeSubsection(event: EventAbout<'subsectionId'>): AuditSummary | null {
  return summarizeStructureChange(event, 'subsection', event.data.subsectionId);
}

function summarizeThread({ data }: EventAbout<'threadId'>, get: Get): AuditSummary | null {
  const thread = get<ThreadDocument>('threads', data.threadId);
  return thread && createSummary('threads', 'thread', thread.id, thread.authorId);
}

function summarizeOthersThread(event: EventAbout<'threadId'>, get: Get): AuditSummary | null {
  return omitIfByAuthor(event, summarizeThread(event, get));
}

function summarizeReply({ data }: EventAbout<'postId'>, get: Get): AuditSummary | null {
  const post = get<PostDocument>('posts', data.postId);
  return post && createSummary('replies', 'post', post.id, post.authorId);
}

function summarizeOthersReply(event: EventAbout<'postId'>, get: Get): AuditSummary | null {
  return omitIfByAuthor(event, summarizeReply(event, get));
}

function summarizeWallPost({ data }: EventOf<'WallPostDeleted.v1' | 'WallPostRestored.v1'>): AuditSummary {
  return createSummary('walls', 'wallpost', data.wallPostId, data.authorId);
}
