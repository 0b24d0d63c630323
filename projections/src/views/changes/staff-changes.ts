import { buildAuditSummary } from '../audit/summaries.js';
import type { Get, ProjectedEvent } from '../../view.js';
import type { TopicChange } from './document.js';

export function listMemberNameChanges(event: ProjectedEvent): TopicChange[] {
  switch (event.type) {
    case 'AccountChanged.v1':
    case 'RoleGiven.v1':
    case 'MemberLeft.v1':
      return [{ topic: 'site', kind: 'member', rowId: event.data.userId }];
    default:
      return [];
  }
}

export function listStaffChanges(event: ProjectedEvent, get: Get): TopicChange[] {
  const changes: TopicChange[] = buildAuditSummary(event, get) ? [{ topic: 'audit', kind: 'list', rowId: 0 }] : [];
  switch (event.type) {
    case 'UserRegistered.v1':
    case 'UserVerified.v1':
    case 'AccountChanged.v1':
    case 'UserErased.v1':
    case 'RoleGiven.v1':
    case 'MemberBanned.v1':
    case 'MemberUnbanned.v1':
    case 'MemberLeft.v1':
    case 'GameAccountLinked.v1':
    case 'GameAccountUnlinked.v1':
      changes.push({ topic: 'users', kind: 'list', rowId: event.data.userId });
      break;
    case 'ReportFiled.v1':
    case 'ReportTaken.v1':
    case 'ReportResolved.v1':
    case 'ReportReopened.v1':
    case 'ReportNoted.v1':
      changes.push({ topic: 'reports', kind: 'list', rowId: event.data.reportId });
      break;
    // A report shows the reported text to staff who may see its place.
    case 'ThreadEdited.v1':
    case 'ThreadMoved.v1':
    case 'ThreadDeleted.v1':
    case 'ThreadRestored.v1':
    case 'ReplyEdited.v1':
    case 'ReplyDeleted.v1':
    case 'ReplyRestored.v1':
    case 'WallPostDeleted.v1':
    case 'WallPostRestored.v1':
      changes.push({ topic: 'reports', kind: 'list', rowId: 0 });
      break;
    case 'UploadRemoved.v1':
      changes.push({ topic: 'reports', kind: 'list', rowId: 0 });
      changes.push({ topic: `upload:${event.data.uploadId}`, kind: 'reload', rowId: 0 });
      break;
  }
  return changes;
}
