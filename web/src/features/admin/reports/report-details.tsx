import type {
  ReportDetail,
  ReportNoteRow,
  ReportRow,
  ReportedSubjectRow,
} from '@guildhall/domain/wire/schemas/staff/reports.js';
import { useRef, useState } from 'react';
import type { LoadedResponse } from '../../../queries/use-response.js';
import { useSession } from '../../../shared/state/session.js';
import { Button } from '../../../ui/button.js';
import { Alert, LoadError } from '../../../ui/alert.js';
import { Skeleton } from '../../../ui/skeleton.js';
import { MemberName } from '../../../ui/member.js';
import { Prose } from '../../../ui/prose.js';
import { When } from '../../../ui/time/when.js';
import { BanState, QuickActions } from './quick-actions.js';
import { NoteForm, ResolveForm, useReportWork, type ReportWork } from './report-forms.js';
import styles from './reports.module.css';
import { texts } from './texts.js';

interface ReportDetailsProps {
  row: ReportRow;
  openedReport: LoadedResponse<ReportDetail>;
}

export function ReportDetails({ row, openedReport: { body: detail, fault, reload } }: ReportDetailsProps) {
  const { id } = row;
  const work = useReportWork(id, () => void reload());
  const [isResolving, setResolving] = useState(false);
  const actions = useRef<HTMLDivElement>(null);
  const closeForm = () => {
    setResolving(false);
    actions.current?.focus();
  };
  return (
    <div className={`grid one-column margin-top-12 ${styles['details']}`}>
      <ReportedText subject={row.subject} reportedText={detail?.text_when_reported ?? null} isWhole />
      <BanState row={row} />
      <div ref={actions} tabIndex={-1} className="row" role="group" aria-label={texts.actions}>
        <WorkButtons row={row} work={work} resolving={isResolving} resolve={() => setResolving(true)} />
        <QuickActions row={row} onChanged={() => void reload()} back={actions} />
      </div>
      {work.fault !== null && <Alert kind="error">{work.fault}</Alert>}
      {isResolving && row.status !== 'resolved' && <ResolveForm report={row} work={work} close={closeForm} />}
      {!detail && fault === null && <Skeleton width="100%" height={120} />}
      {fault !== null && <LoadError retry={() => void reload()} />}
      {detail && <History notes={detail.notes} />}
      {detail && <NoteForm id={id} work={work} />}
    </div>
  );
}

interface WorkButtonsProps {
  row: ReportRow;
  work: ReportWork;
  resolving: boolean;
  resolve: () => void;
}

/** The first button stays in place and keeps the focus while its action changes. */
function WorkButtons({ row: { status, staff }, work, resolving, resolve }: WorkButtonsProps) {
  const me = useSession((state) => state.user?.id);
  const isMine = staff !== null && staff.user_id === me;
  const canTake = status !== 'resolved' && !(status === 'taken' && isMine);
  const giveBackText = status === 'taken' ? texts.giveBack : texts.reopen;
  const takeText = staff === null ? texts.take : texts.takeOver(staff.username);
  return (
    <>
      <Button aria-disabled={work.busy} onClick={() => void work.run(canTake ? 'take' : 'reopen')}>
        {canTake ? takeText : giveBackText}
      </Button>
      {status === 'taken' && !isMine && (
        <Button aria-disabled={work.busy} onClick={() => void work.run('reopen')}>
          {giveBackText}
        </Button>
      )}
      {status !== 'resolved' && (
        <Button kind="primary" aria-expanded={resolving} onClick={resolve}>
          {texts.resolve}
        </Button>
      )}
    </>
  );
}

function History({ notes }: { notes: readonly ReportNoteRow[] }) {
  return (
    <section>
      <h3>{texts.history}</h3>
      {notes.length === 0 && <p className="faint">{texts.nothingYet}</p>}
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
    <li className="padding-y-8">
      <p className="muted">
        <strong>{username}</strong> {texts.entries[kind]} · <When at={at} short />
      </p>
      {text !== null && (
        <p className={styles['text']} dir="auto">
          {text}
        </p>
      )}
    </li>
  );
}

interface ReportedTextProps {
  subject: ReportedSubjectRow | null;
  /** The post's text at the time of the report. Omitted if it has not been edited since. */
  reportedText?: string | null;
  /** If false, shows only the first lines, without links, because those could be hidden. */
  isWhole?: boolean;
}

export function ReportedText({ subject, reportedText = null, isWhole = false }: ReportedTextProps) {
  if (subject?.text === null || subject?.text === undefined || subject.author === null) return null;
  const { author, text, html, deleted, edited } = subject;
  const isCompared = isWhole && reportedText !== null && reportedText !== text;
  return (
    <div className={styles['reportedText']}>
      <p className="muted">
        {texts.writtenBy} <MemberName name={author.username} />
        {deleted && <strong className="color-warning"> · {texts.wasDeleted}</strong>}
        {edited && <strong className="color-warning"> · {texts.wasEdited}</strong>}
      </p>
      {isCompared && (
        <>
          <h3>{texts.before}</h3>
          <blockquote className={styles['text']} dir="auto">
            {reportedText}
          </blockquote>
          <h3>{texts.now}</h3>
        </>
      )}
      <blockquote
        className={isWhole ? styles['wholeText'] : `color-muted ${styles['excerpt']}`}
        dir="auto"
        inert={!isWhole}
      >
        {html === null ? text : <Prose html={html} />}
      </blockquote>
    </div>
  );
}
