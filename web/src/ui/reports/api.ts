import type { OwnReportRow } from '@guildhall/domain/wire/schemas/staff/reports.js';
import { send } from '../../shared/api/api.js';
import type { ListKind } from '../../queries/pages.js';
import type { Subject } from './subject.js';

export const ownReports: ListKind<OwnReportRow, OwnReportRow[]> = {
  rowsOf: (rows) => rows,
  keyOf: ({ id }) => id,
  size: 20,
  most: 200,
};

export const ownAddress = '/reports/mine';

export type Report =
  | { kind: 'bug'; text: string }
  | { kind: 'player'; username: string; text: string }
  | { kind: 'post'; subject: Subject; text: string };

export async function fileReport(report: Report, key: string): Promise<void> {
  await send('POST', '/reports', key, { ...report });
}
