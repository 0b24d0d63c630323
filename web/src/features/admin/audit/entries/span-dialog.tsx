import type { UndoResult } from '@guildhall/domain/wire/schemas/staff/audit.js';
import { useState } from 'react';
import { useMutation } from '../../../../shared/hooks/use-mutation.js';
import { texts as shared } from '../../../../shared/texts.js';
import { Button } from '../../../../ui/button.js';
import { Dialog, DialogEnd } from '../../../../ui/dialog/dialog.js';
import type { AuditQuery } from './query.js';
import { SpanForm } from './span-form.js';
import { SpanEntries, SpanResults } from './span-lists.js';
import { undoSpan, type Span } from './span.js';
import { texts } from '../shared/texts.js';

interface SpanDialogProps {
  /** The query of the page: the actor and the time are taken from it. */
  query: AuditQuery;
  close: () => void;
  changed: () => void;
}

/** Undoes what one person did in a span of time: lists the actions first, and the outcome of each at the end. */
export function SpanDialog({ query, close, changed }: SpanDialogProps) {
  const [span, setSpan] = useState<Span | null>(null);
  const [results, setResults] = useState<UndoResult[] | null>(null);
  return (
    <Dialog title={texts.span.title} body={texts.span.body} open close={close} wide>
      {span === null && <SpanForm query={query} found={setSpan} close={close} />}
      {span !== null && results === null && (
        <Confirmation
          span={span}
          change={() => setSpan(null)}
          done={(of) => {
            setResults(of);
            changed();
          }}
        />
      )}
      {span !== null && results !== null && (
        <>
          <SpanResults span={span} results={results} />
          <DialogEnd>
            <Button kind="primary" onClick={close}>
              {texts.span.close}
            </Button>
          </DialogEnd>
        </>
      )}
    </Dialog>
  );
}

interface ConfirmationProps {
  span: Span;
  change: () => void;
  done: (results: UndoResult[]) => void;
}

function Confirmation({ span, change, done }: ConfirmationProps) {
  const [reason, setReason] = useState('');
  const { busy, fault, run } = useMutation(texts.span.failed);
  const { username } = span.actor;
  const undo = () =>
    void run([span.actor.id, span.from, span.to, reason], async (key) =>
      done(await undoSpan(span, reason.trim(), key)),
    );
  return (
    <>
      <SpanEntries span={span} reason={reason} setReason={setReason} fault={fault} />
      <DialogEnd>
        <Button onClick={change}>{texts.span.change}</Button>
        {span.undoable.length > 0 && (
          <Button kind="danger" aria-disabled={busy} onClick={undo}>
            {busy ? shared.loading : texts.span.do(username, span.undoable.length)}
          </Button>
        )}
      </DialogEnd>
    </>
  );
}
