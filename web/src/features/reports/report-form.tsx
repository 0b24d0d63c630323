import { useEffect, useRef, type ReactNode } from 'react';
import { formatClock } from '../../shared/dates.js';
import { sendWithKeys } from '../../shared/hooks/send-keys.js';
import { texts as shared } from '../../shared/texts.js';
import { Button } from '../../ui/button.js';
import { Editor } from '../../ui/editor/editor.js';
import { Alert } from '../../ui/alert.js';
import { DraftAlert } from '../../ui/editor/draft-alert.js';
import type { Report } from '../../ui/reports/api.js';
import { texts } from '../../ui/reports/texts.js';
import type { Fault, useReport } from '../../ui/reports/use-report.js';

export const faultId = 'report-fault';

interface ReportFormProps {
  kind: 'player' | 'bug';
  form: ReturnType<typeof useReport>;
  buildReport: (text: string) => Report | Fault;
  children?: ReactNode;
}

export function ReportForm({ kind, form, buildReport, children }: ReportFormProps) {
  const { draft, sending, isSent, fault, submit, restart } = form;
  if (isSent) return <Sent restart={restart} />;
  const { text, textHint, send } = texts[kind];
  return (
    <form
      className="stack gap-16"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit(buildReport);
      }}
      onKeyDown={sendWithKeys}
    >
      {children}
      <Editor
        plain
        pictures
        label={text}
        placeholder={textHint}
        value={draft.text}
        fault={fault?.field === 'text' ? faultId : undefined}
        change={draft.setText}
      />
      <DraftAlert draft={draft} />
      <div id={faultId}>{fault !== null && <Alert kind="error">{fault.message}</Alert>}</div>
      <div className="row gap-8-16 spread">
        <span className="hint">{draft.savedAt && shared.draftSaved(formatClock(draft.savedAt))}</span>
        <Button kind="primary" type="submit" aria-disabled={sending}>
          {sending ? texts.sending : send}
        </Button>
      </div>
    </form>
  );
}

function Sent({ restart }: { restart: () => void }) {
  const box = useRef<HTMLDivElement>(null);
  // The focused button disappears with the form, so move the focus to its replacement.
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} tabIndex={-1} className="rounded">
      <Alert kind="success">
        <span>
          <strong>{texts.sent}</strong> {texts.sentBody}
        </span>
        <Button onClick={restart}>{texts.sendAnother}</Button>
      </Alert>
    </div>
  );
}
