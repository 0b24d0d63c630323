import type { UndoResult, AuditRow } from '@guildhall/domain/wire/schemas/staff/audit.js';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode, type RefObject } from 'react';
import { queryClient } from '../../../queries/client.js';
import { useMutation } from '../../../shared/hooks/use-mutation.js';
import { texts as shared } from '../../../shared/texts.js';
import { Button } from '../../../ui/button.js';
import { MutationForm } from '../../../ui/form/mutation-form.js';
import { Dialog, DialogEnd } from '../../../ui/dialog/dialog.js';
import type { AuditQuery } from './query.js';
import { undoSpan, type Span, maxEntries, findSpan, readBatchSpan } from './span.js';
import { texts } from './texts.js';
import { Alert, LoadError } from '../../../ui/alert.js';
import { Skeleton } from '../../../ui/skeleton.js';
import { DateField } from '../../../ui/fields/date-field.js';
import { toIso, formatLocal } from '../../../ui/time/local-time.js';
import { MemberField } from '../../../ui/fields/member-field.js';
import styles from './audit.module.css';
import { When } from '../../../ui/time/when.js';
import { ReasonField, normalizeReason } from '../../../ui/form/reason-field.js';
import { formatKindName, formatSubjectName } from './kinds.js';

interface SpanDialogProps {
  query: AuditQuery;
  close: () => void;
  onChanged: () => void;
}

interface BatchDialogProps {
  batch: string;
  /** The number of actions, for example "3 actions". */
  parts: string;
  back: RefObject<HTMLElement | null>;
  close: () => void;
  onUndone: () => void;
}

/** Works like `SpanDialog`, but covers a single call's actions. */
export function BatchDialog({ batch, parts, back, close, onUndone }: BatchDialogProps) {
  const [results, setResults] = useState<UndoResult[] | null>(null);
  const {
    data: span,
    isError,
    refetch,
  } = useQuery(
    { queryKey: ['audit batch', batch], queryFn: () => readBatchSpan(batch), gcTime: 0, refetchOnWindowFocus: false },
    queryClient,
  );
  return (
    <Dialog title={texts.batch.title(parts)} body={texts.span.body} open close={close} back={back} wide>
      {isError && <LoadError retry={() => void refetch()} />}
      {!span && !isError && <Skeleton width="100%" height={120} />}
      {span && results === null && (
        <Confirmation
          span={span}
          status={texts.batch.counted(span.entries.length, span.undoable.length)}
          name={texts.batch.do(span.undoable.length)}
          back={{ name: texts.batch.cancel, run: close }}
          onDone={(newResults) => {
            setResults(newResults);
            onUndone();
          }}
        />
      )}
      {span && results !== null && <Outcome span={span} results={results} close={close} />}
    </Dialog>
  );
}

export function SpanDialog({ query, close, onChanged }: SpanDialogProps) {
  const [span, setSpan] = useState<Span | null>(null);
  const [results, setResults] = useState<UndoResult[] | null>(null);
  return (
    <Dialog title={texts.span.title} body={texts.span.body} open close={close} wide>
      {span === null && <SpanForm query={query} onFound={setSpan} close={close} />}
      {span !== null && results === null && (
        <Confirmation
          span={span}
          status={texts.span.counted(span.actor.username, span.entries.length, span.undoable.length)}
          name={texts.span.do(span.actor.username, span.undoable.length)}
          back={{ name: texts.span.change, run: () => setSpan(null) }}
          onDone={(newResults) => {
            setResults(newResults);
            onChanged();
          }}
        />
      )}
      {span !== null && results !== null && <Outcome span={span} results={results} close={close} />}
    </Dialog>
  );
}

function Outcome({ close, ...outcome }: { span: Span; results: readonly UndoResult[]; close: () => void }) {
  return (
    <>
      <SpanResults {...outcome} />
      <DialogEnd>
        <Button kind="primary" onClick={close}>
          {texts.span.close}
        </Button>
      </DialogEnd>
    </>
  );
}

interface ConfirmationProps {
  span: Span;
  status: string;
  name: string;
  back: { name: string; run: () => void };
  onDone: (results: UndoResult[]) => void;
}

function Confirmation({ span, status, name, back, onDone }: ConfirmationProps) {
  const [reason, setReason] = useState('');
  const { busy, fault, run } = useMutation(texts.span.failed);
  const { actor, from, to, undoable } = span;
  const undo = () =>
    void run([actor.id, from, to, reason], async (key) => onDone(await undoSpan(span, normalizeReason(reason), key)));
  return (
    <>
      <p role="status">{status}</p>
      <SpanList>
        {undoable.map((row) => (
          <li key={row.id}>
            <EntryItem row={row} />
          </li>
        ))}
      </SpanList>
      {undoable.length > 0 && <ReasonField hint={texts.undo.reasonHint} value={reason} change={setReason} />}
      {fault !== null && <Alert kind="error">{fault}</Alert>}
      <DialogEnd>
        <Button onClick={back.run}>{back.name}</Button>
        {undoable.length > 0 && (
          <Button kind="danger" aria-disabled={busy} onClick={undo}>
            {busy ? shared.loading : name}
          </Button>
        )}
      </DialogEnd>
    </>
  );
}

function SpanList({ children }: { children: ReactNode }) {
  return (
    <ul role="list" className={`scroll-y text-14 ${styles['spanList']}`} aria-label={texts.actions} tabIndex={0}>
      {children}
    </ul>
  );
}

interface SpanFormProps {
  query: AuditQuery;
  onFound: (span: Span) => void;
  close: () => void;
}

export function SpanForm({ query, onFound, close }: SpanFormProps) {
  const [name, setName] = useState(query.actor);
  const [from, setFrom] = useState(() => formatLocal(query.from));
  const [to, setTo] = useState(() => formatLocal(query.to));
  const mutation = useMutation(shared.loadFailed);
  const { run, setFault } = mutation;
  async function submit() {
    const [begin, end] = [toIso(from), toIso(to) ?? new Date().toISOString()];
    if (name.trim() === '' || begin === null) return setFault(texts.span.missing);
    if (end <= begin) return setFault(texts.span.order);
    let span: Awaited<ReturnType<typeof findSpan>> = null;
    if (!(await run([name, begin, end], async () => (span = await findSpan(name.trim(), begin, end))))) return;
    if (span === 'too-many') setFault(texts.span.tooMany(maxEntries));
    else if (span === null) setFault(texts.span.nothing(name.trim()));
    else onFound(span);
  }
  return (
    <MutationForm
      mutation={mutation}
      submit={submit}
      name={texts.span.look}
      busyName={texts.span.looking}
      cancel={close}
      noValidate
    >
      <MemberField label={texts.span.who} value={name} onChange={setName} />
      <div className={`stack ${styles['spanTimes']}`}>
        <DateField label={texts.span.from} value={from} change={setFrom} withTime />
        <DateField label={texts.span.to} hint={texts.span.toHint} value={to} change={setTo} withTime />
      </div>
    </MutationForm>
  );
}

export function SpanResults({ span, results }: { span: Span; results: readonly UndoResult[] }) {
  const rows = new Map(span.entries.map((row) => [row.id, row]));
  const undoneCount = results.filter(({ success }) => success).length;
  const sortedResults = [...results].sort((a, b) => Number(a.success) - Number(b.success));
  return (
    <>
      <Alert kind={undoneCount === results.length ? 'success' : 'info'}>
        {texts.span.results(undoneCount, results.length)}
      </Alert>
      <SpanList>
        {sortedResults.map(({ id, kind, success, error }) => (
          <li key={id}>
            <EntryItem row={rows.get(id) ?? null} kind={kind} />
            <span className={success ? 'color-added' : 'color-removed'}>{success ? texts.span.undone : error}</span>
          </li>
        ))}
      </SpanList>
    </>
  );
}

/** `row` is null if the action happened while the dialog was open. */
function EntryItem({ row, kind }: { row: AuditRow | null; kind?: string }) {
  if (row === null) return <span>{formatKindName(kind ?? '')}</span>;
  return (
    <span>
      <When at={row.at} short /> {formatKindName(row.kind)} · {formatSubjectName(row)}
    </span>
  );
}
