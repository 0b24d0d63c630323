import type { ReportKind } from '@guildhall/domain/report/events.js';
import type { Filter, ViewStore } from '../../view-store.js';
import { findById, findNewestBefore } from '../find-documents.js';
import type { ReportDocument } from './project.js';

export interface ReportFilter {
  status?: ReportDocument['status'] | 'pending' | undefined;
  kind?: ReportKind | undefined;
  authorId?: number | undefined;
  memberId?: number | undefined;
}

export function findReports(
  store: ViewStore,
  { status, kind, authorId, memberId }: ReportFilter,
  beforeOrder: string | undefined,
  limit: number,
) {
  const filter: Filter = {
    ...(status !== undefined && { status: status === 'pending' ? { $in: ['open', 'taken'] } : status }),
    ...(kind !== undefined && { kind }),
    ...(authorId !== undefined && { authorId }),
    ...(memberId !== undefined && { memberId }),
  };
  return findNewestBefore<ReportDocument>(store, 'reports', filter, beforeOrder, limit);
}

export const findReportById = (store: ViewStore, id: number) => findById<ReportDocument>(store, 'reports', id);

export const findReportsByIds = (store: ViewStore, ids: readonly number[]) =>
  store.getMany<ReportDocument>('reports', ids);

export const countOpenReports = (store: ViewStore) => store.count('reports', { status: 'open' });
