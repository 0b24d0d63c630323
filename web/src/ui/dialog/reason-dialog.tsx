import { useState } from 'react';
import { useMutation } from '../../shared/hooks/use-mutation.js';
import { MutationForm } from '../form/mutation-form.js';
import { ReasonField, normalizeReason } from '../form/reason-field.js';
import { Dialog } from './dialog.js';

interface ReasonDialogProps {
  title: string;
  name: string;
  busyName: string;
  failureText: string;
  write: (reason: string | undefined, key: string) => Promise<unknown>;
  close: () => void;
}

/** Asks for a reason before actions that need no other confirmation. */
export function ReasonDialog({ title, name, busyName, failureText, write, close }: ReasonDialogProps) {
  const [typedText, setTypedText] = useState('');
  const mutation = useMutation(failureText);
  async function submit() {
    const reason = normalizeReason(typedText);
    if (await mutation.run([title, reason], (key) => write(reason, key))) close();
  }
  return (
    <Dialog title={title} open close={close}>
      <MutationForm mutation={mutation} submit={submit} name={name} busyName={busyName} cancel={close}>
        <ReasonField value={typedText} change={setTypedText} />
      </MutationForm>
    </Dialog>
  );
}
