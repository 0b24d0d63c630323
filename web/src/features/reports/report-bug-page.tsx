import { ReportForm } from './report-form.js';
import { ReportPage } from './report-page.js';
import { texts } from '../../ui/reports/texts.js';
import { useReport } from '../../ui/reports/use-report.js';

/** A report of a bug to the staff. */
export function ReportBugPage() {
  const { title, intro } = texts.bug;
  return (
    <ReportPage title={title} intro={intro}>
      <BugReport />
    </ReportPage>
  );
}

function BugReport() {
  const form = useReport('bug');
  return <ReportForm kind="bug" form={form} buildReport={(text) => ({ kind: 'bug', text })} />;
}
