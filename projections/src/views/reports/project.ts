import type { ReportEvent, ReportKind, ReportSubject } from '@guildhall/domain/report/events.js';
import type { Change, Get, ProjectedEvent, View } from '../../view.js';
import type { ViewDocument } from '../../view-store.js';

/** A report and its status. `text` and `answer` are sealed. */
export interface ReportDocument extends ViewDocument {
  id: number;
  kind: ReportKind;
  authorId: number;
  subject: ReportSubject | null;
  text: string;
  status: 'open' | 'taken' | 'resolved';
  /** The staff member who handles it, or resolved it. */
  staffId: number | null;
  answer: string | null;
  createdAt: string;
  resolvedAt: string | null;
  /** Position of its filing. */
  order: string;
}

export const reportsView: View = {
  schema: {
    reports: {
      indexes: [['order'], ['status', 'order'], ['kind', 'order'], ['status', 'kind', 'order'], ['authorId', 'order']],
    },
  },
  events: ['ReportFiled.v1', 'ReportTaken.v1', 'ReportResolved.v1', 'ReportReopened.v1'],

  project(event, get) {
    const document = event.type === 'ReportFiled.v1' ? filed(event) : changed(event, get);
    return document ? [{ collection: 'reports', document }] : [];
  },
};

function filed(event: Extract<ProjectedEvent, { type: 'ReportFiled.v1' }>): Change['document'] {
  const { reportId, kind, authorId, subject, text } = event.data;
  return {
    ...{ id: reportId, kind, authorId, subject, text, status: 'open', staffId: null, answer: null },
    ...{ createdAt: event.metadata.at ?? '', resolvedAt: null, order: event.position },
  };
}

type Worked = Exclude<ReportEvent, { type: 'ReportFiled.v1' }>;
const isWork = (event: ProjectedEvent): event is ProjectedEvent & Worked =>
  event.type.startsWith('Report') && event.type !== 'ReportFiled.v1';

function changed(event: ProjectedEvent, get: Get): Change['document'] | null {
  const report = isWork(event) ? get<ReportDocument>('reports', event.data.reportId) : null;
  if (!report) return null;
  switch (event.type) {
    case 'ReportTaken.v1':
      return { ...report, status: 'taken', staffId: event.data.staffId, answer: null, resolvedAt: null };
    case 'ReportResolved.v1': {
      const { staffId, answer } = event.data;
      return { ...report, status: 'resolved', staffId, answer, resolvedAt: event.metadata.at ?? null };
    }
    case 'ReportReopened.v1':
      return { ...report, status: 'open', staffId: null, answer: null, resolvedAt: null };
    default:
      return null;
  }
}
