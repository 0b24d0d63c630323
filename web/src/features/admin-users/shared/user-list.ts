import type { AccountRow } from '@guildhall/domain/wire/schemas/users.js';
import { reloadBelow, useResponse } from '../../../queries/use-response.js';
import { addressOf, type UserQuery } from './query.js';

/** The page of the accounts that a question finds; while another page is asked for, the rows before it. */
export function useUserList(query: UserQuery) {
  const { body, total, fault, loading, position, reload } = useResponse<AccountRow[]>(addressOf(query), {
    keepPrevious: true,
  });
  const rows = body ?? [];
  return { rows, total: total ?? rows.length, fault, loading, position, reload };
}

/** After a write: asks again for the accounts, their histories and the page of each. */
export const reloadUsers = () => void reloadBelow('/admin/users');
