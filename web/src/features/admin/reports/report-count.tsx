import type { ReportCount } from '@guildhall/domain/wire/schemas/staff/reports.js';
import { useResponse } from '../../../queries/use-response.js';

export function ReportCountBadge() {
  const { open } = useOpenReports();
  if (open === null || open === 0) return null;
  return (
    <span className={`number-badge push-end numbers`}>
      <span aria-hidden="true">{texts.short(open)}</span>
      <span className="visually-hidden">{texts.open(open)}</span>
    </span>
  );
}

const countAddress = '/admin/reports/count';
const staleAfterMs = 60_000;

/** `open` is null until the first response. Updates reach it through the link in the header. */
export function useOpenReports(enabled = true) {
  const { body, position, reload } = useResponse<ReportCount>(enabled ? countAddress : null, { freshMs: staleAfterMs });
  return { open: body?.open ?? null, position, reload };
}

export const texts = {
  tip: 'Reports',
  none: 'Open reports',
  some: (count: number) => `Open reports: ${count}`,
  open: (count: number) => `${count} open`,
  short: (count: number) => (count > 99 ? '99+' : String(count)),
} as const;
