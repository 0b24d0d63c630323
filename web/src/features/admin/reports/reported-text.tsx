import type { ReportedSubjectRow } from '@guildhall/domain/wire/schemas/staff/reports.js';
import { MemberName } from '../../../ui/member.js';
import styles from './reports.module.css';
import { texts } from './texts.js';

interface ReportedTextProps {
  subject: ReportedSubjectRow | null;
  /** As it was when it was reported, where it was edited since. */
  before?: string | null;
  /** Instead of its first lines. */
  whole?: boolean;
}

/** What a report is about, as it was written, with its author. */
export function ReportedText({ subject, before = null, whole = false }: ReportedTextProps) {
  if (subject?.text === null || subject?.text === undefined || subject.author === null) return null;
  const { author, text, deleted, edited } = subject;
  const compared = whole && before !== null && before !== text;
  return (
    <div className={styles['reported']}>
      <p className="muted">
        {texts.writtenBy} <MemberName name={author.username} />
        {deleted && <strong className="color-warning"> · {texts.wasDeleted}</strong>}
        {edited && <strong className="color-warning"> · {texts.wasEdited}</strong>}
      </p>
      {compared && (
        <>
          <h3>{texts.before}</h3>
          <blockquote className={styles['text']} dir="auto">
            {before}
          </blockquote>
          <h3>{texts.now}</h3>
        </>
      )}
      <blockquote className={whole ? styles['text'] : `color-muted ${styles['preview']}`} dir="auto">
        {text}
      </blockquote>
    </div>
  );
}
