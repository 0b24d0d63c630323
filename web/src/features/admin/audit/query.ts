import type { AuditRow } from '@guildhall/domain/wire/schemas/staff/audit.js';
import { createListKind } from '../../../queries/pages.js';

const fields = ['area', 'kind', 'actor', 'target', 'from', 'to'] as const;
export type AuditQuery = Record<(typeof fields)[number], string>;

export function parseQuery(params: URLSearchParams): AuditQuery {
  return Object.fromEntries(fields.map((field) => [field, params.get(field)?.trim() ?? ''])) as AuditQuery;
}

export function toSearchParams(auditQuery: AuditQuery): URLSearchParams {
  return new URLSearchParams(
    fields.filter((field) => auditQuery[field] !== '').map((field) => [field, auditQuery[field]]),
  );
}

export const hasFilters = (auditQuery: AuditQuery): boolean => toSearchParams(auditQuery).size > 0;

function withQuery(path: string, auditQuery: AuditQuery): string {
  const query = toSearchParams(auditQuery).toString();
  return query === '' ? path : `${path}?${query}`;
}

export const buildAddress = (auditQuery: AuditQuery): string => withQuery('/admin/audit', auditQuery);
export const buildCsvAddress = (auditQuery: AuditQuery): string => withQuery('/api/admin/audit.csv', auditQuery);

export const auditEntries = createListKind<AuditRow>(50, 200);
