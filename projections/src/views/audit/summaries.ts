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
  'RoleGiven.v1': onMember,
  'MemberBanned.v1': onMember,
  'MemberUnbanned.v1': onMember,
  'MemberLeft.v1': (event) => (isOwn(event, event.data.userId) || !isByUser(event) ? null : onMember(event)),
  'RoleCreated.v1': onRole,
  'RoleChanged.v1': onRole,
  'RoleDeleted.v1': onRole,
  'RoleRestored.v1': onRole,
  'RoleKeyGiven.v1': onRole,
  'RoleKeyTaken.v1': onRole,
  'ThemeSaved.v1': onTheme,
  'ThemePublished.v1': onTheme,
  'LogoChanged.v1': onTheme,
  'SettingsChanged.v1': () => summary('settings', 'site', 0),
  'UploadRemoved.v1': ({ data: { ownerId } }) => summary('staff', 'member', ownerId, ownerId),
  'ReportTaken.v1': onReport,
  'ReportResolved.v1': onReport,
  'ReportReopened.v1': onReport,
  'ReportNoted.v1': ({ data }) => summary('reports', 'report', data.reportId),
  'SectionCreated.v1': onSection,
  'SectionChanged.v1': onSection,
  'SectionDeleted.v1': onSection,
  'SectionRestored.v1': onSection,
  'SubsectionsOrdered.v1': onSection,
  'PrefixesSet.v1': onSection,
  'SectionsOrdered.v1': (event) => onStructure(event, 'site', 0),
  'SubsectionCreated.v1': onSubsection,
  'SubsectionChanged.v1': onSubsection,
  'SubsectionDeleted.v1': onSubsection,
  'SubsectionRestored.v1': onSubsection,
  'PermissionsSet.v1': (event) => {
    const { sectionId, subsectionId } = event.data;
    return subsectionId === null
      ? onStructure(event, 'section', sectionId)
      : onStructure(event, 'subsection', subsectionId);
  },
  // These events require a key even in the member's own thread, unlike edits and deletions of their own texts.
  'ThreadLocked.v1': onThread,
  'ThreadUnlocked.v1': onThread,
  'ThreadPinned.v1': onThread,
  'ThreadUnpinned.v1': onThread,
  'ThreadMoved.v1': onThread,
  'ThreadRestored.v1': onThread,
  'ThreadDeleted.v1': onOthersThread,
  'ThreadPrefixSet.v1': onOthersThread,
  'ThreadSolutionSet.v1': onOthersThread,
  'ThreadEdited.v1': (event, get) => {
    const thread = get<ThreadDocument>('threads', event.data.threadId);
    const entry = onOthersThread(event, get);
    return thread && entry && { ...entry, before: { title: thread.title, content: thread.content } };
  },
  'ReplyRestored.v1': onReply,
  'ReplyDeleted.v1': onOthersReply,
  'ReplyEdited.v1': (event, get) => {
    const entry = onOthersReply(event, get);
    return entry && { ...entry, before: { content: get<PostDocument>('posts', event.data.postId)?.content } };
  },
  'WallPostRestored.v1': onWall,
  // The owner of a wall and the author of a post may delete it. Only deletions by others have an entry.
  'WallPostDeleted.v1': (event) =>
    isOwn(event, event.data.authorId) || isOwn(event, event.data.ownerId) ? null : onWall(event),
};

export const auditedTypes = Object.keys(summaries) as EventType[];

export function auditSummaryOf(event: ProjectedEvent, get: Get): AuditSummary | null {
  const summarize = summaries[event.type] as ((event: ProjectedEvent, get: Get) => AuditSummary | null) | undefined;
  return summarize?.(event, get) ?? null;
}

function summary(area: AuditArea, kind: AuditSubject['kind'], id: number, personId: number | null = null) {
  return { area, subject: { kind, id }, personId };
}

function isOwn({ metadata }: ProjectedEvent, authorId: number | null): boolean {
  return metadata.actorId === String(authorId);
}

function unlessOwn(event: ProjectedEvent, entry: AuditSummary | null): AuditSummary | null {
  return entry && isOwn(event, entry.personId) ? null : entry;
}

function isByUser({ metadata }: ProjectedEvent): boolean {
  return /^\d+$/.test(metadata.actorId ?? '');
}

type About<Field extends string> = ProjectedEvent & { data: Record<Field, number> };

function onMember({ data: { userId } }: About<'userId'>): AuditSummary {
  return summary('staff', 'member', userId, userId);
}

function onRole({ data }: About<'roleId'>): AuditSummary {
  return summary('staff', 'role', data.roleId);
}

function onTheme(): AuditSummary {
  return summary('theme', 'theme', 0);
}

function onReport({ data: { reportId } }: About<'reportId'>, get: Get): AuditSummary {
  const status = get<ReportDocument>('reports', reportId)?.status;
  return { ...summary('reports', 'report', reportId), ...(status && { before: { status } }) };
}

/** The first sections, which the installation creates, are not audited. */
function onStructure(event: ProjectedEvent, kind: AuditSubject['kind'], id: number): AuditSummary | null {
  return isByUser(event) ? summary('structure', kind, id) : null;
}

function onSection(event: About<'sectionId'>): AuditSummary | null {
  return onStructure(event, 'section', event.data.sectionId);
}

function onSubsection(event: About<'subsectionId'>): AuditSummary | null {
  return onStructure(event, 'subsection', event.data.subsectionId);
}

function onThread({ data }: About<'threadId'>, get: Get): AuditSummary | null {
  const thread = get<ThreadDocument>('threads', data.threadId);
  return thread && summary('threads', 'thread', thread.id, thread.authorId);
}

function onOthersThread(event: About<'threadId'>, get: Get): AuditSummary | null {
  return unlessOwn(event, onThread(event, get));
}

function onReply({ data }: About<'postId'>, get: Get): AuditSummary | null {
  const post = get<PostDocument>('posts', data.postId);
  return post && summary('replies', 'post', post.id, post.authorId);
}

function onOthersReply(event: About<'postId'>, get: Get): AuditSummary | null {
  return unlessOwn(event, onReply(event, get));
}

function onWall({ data }: EventOf<'WallPostDeleted.v1' | 'WallPostRestored.v1'>): AuditSummary {
  return summary('walls', 'wallpost', data.wallPostId, data.authorId);
}
