import type { OwnReportRow } from '@guildhall/domain/wire/schemas/staff/reports.js';
import { usePagedList } from '../../queries/use-paged-list.js';
import { Link } from '../../shared/router.js';
import { PagedRows } from '../../ui/live-list/paged-rows.js';
import { Prose } from '../../ui/prose.js';
import { When } from '../../ui/time/when.js';
import { ownAddress, ownReports } from '../../ui/reports/api.js';
import styles from './reports.module.css';
import { texts } from '../../ui/reports/texts.js';

export function OwnReports() {
  const list = usePagedList(ownReports, ownAddress);
  return (
    <section className={styles['ownReports']} aria-labelledby="own-reports" aria-busy={list.status === 'loading'}>
      <h2 id="own-reports">{texts.own}</h2>
      <PagedRows {...{ list, getKey: ownReports.getKey, rowHeight: 96 }} none={texts.ownNone} moreLabel={texts.more}>
        {(report) => <OwnReport report={report} />}
      </PagedRows>
    </section>
  );
}

function OwnReport({ report }: { report: OwnReportRow }) {
  const { kind, subject, text_html, status, created_at, resolved_at, answer: response } = report;
  return (
    <li className={`border-top ${styles['report']}`}>
      <p className={`row text-14 ${styles['meta']}`}>
        <strong>{texts.kinds[kind]}</strong>
        {subject && <SubjectLink subject={subject} />}
        <span className="color-muted">
          <When at={created_at} short />
        </span>
        <span className="badge push-end semibold" data-state={status}>
          {texts.states[status]}
        </span>
      </p>
      <div className={`break-anywhere ${styles['text']}`} dir="auto">
        <Prose html={text_html} />
      </div>
      {status === 'resolved' && (
        <div className={`margin-top-12 ${styles['staffReply']}`}>
          <p className="hint">
            {response === null ? texts.resolvedAt : texts.answer}
            {resolved_at !== null && (
              <>
                {' · '}
                <When at={resolved_at} short />
              </>
            )}
          </p>
          <p className={`break-anywhere multiline ${styles['text']}`} dir="auto">
            {response ?? texts.noReply}
          </p>
        </div>
      )}
    </li>
  );
}

function SubjectLink({ subject: { path, title } }: { subject: NonNullable<OwnReportRow['subject']> }) {
  if (path !== null)
    return (
      <Link to={path} dir="auto">
        {title ?? texts.show}
      </Link>
    );
  return (
    <span className="hint" dir="auto">
      {title ?? texts.gone}
    </span>
  );
}
