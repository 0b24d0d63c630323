import type { AuditRow } from '@guildhall/domain/wire/schemas/staff/audit.js';
import type { WriteResponse } from '@guildhall/domain/wire/schemas/write.js';
import { useState, type RefObject } from 'react';
import { useMutation } from '../../../shared/hooks/use-mutation.js';
import { send } from '../../../shared/api/api.js';
import { MutationForm } from '../../../ui/form/mutation-form.js';
import { ReasonField, normalizeReason } from '../../../ui/form/reason-field.js';
import { withUndo } from '../shared/undo-actions.js';
import { Dialog } from '../../../ui/dialog/dialog.js';
import { Changes } from './changes-list.js';
import { formatKindName, formatSubjectName } from './kinds.js';
import { texts } from './texts.js';

interface UndoDialogProps {
  row: AuditRow;
  back: RefObject<HTMLElement | null>;
  close: () => void;
  onUndone: () => void;
  onChanged: () => void;
}

export function UndoDialog({ row, back, close, onUndone, onChanged }: UndoDialogProps) {
  const [reason, setReason] = useState('');
  const mutation = useMutation(texts.undo.failed);
  const [actionName, subject] = [formatKindName(row.kind), formatSubjectName(row)];
  function undo() {
    const body = { reason: normalizeReason(reason) };
    void mutation.run([row.id, body], async (key) => {
      const call = send<WriteResponse>('POST', `/admin/audit/${row.id}/undo`, key, body);
      await withUndo(call, texts.undo.done(actionName, subject), onChanged);
      onUndone();
      close();
    });
  }
  return (
    <Dialog title={texts.undo.title(actionName, subject)} body={texts.undo.body} open close={close} back={back}>
      <MutationForm
        mutation={mutation}
        submit={undo}
        name={texts.undo.name}
        busyName={texts.undo.doing}
        kind="danger"
        cancel={close}
      >
        <Changes before={row.after} after={row.before} />
        <ReasonField hint={texts.undo.reasonHint} value={reason} change={setReason} />
      </MutationForm>
    </Dialog>
  );
}
