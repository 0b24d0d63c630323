import type { AccountRow } from '@guildhall/domain/wire/schemas/staff/users.js';
import { reloadByPrefix, useResponse } from '../../../queries/use-response.js';
import { buildAddress, type UserQuery } from './query.js';
import { ApiError } from '../../../shared/api/api.js';

export function useUserList(query: UserQuery) {
  const { body, total, fault, loading, position, reload } = useResponse<AccountRow[]>(buildAddress(query), {
    keepPrevious: true,
  });
  const rows = body ?? [];
  return { rows, total: total ?? rows.length, fault, loading, position, reload };
}

export const reloadUsers = () => void reloadByPrefix('/admin/users');

/** `at` is in ISO 8601, or null for the current state. */
export function useAccount(id: string, at: string | null = null) {
  const address = `/admin/users/${id}${at === null ? '' : `?at=${encodeURIComponent(at)}`}`;
  const { body: row, error, ...rest } = useResponse<AccountRow>(address, { keepPrevious: true });
  return { ...rest, row, missing: error instanceof ApiError && error.status === 404 };
}

export const gameAccountsPath = '/game-accounts';

export const buildHistoryAddress = (id: string) => `/admin/users/${id}/history`;
