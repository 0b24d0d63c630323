import type { ReportDetail, ReportNoteRow, ReportRow } from '@guildhall/domain/wire/schemas/staff/reports.js';
import { useEffect } from 'react';
import { useResponse } from '../../queries/use-response.js';
import { useSession } from '../../shared/state/session.js';
import { Button } from '../../ui/button.js';
import { Alert, LoadError } from '../../ui/alert.js';
import { Skeleton } from '../../ui/skeleton.js';
import { When } from '../../ui/time/when.js';
import { QuickActions } from './quick-actions.js';
import { detailAddress, showInQueue } from './queue.js';
import { NoteForm, ResolveForm } from './report-forms.js';
import styles from './reports.module.css';
import { texts } from './texts.js';
import { useReportWork } from './use-work.js';

/** What was done about a report, and what can be done. */
export function ReportDetails({ row }: { row: ReportRow }) {
  const { id } = row;
  const { body: detail, fault, reload } = useResponse<ReportDetail>(detailAddress(id));
  useEffect(() => {
    if (detail) showInQueue(detail);
  }, [detail]);
  return (
    <div className={styles['details']}>
      <QuickActions row={row} />
      {!detail && fault === null && <Skeleton width="100%" height={120} />}
      {fault !== null && <LoadError again={() => void reload()} />}
      {detail && <History notes={detail.notes} />}
      {detail && <Work report={detail} changed={() => void reload()} />}
    </div>
  );
}

function History({ notes }: { notes: readonly ReportNoteRow[] }) {
  return (
    <section>
      <h3>{texts.history}</h3>
      {notes.length === 0 && <p className={styles['faint']}>{texts.nothingYet}</p>}
      <ol role="list">
        {notes.map((note, index) => (
          <Note key={index} note={note} />
        ))}
      </ol>
    </section>
  );
}

function Note({ note: { username, at, kind, text } }: { note: ReportNoteRow }) {
  return (
    <li className={styles['note']}>
      <p className={styles['meta']}>
        <strong>{username}</strong> {texts.entries[kind]} · <When at={at} short />
      </p>
      {text !== null && <p className={styles['text']}>{text}</p>}
    </li>
  );
}

/** The actions that a report's state allows. */
function Work({ report, changed }: { report: ReportRow; changed: () => void }) {
  const me = useSession((state) => state.user?.id);
  const work = useReportWork(report.id, changed);
  const { status, staff } = report;
  const mine = staff !== null && staff.user_id === me;
  return (
    <>
      <NoteForm id={report.id} work={work} />
      {status !== 'resolved' && <ResolveForm report={report} work={work} />}
      {work.fault !== null && <Alert kind="error">{work.fault}</Alert>}
      <div className={styles['acts']}>
        {status !== 'resolved' && !mine && (
          <Button aria-disabled={work.busy} onClick={() => void work.run('take')}>
            {staff === null ? texts.take : texts.takeOver(staff.username)}
          </Button>
        )}
        {status !== 'open' && (
          <Button aria-disabled={work.busy} onClick={() => void work.run('reopen')}>
            {status === 'taken' ? texts.giveBack : texts.reopen}
          </Button>
        )}
      </div>
    </>
  );
}
