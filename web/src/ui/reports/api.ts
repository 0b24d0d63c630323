import type { OwnReportRow } from '@guildhall/domain/wire/schemas/staff/reports.js';
import { send } from '../../shared/api/api.js';
import { createListKind } from '../../queries/pages.js';
import type { Subject } from './subject.js';

export const ownReports = createListKind<OwnReportRow>(20, 200);

export const ownAddress = '/reports/mine';

export type Report =
  | { kind: 'bug'; text: string }
  | { kind: 'player'; username: string; text: string }
  | { kind: 'post'; subject: Subject; text: string };

export async function fileReport(report: Report, key: string): Promise<void> {
  await send('POST', '/reports', key, { ...report });
}
