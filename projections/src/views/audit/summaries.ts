import type { AuditArea } from '@guildhall/domain/wire/kinds.js';
import type { PostDocument } from '../posts/document.js';
import type { ReportDocument } from '../reports/project.js';
import type { ThreadDocument } from '../threads/document.js';
import type { Get, ProjectedEvent } from '../../view.js';
import type { AuditSubject } from './document.js';

export interface AuditSummary {
  area: AuditArea;
  subject: AuditSubject;
  personId: number | null;
  before?: unknown;
}

/** The audit entry of an event; null for events that are not audited. */
export function auditSummaryOf(event: ProjectedEvent, get: Get): AuditSummary | null {
  switch (event.type) {
    case 'RoleGiven.v1':
    case 'MemberBanned.v1':
    case 'MemberUnbanned.v1':
      return onMember(event.data.userId);
    case 'MemberLeft.v1':
      return isOwn(event, event.data.userId) || !isByUser(event) ? null : onMember(event.data.userId);
    case 'RoleCreated.v1':
    case 'RoleChanged.v1':
    case 'RoleDeleted.v1':
    case 'RoleRestored.v1':
    case 'RoleKeyGiven.v1':
    case 'RoleKeyTaken.v1':
      return { area: 'staff', subject: { kind: 'role', id: event.data.roleId }, personId: null };
    case 'ThemeSaved.v1':
    case 'ThemePublished.v1':
    case 'LogoChanged.v1':
      return { area: 'theme', subject: { kind: 'theme', id: 0 }, personId: null };
    case 'SettingsChanged.v1':
      return { area: 'settings', subject: { kind: 'site', id: 0 }, personId: null };
    case 'ReportTaken.v1':
    case 'ReportResolved.v1':
    case 'ReportReopened.v1':
    case 'ReportNoted.v1': {
      const { reportId } = event.data;
      const status = get<ReportDocument>('reports', reportId)?.status;
      const summary: AuditSummary = { area: 'reports', subject: { kind: 'report', id: reportId }, personId: null };
      if (status && event.type !== 'ReportNoted.v1') summary.before = { status };
      return summary;
    }
    default:
      return onStructure(event) ?? onThread(event, get) ?? onReply(event, get) ?? onWall(event);
  }
}

const onMember = (userId: number): AuditSummary => ({
  area: 'staff',
  subject: { kind: 'member', id: userId },
  personId: userId,
});

const isOwn = ({ metadata }: ProjectedEvent, authorId: number): boolean => metadata.actorId === String(authorId);
const isByUser = ({ metadata }: ProjectedEvent): boolean => /^\d+$/.test(metadata.actorId ?? '');

/** The installation creates the first sections; they are not audited. */
function onStructure(event: ProjectedEvent): AuditSummary | null {
  if (!isByUser(event)) return null;
  const summary = (kind: 'section' | 'subsection' | 'site', id: number): AuditSummary => ({
    area: 'structure',
    subject: { kind, id },
    personId: null,
  });
  switch (event.type) {
    case 'SectionCreated.v1':
    case 'SectionChanged.v1':
    case 'SectionDeleted.v1':
    case 'SectionRestored.v1':
    case 'SubsectionsOrdered.v1':
    case 'PrefixesSet.v1':
      return summary('section', event.data.sectionId);
    case 'SectionsOrdered.v1':
      return summary('site', 0);
    case 'SubsectionCreated.v1':
    case 'SubsectionChanged.v1':
    case 'SubsectionDeleted.v1':
    case 'SubsectionRestored.v1':
      return summary('subsection', event.data.subsectionId);
    case 'PermissionsSet.v1': {
      const { sectionId, subsectionId } = event.data;
      return subsectionId === null ? summary('section', sectionId) : summary('subsection', subsectionId);
    }
    default:
      return null;
  }
}

/**
 * Locks, pins, moves and restorations need a key, also on the member's own thread; edits and deletions of the member's
 * own texts do not.
 */
function onThread(event: ProjectedEvent, get: Get): AuditSummary | null {
  switch (event.type) {
    case 'ThreadLocked.v1':
    case 'ThreadUnlocked.v1':
    case 'ThreadPinned.v1':
    case 'ThreadUnpinned.v1':
    case 'ThreadMoved.v1':
    case 'ThreadRestored.v1':
    case 'ThreadDeleted.v1':
    case 'ThreadPrefixSet.v1':
    case 'ThreadEdited.v1': {
      const thread = get<ThreadDocument>('threads', event.data.threadId);
      const ofAuthor = ['ThreadEdited.v1', 'ThreadPrefixSet.v1', 'ThreadDeleted.v1'].includes(event.type);
      if (!thread || (ofAuthor && isOwn(event, thread.authorId))) return null;
      const summary: AuditSummary = {
        area: 'threads',
        subject: { kind: 'thread', id: thread.id },
        personId: thread.authorId,
      };
      if (event.type === 'ThreadEdited.v1') summary.before = { title: thread.title, content: thread.content };
      return summary;
    }
    default:
      return null;
  }
}

function onReply(event: ProjectedEvent, get: Get): AuditSummary | null {
  switch (event.type) {
    case 'ReplyEdited.v1':
    case 'ReplyDeleted.v1':
    case 'ReplyRestored.v1': {
      const post = get<PostDocument>('posts', event.data.postId);
      if (!post || (event.type !== 'ReplyRestored.v1' && isOwn(event, post.authorId))) return null;
      const summary: AuditSummary = {
        area: 'replies',
        subject: { kind: 'post', id: post.id },
        personId: post.authorId,
      };
      if (event.type === 'ReplyEdited.v1') summary.before = { content: post.content };
      return summary;
    }
    default:
      return null;
  }
}

/** The owner of a wall may delete there, as the author may. */
function onWall(event: ProjectedEvent): AuditSummary | null {
  if (event.type !== 'WallPostDeleted.v1' && event.type !== 'WallPostRestored.v1') return null;
  const { wallPostId, ownerId, authorId } = event.data;
  const own = isOwn(event, authorId) || isOwn(event, ownerId);
  if (own && event.type === 'WallPostDeleted.v1') return null;
  return { area: 'walls', subject: { kind: 'wallpost', id: wallPostId }, personId: authorId };
}
