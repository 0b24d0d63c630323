import type { ReportKind } from '@guildhall/domain/report/events.js';
import type { Filter, ViewStore } from '../../view-store.js';
import type { ReportDocument } from './project.js';

export interface ReportFilter {
  /** `pending`: open or taken. */
  status?: ReportDocument['status'] | 'pending' | undefined;
  kind?: ReportKind | undefined;
  authorId?: number | undefined;
}

/** Newest first, at most `limit` before an order (exclusive; undefined for the newest). */
export async function reportPage(
  store: ViewStore,
  { status, kind, authorId }: ReportFilter,
  before: string | undefined,
  limit: number,
): Promise<ReportDocument[]> {
  const filter: Filter = {
    ...(status === undefined ? {} : { status: status === 'pending' ? { $in: ['open', 'taken'] } : status }),
    ...(kind === undefined ? {} : { kind }),
    ...(authorId === undefined ? {} : { authorId }),
    ...(before === undefined ? {} : { order: { $lt: before } }),
  };
  return store.find<ReportDocument>('reports', filter, { sort: [['order', -1]], limit });
}

export async function reportById(store: ViewStore, id: number): Promise<ReportDocument | null> {
  const [report] = await reportsByIds(store, [id]);
  return report ?? null;
}

export function reportsByIds(store: ViewStore, ids: readonly number[]): Promise<ReportDocument[]> {
  return store.getMany<ReportDocument>('reports', ids);
}

/** How many reports no one has taken yet. */
export function countOpenReports(store: ViewStore): Promise<number> {
  return store.count('reports', { status: 'open' });
}
