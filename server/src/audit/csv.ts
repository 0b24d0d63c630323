import type { AuditRow } from '@guildhall/domain/wire/schemas/staff/audit.js';
import type { AuditDocument } from '@guildhall/projections/views/audit/document.js';
import { readAuditPage, type AuditFilter } from '@guildhall/projections/views/audit/queries.js';
import { readPages } from '../stores/pages.js';
import { buildAuditRows, type AuditRowDependencies } from './rows.js';

const pageSize = 200;
/** Without a byte order mark, Excel decodes the file with a regional character set. */
const byteOrderMark = '\uFEFF';
export const auditColumns = [
  'at_utc',
  'kind',
  'actor',
  'subject',
  'person',
  'reason',
  'before',
  'after',
  'undoes',
  'undone_by',
  'id',
];

const lines = { record_delimiter: 'windows' } as const;

/** Streams all matching entries as CSV (RFC 4180). Escapes cells that a spreadsheet would interpret as formulas. */
export async function* streamAuditCsv(services: AuditRowDependencies, filter: AuditFilter): AsyncIterable<string> {
  const { stringify } = await import('csv-stringify/sync');
  yield byteOrderMark + stringify([auditColumns], lines);
  const pages = readPages<AuditDocument>(pageSize, (last) =>
    readAuditPage(services.views.store, { ...filter, after: last?.order }, pageSize),
  );
  for await (const documents of pages) {
    const rows = await buildAuditRows(services, documents);
    if (rows.length > 0) yield stringify(rows.map(buildCells), { ...lines, escape_formulas: true });
  }
}

function buildCells(row: AuditRow): (string | null)[] {
  const formatJson = (fields: unknown) => (fields === null ? '' : JSON.stringify(fields));
  const { kind, id, name } = row.subject;
  return [
    row.at,
    row.kind,
    row.actor?.username ?? '',
    `${kind} ${name ?? id}`,
    row.person?.username ?? '',
    row.reason,
    formatJson(row.before),
    formatJson(row.after),
    row.undoes,
    row.undone_by,
    row.id,
  ];
}
