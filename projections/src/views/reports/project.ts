import type { ReportKind, ReportSubject } from '@guildhall/domain/report/events.js';
import { createView, type Change, type Get } from '../../view.js';
import type { ViewDocument } from '../../view-store.js';
import type { PostDocument } from '../posts/document.js';
import type { ThreadDocument } from '../threads/document.js';
import type { WallPostDocument } from '../wallposts/project.js';

/** `text` and `answer` are sealed. */
export interface ReportDocument extends ViewDocument {
  id: number;
  kind: ReportKind;
  authorId: number;
  subject: ReportSubject | null;
  /** The reported member, or the author of the reported text. */
  memberId: number | null;
  text: string;
  status: 'open' | 'taken' | 'resolved';
  staffId: number | null;
  answer: string | null;
  createdAt: string;
  resolvedAt: string | null;
  order: string;
}

export const reportsView = createView(
  {
    reports: {
      indexes: [
        ['order'],
        ['status', 'order'],
        ['kind', 'order'],
        ['status', 'kind', 'order'],
        ['authorId', 'order'],
        ['memberId', 'order'],
      ],
    },
  },
  {
    'ReportFiled.v1': ({ data, metadata, position: order }, get) => {
      const { reportId: id, uploads: _, ...fields } = data;
      const memberId = findReportedMember(data.subject, get);
      const open = { status: 'open', staffId: null, answer: null, createdAt: metadata.at ?? '', resolvedAt: null };
      return [{ collection: 'reports', document: { id, ...fields, memberId, ...open, order } }];
    },
    'ReportTaken.v1': ({ data: { reportId, staffId } }, get) =>
      changeReport(reportId, get, { status: 'taken', staffId, answer: null, resolvedAt: null }),
    'ReportResolved.v1': ({ data: { reportId, staffId, answer }, metadata }, get) =>
      changeReport(reportId, get, { status: 'resolved', staffId, answer, resolvedAt: metadata.at ?? null }),
    'ReportReopened.v1': ({ data: { reportId } }, get) =>
      changeReport(reportId, get, { status: 'open', staffId: null, answer: null, resolvedAt: null }),
  },
);

function findReportedMember(subject: ReportSubject | null, get: Get): number | null {
  switch (subject?.kind) {
    case undefined:
      return null;
    case 'member':
      return subject.id;
    case 'thread':
      return get<ThreadDocument>('threads', subject.id)?.authorId ?? null;
    case 'post':
      return get<PostDocument>('posts', subject.id)?.authorId ?? null;
    case 'wallpost':
      return get<WallPostDocument>('wallposts', subject.id)?.authorId ?? null;
  }
}

function changeReport(id: number, get: Get, change: Partial<ReportDocument>): Change[] {
  const report = get<ReportDocument>('reports', id);
  return report ? [{ collection: 'reports', document: { ...report, ...change } }] : [];
}
