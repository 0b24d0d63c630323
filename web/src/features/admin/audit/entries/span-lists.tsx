import { limits } from '@guildhall/domain/limits.js';
import type { AuditRow, UndoResult } from '@guildhall/domain/wire/schemas/staff/audit.js';
import { When } from '../../../../ui/time/when.js';
import { TextField } from '../../../../ui/field.js';
import { Alert } from '../../../../ui/alert.js';
import { subjectName } from './entries-table.js';
import styles from '../shared/audit.module.css';
import { kindName } from '../shared/kinds.js';
import type { Span } from './span.js';
import { texts } from '../shared/texts.js';

interface SpanEntriesProps {
  span: Span;
  reason: string;
  setReason: (reason: string) => void;
  fault: string | null;
}

/** The actions that will be undone. */
export function SpanEntries({ span, reason, setReason, fault }: SpanEntriesProps) {
  const { actor, entries, undoable } = span;
  return (
    <>
      <p role="status">{texts.span.counted(actor.username, entries.length, undoable.length)}</p>
      <ul role="list" className={`scroll-y text-14 ${styles['spanList']}`} aria-label={texts.acts} tabIndex={0}>
        {undoable.map((row) => (
          <li key={row.id}>
            <EntryItem row={row} />
          </li>
        ))}
      </ul>
      {undoable.length > 0 && (
        <TextField
          label={texts.undo.reason}
          value={reason}
          maxLength={limits.reason.max}
          onChange={(event) => setReason(event.target.value)}
        />
      )}
      {fault !== null && <Alert kind="error">{fault}</Alert>}
    </>
  );
}

/** The outcome of each action; those that were not undone first. */
export function SpanResults({ span, results }: { span: Span; results: readonly UndoResult[] }) {
  const rows = new Map(span.entries.map((row) => [row.id, row]));
  const undone = results.filter(({ success }) => success).length;
  const sorted = [...results].sort((one, other) => Number(one.success) - Number(other.success));
  return (
    <>
      <Alert kind={undone === results.length ? 'success' : 'info'}>{texts.span.results(undone, results.length)}</Alert>
      <ul role="list" className={`scroll-y text-14 ${styles['spanList']}`} aria-label={texts.acts} tabIndex={0}>
        {sorted.map(({ id, kind, success, error }) => (
          <li key={id}>
            <EntryItem row={rows.get(id) ?? null} kind={kind} />
            <span className={success ? styles['good'] : styles['bad']}>{success ? texts.span.undone : error}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Null for an action that happened while the dialog was open. */
function EntryItem({ row, kind }: { row: AuditRow | null; kind?: string }) {
  if (row === null) return <span>{kindName(kind ?? '')}</span>;
  return (
    <span>
      <When at={row.at} short /> {kindName(row.kind)} · {subjectName(row)}
    </span>
  );
}
