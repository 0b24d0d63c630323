import type { ReportRow } from '@guildhall/domain/wire/schemas/staff/reports.js';
import { useState, type SyntheticEvent } from 'react';
import { useDraft } from '../../../shared/browser/draft.js';
import { Button } from '../../../ui/button.js';
import { TextArea } from '../../../ui/field.js';
import { Alert } from '../../../ui/alert.js';
import { DraftAlert } from '../../../ui/editor/draft-alert.js';
import styles from './reports.module.css';
import { texts } from './texts.js';
import { useMutation } from '../../../shared/hooks/use-mutation.js';
import { send } from '../../../shared/api/api.js';
import { showUndoToast } from '../../../shared/undo-toast.js';

export function NoteForm({ id, work }: { id: number; work: ReportWork }) {
  const draft = useDraft(`report.note.${id}`);
  const [isAnswerMissing, setMissing] = useState(false);
  async function add(event: SyntheticEvent) {
    event.preventDefault();
    const text = draft.text.trim();
    setMissing(text === '');
    if (text !== '' && (await work.run('note', { note: text }, draft.keyFor))) draft.done(text);
  }
  return (
    <form className={`grid gap-8 ${styles['form']}`} noValidate onSubmit={(event) => void add(event)}>
      <TextArea
        label={texts.note}
        value={draft.text}
        aria-invalid={isAnswerMissing || undefined}
        onChange={(event) => draft.setText(event.target.value)}
      />
      <DraftAlert draft={draft} />
      {isAnswerMissing && <Alert kind="error">{texts.noteMissing}</Alert>}
      <div className="row">
        <Button type="submit" aria-disabled={work.busy}>
          {work.busy ? texts.saving : texts.noteAdd}
        </Button>
      </div>
    </form>
  );
}

interface ResolveFormProps {
  report: ReportRow;
  work: ReportWork;
  close: () => void;
}

export function ResolveForm({ report: { id, reporter }, work, close }: ResolveFormProps) {
  const draft = useDraft(`report.answer.${id}`);
  async function resolve(event: SyntheticEvent) {
    event.preventDefault();
    const response = draft.text.trim();
    if (!(await work.run('resolve', response === '' ? {} : { answer: response }, draft.keyFor))) return;
    draft.done(response);
    close();
  }
  return (
    <form
      className={`grid gap-8 ${styles['form']}`}
      aria-label={texts.resolveTitle}
      onSubmit={(event) => void resolve(event)}
    >
      <TextArea
        label={texts.answer(reporter.username)}
        placeholder={texts.answerHint}
        value={draft.text}
        autoFocus
        onChange={(event) => draft.setText(event.target.value)}
      />
      <DraftAlert draft={draft} />
      <div className="row">
        <Button kind="primary" type="submit" aria-disabled={work.busy}>
          {work.busy ? texts.saving : texts.resolveDo}
        </Button>
        <Button onClick={close}>{texts.cancel}</Button>
      </div>
    </form>
  );
}

type WorkAction = 'take' | 'resolve' | 'reopen' | 'note';

export type ReportWork = ReturnType<typeof useReportWork>;

export function useReportWork(id: number, onChanged: () => void) {
  const { busy, fault, run: runMutation } = useMutation(texts.failed);

  const run = (action: WorkAction, body: Record<string, string> = {}, keyFor?: (content: unknown) => string) =>
    runMutation([action, body], async (key) => {
      await send('POST', `/admin/reports/${id}/${action}`, keyFor?.([action, body]) ?? key, body);
      showDone(action);
      onChanged();
    });

  function showDone(action: WorkAction): void {
    const reopen = async (key: string) => {
      await send('POST', `/admin/reports/${id}/reopen`, key, {});
      onChanged();
    };
    const undo = { run: reopen, done: texts.done.reopen, failureText: texts.failed };
    showUndoToast(texts.done[action], action === 'take' || action === 'resolve' ? undo : null);
  }
  return { busy, fault, run };
}
