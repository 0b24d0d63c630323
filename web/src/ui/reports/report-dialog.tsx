import { useState, type SyntheticEvent } from 'react';
import { sendWithKeys } from '../../shared/hooks/send-keys.js';
import { erasedName } from '../../shared/state/members.js';
import { showToast } from '../../shared/toast.js';
import { Alert } from '../alert.js';
import { DraftAlert } from '../editor/draft-alert.js';
import { Button } from '../button.js';
import { Dialog, DialogEnd } from '../dialog/dialog.js';
import { Editor } from '../editor/editor.js';
import { ChoiceField } from '../fields/choice-field.js';
import type { Report } from './api.js';
import type { Subject } from './subject.js';
import { texts } from './texts.js';
import { useReport, type Fault } from './use-report.js';

type Reason = keyof typeof texts.reasons;

interface ReportDialogProps {
  subject: Subject;
  author: string;
  close: () => void;
}

const reasons = Object.entries(texts.reasons).map(([value, name]) => ({ value: value as Reason, name }));
const faultId = 'report-dialog-fault';

/** Requires a reason, a description, or both. */
export function ReportDialog({ subject, author, close }: ReportDialogProps) {
  const [reason, setReason] = useState<Reason | ''>('');
  const { draft, sending, fault, submit } = useReport(`${subject.kind}.${subject.id}`, () => {
    showToast(`${texts.sent} ${texts.sentFromPost}`);
    close();
  });
  const buildReport = (text: string): Report | Fault => {
    if (reason === '' && text === '') return { field: 'text', message: texts.reasonMissing };
    if (reason === 'other' && text === '') return { field: 'text', message: texts.textMissing };
    return { kind: 'post', subject, text: reportText(reason, text) };
  };
  function send(event: SyntheticEvent) {
    event.preventDefault();
    void submit(buildReport);
  }
  return (
    <Dialog
      title={`${texts.aboutTitle[subject.kind]}${author === erasedName ? '' : texts.by(author)}`}
      body={texts.player.intro}
      open
      close={close}
    >
      <form className="stack gap-16" noValidate onSubmit={send} onKeyDown={sendWithKeys}>
        <ChoiceField label={texts.reason} value={reason} choose={setReason} options={reasons} />
        <Editor
          plain
          pictures
          label={texts.player.text}
          placeholder={texts.moreHint}
          value={draft.text}
          fault={fault?.field === 'text' ? faultId : undefined}
          change={draft.setText}
        />
        <DraftAlert draft={draft} />
        <div id={faultId}>{fault !== null && <Alert kind="error">{fault.message}</Alert>}</div>
        <DialogEnd>
          <Button onClick={close}>{texts.cancel}</Button>
          <Button kind="primary" type="submit" aria-disabled={sending}>
            {sending ? texts.sending : texts.player.send}
          </Button>
        </DialogEnd>
      </form>
    </Dialog>
  );
}

function reportText(reason: Reason | '', text: string): string {
  if (reason === '' || reason === 'other') return text;
  return text === '' ? texts.reasons[reason] : `${texts.reasons[reason]}: ${text}`;
}
