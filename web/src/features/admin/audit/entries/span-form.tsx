import { useState, type SyntheticEvent } from 'react';
import { useMutation } from '../../../../shared/hooks/use-mutation.js';
import { texts as shared } from '../../../../shared/texts.js';
import { Button } from '../../../../ui/button.js';
import { Alert } from '../../../../ui/alert.js';
import { DateField } from '../../../../ui/fields/date-field.js';
import { isoOf, localOf } from '../../../../ui/time/local-time.js';
import { DialogEnd } from '../../../../ui/dialog/dialog.js';
import { MemberField } from '../../../../ui/fields/member-field.js';
import styles from '../shared/audit.module.css';
import type { AuditQuery } from './query.js';
import { maxEntries, spanOf, type Span } from './span.js';
import { texts } from '../shared/texts.js';

interface SpanFormProps {
  query: AuditQuery;
  found: (span: Span) => void;
  close: () => void;
}

/** The actor, and the start and end of the span. */
export function SpanForm({ query, found, close }: SpanFormProps) {
  const [name, setName] = useState(query.actor);
  const [from, setFrom] = useState(() => localIn(query.from));
  const [to, setTo] = useState(() => localIn(query.to));
  const { busy, fault, run, setFault } = useMutation(shared.loadFailed);
  async function look(event: SyntheticEvent) {
    event.preventDefault();
    const [begin, end] = [isoOf(from), isoOf(to) ?? new Date().toISOString()];
    if (name.trim() === '' || begin === null) return setFault(texts.span.missing);
    if (end <= begin) return setFault(texts.span.order);
    let span: Awaited<ReturnType<typeof spanOf>> = null;
    if (!(await run([name, begin, end], async () => (span = await spanOf(name.trim(), begin, end))))) return;
    if (span === 'too-many') setFault(texts.span.tooMany(maxEntries));
    else if (span === null) setFault(texts.span.nothing(name.trim()));
    else found(span);
  }
  return (
    <form className="stack" noValidate onSubmit={(event) => void look(event)}>
      <MemberField label={texts.span.who} value={name} onChange={setName} />
      <div className={`stack ${styles['spanTimes']}`}>
        <DateField label={texts.span.from} value={from} change={setFrom} withTime />
        <DateField label={texts.span.to} hint={texts.span.toHint} value={to} change={setTo} withTime />
      </div>
      {fault !== null && <Alert kind="error">{fault}</Alert>}
      <DialogEnd>
        <Button onClick={close}>{texts.undo.cancel}</Button>
        <Button kind="primary" type="submit" aria-disabled={busy}>
          {busy ? texts.span.looking : texts.span.look}
        </Button>
      </DialogEnd>
    </form>
  );
}

function localIn(iso: string): string {
  const date = new Date(iso);
  return iso === '' || Number.isNaN(date.getTime()) ? '' : localOf(date);
}
