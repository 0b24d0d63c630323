import type { AuditRow } from '@guildhall/domain/wire/schemas/audit.js';
import { createPagedList } from '../../../shared/state/paged-list.js';

/** The bans and roles of one account, as the audit has them. */
export const history = createPagedList<AuditRow>({
  rowsOf: (rows) => rows,
  keyOf: ({ id }) => id,
  size: 25,
  most: 200,
});
