import { get } from '../../../shared/api/api.js';
import { useSections } from '../../../shared/state/sections.js';
import { useStaffUpdates } from '../../../shared/state/use-staff-updates.js';

/** Reloads data after each audit entry. Use this for data that is not in a view and has no position of its own. */
export function useAuditUpdates(reload: () => Promise<unknown>): void {
  const position = useSections((state) => state.position);
  useStaffUpdates('audit', position, async () => {
    const [newest] = await Promise.all([get<unknown[]>('/admin/audit?limit=1').catch(() => null), reload()]);
    return newest?.position ?? null;
  });
}
