import type { AccountRow } from '@guildhall/domain/wire/schemas/staff/users.js';
import { useResponse } from '../../../../queries/use-response.js';
import { ApiError } from '../../../../shared/api/api.js';

/** An account by the id of an address, as it is or as of a moment (ISO 8601). */
export function useAccount(id: string, at: string | null = null) {
  const address = `/admin/users/${id}${at === null ? '' : `?at=${encodeURIComponent(at)}`}`;
  const { body: row, error, ...rest } = useResponse<AccountRow>(address, { keepPrevious: true });
  return { ...rest, row, missing: error instanceof ApiError && error.status === 404 };
}
