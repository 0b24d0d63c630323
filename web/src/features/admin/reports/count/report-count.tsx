import { texts } from './texts.js';
import { useOpenReports } from './use-open-reports.js';

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
