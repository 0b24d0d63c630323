import type { ReportKind, ReportSubject } from '@guildhall/domain/report/events.js';
import { viewOf, type Change, type Get } from '../../view.js';
import type { ViewDocument } from '../../view-store.js';

/** `text` and `answer` are sealed. */
export interface ReportDocument extends ViewDocument {
  id: number;
  kind: ReportKind;
  authorId: number;
  subject: ReportSubject | null;
  text: string;
  status: 'open' | 'taken' | 'resolved';
  staffId: number | null;
  answer: string | null;
  createdAt: string;
  resolvedAt: string | null;
  order: string;
}

export const reportsView = viewOf(
  {
    reports: {
      indexes: [['order'], ['status', 'order'], ['kind', 'order'], ['status', 'kind', 'order'], ['authorId', 'order']],
    },
  },
  {
    'ReportFiled.v1': ({ data, metadata, position: order }) => {
      const { reportId: id, ...fields } = data;
      const open = { status: 'open', staffId: null, answer: null, createdAt: metadata.at ?? '', resolvedAt: null };
      return [{ collection: 'reports', document: { id, ...fields, ...open, order } }];
    },
    'ReportTaken.v1': ({ data: { reportId, staffId } }, get) =>
      changed(reportId, get, { status: 'taken', staffId, answer: null, resolvedAt: null }),
    'ReportResolved.v1': ({ data: { reportId, staffId, answer }, metadata }, get) =>
      changed(reportId, get, { status: 'resolved', staffId, answer, resolvedAt: metadata.at ?? null }),
    'ReportReopened.v1': ({ data: { reportId } }, get) =>
      changed(reportId, get, { status: 'open', staffId: null, answer: null, resolvedAt: null }),
  },
);

function changed(id: number, get: Get, change: Partial<ReportDocument>): Change[] {
  const report = get<ReportDocument>('reports', id);
  return report ? [{ collection: 'reports', document: { ...report, ...change } }] : [];
}
