import type { ReportCount } from '@guildhall/domain/wire/schemas/staff/reports.js';
import { useResponse } from '../../../../queries/use-response.js';

const countAddress = '/admin/reports/count';
const freshMs = 60_000;

/** How many reports are open; `open` is null until it is known. The link in the header keeps it live for all. */
export function useOpenReports(wanted = true) {
  const { body, position, reload } = useResponse<ReportCount>(wanted ? countAddress : null, { freshMs });
  return { open: body?.open ?? null, position, reload };
}
