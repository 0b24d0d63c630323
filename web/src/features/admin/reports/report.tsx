import type { ReportDetail, ReportRow } from '@guildhall/domain/wire/schemas/staff/reports.js';
import { useEffect, useRef } from 'react';
import type { LoadedResponse } from '../../../queries/use-response.js';
import { Link } from '../../../shared/router.js';
import { Icon } from '../../../ui/icon.js';
import { MemberName } from '../../../ui/member.js';
import { Prose } from '../../../ui/prose.js';
import { extractExcerpt } from '../../../ui/reading/excerpt.js';
import { When } from '../../../ui/time/when.js';
import { Alert } from '../../../ui/alert.js';
import { Button, ButtonLink } from '../../../ui/button.js';
import { AuthorBan } from './quick-actions.js';
import { ReportDetails, ReportedText } from './report-details.js';
import { useReportWork } from './report-forms.js';
import styles from './reports.module.css';
import { texts } from './texts.js';

interface ReportProps {
  row: ReportRow;
  /** Null while the report is closed. */
  openedReport: LoadedResponse<ReportDetail> | null;
  toggle: () => void;
}

export function Report({ row, openedReport, toggle }: ReportProps) {
  const open = openedReport !== null;
  const { id, kind, text_html, status, created_at, reporter, staff } = row;
  const detailsId = `report-${id}`;
  const item = useRef<HTMLLIElement>(null);
  const isLinked = useRef(open);
  useEffect(() => {
    if (isLinked.current) item.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <li ref={item} className="grid one-column gap-4 border-bottom padding-y-12">
      <div className={`row ${styles['head']}`}>
        <h2 className="text-16">
          <button
            type="button"
            className={`bare target gap-6 hover-overlay ${styles['toggle']}`}
            aria-expanded={open}
            aria-controls={open ? detailsId : undefined}
            onClick={toggle}
          >
            <span className={`grid color-faint ${styles['arrow']}`} data-open={open || undefined}>
              <Icon name="right" size={16} />
            </span>
            {texts.names[kind]}
          </button>
        </h2>
        <Subject row={row} />
        <span className="badge push-end semibold" data-state={status}>
          {texts.badges[status]}
        </span>
      </div>
      <p className="muted">
        {texts.reporter} <MemberName name={reporter.username} /> · <When at={created_at} short />
        {staff && <> · {status === 'resolved' ? texts.resolvedBy(staff.username) : texts.heldBy(staff.username)}</>}
      </p>
      {open ? (
        <div className={styles['wholeText']} dir="auto">
          <Prose html={text_html} />
        </div>
      ) : (
        <p className={`color-muted ${styles['preview']}`} dir="auto">
          {extractExcerpt(text_html)}
        </p>
      )}
      {!open && <ReportedText subject={row.subject} />}
      {!open && <NextSteps row={row} />}
      {openedReport && (
        <div id={detailsId}>
          <ReportDetails row={row} openedReport={openedReport} />
        </div>
      )}
    </li>
  );
}

function Subject({ row: { subject, kind } }: { row: ReportRow }) {
  if (!subject || kind === 'bug') return null;
  const { path, title } = subject;
  if (path === null)
    return (
      <span className={`faint ${styles['subject']}`} dir="auto">
        {title ?? texts.hidden}
      </span>
    );
  const sort = subject.kind === 'member' ? '' : `${texts.subjects[subject.kind]} `;
  return (
    <span className={`shrinkable break-anywhere ${styles['subject']}`} dir="auto">
      {sort}
      <Link to={path} dir="auto">
        {title ?? texts.show}
      </Link>
    </span>
  );
}

/** Offers the usual next steps without opening the report. The list updates itself. */
function NextSteps({ row: { id, status, subject } }: { row: ReportRow }) {
  const { busy, fault, run } = useReportWork(id, () => {});
  if (status === 'resolved') return null;
  return (
    <div className={`row gap-4 ${styles['quickActions']}`} role="group" aria-label={texts.actions}>
      {status === 'open' && (
        <Button kind="quiet" aria-disabled={busy} onClick={() => void run('take')}>
          {texts.take}
        </Button>
      )}
      {subject && subject.kind !== 'member' && subject.path !== null && (
        <ButtonLink kind="quiet" to={subject.path}>
          {texts.show}
        </ButtonLink>
      )}
      <AuthorBan subject={subject} />
      {fault !== null && <Alert kind="error">{fault}</Alert>}
    </div>
  );
}
