import type { ReportCount } from '@guildhall/domain/wire/schemas/staff/reports.js';
import { useResponse } from '../../../queries/use-response.js';

/** The number of open reports, beside the name of their page; nothing while there are none. */
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
const freshMs = 60_000;

/** How many reports are open; `open` is null until it is known. The link in the header keeps it live for all. */
export function useOpenReports(wanted = true) {
  const { body, position, reload } = useResponse<ReportCount>(wanted ? countAddress : null, { freshMs });
  return { open: body?.open ?? null, position, reload };
}

/** The texts of the number of open reports. */
export const texts = {
  tip: 'Reports',
  none: 'Open reports',
  some: (count: number) => `Open reports: ${count}`,
  open: (count: number) => `${count} open`,
  /** More are counted, but not shown. */
  short: (count: number) => (count > 99 ? '99+' : String(count)),
} as const;
