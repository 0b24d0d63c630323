import type { AuditRow } from '@guildhall/domain/wire/schemas/staff/audit.js';
import type { ListKind } from '../../../../queries/pages.js';

/** The bans and roles of one account, from the audit. */
export const history: ListKind<AuditRow, AuditRow[]> = {
  rowsOf: (rows) => rows,
  keyOf: ({ id }) => id,
  size: 25,
  most: 200,
};
