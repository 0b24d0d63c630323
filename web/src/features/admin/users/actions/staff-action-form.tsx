import type { ReactNode } from 'react';
import { Button } from '../../../../ui/button.js';
import { Alert } from '../../../../ui/alert.js';
import type { Mutation } from '../../../../shared/hooks/use-mutation.js';
import { DialogEnd } from '../../../../ui/dialog/dialog.js';
import { texts } from '../shared/texts.js';

interface StaffActionFormProps {
  mutation: Mutation;
  submit: () => void;
  /** The label of the submit button. */
  name: string;
  busyName: string;
  danger?: boolean;
  /** What is missing before it can be submitted, as text. */
  missing?: string | null;
  cancel: () => void;
  children: ReactNode;
}

/** A form of the staff for one action, in a dialog or on its own page. */
export function StaffActionForm({
  mutation: mutation,
  submit,
  name,
  busyName,
  danger,
  missing = null,
  cancel,
  children,
}: StaffActionFormProps) {
  return (
    <form
      className="stack-wide"
      onSubmit={(event) => {
        event.preventDefault();
        if (missing === null) submit();
      }}
    >
      {children}
      {mutation.fault !== null && <Alert kind="error">{mutation.fault}</Alert>}
      <DialogEnd>
        <Button onClick={cancel}>{texts.cancel}</Button>
        <Button
          type="submit"
          kind={danger ? 'danger' : 'primary'}
          aria-disabled={mutation.busy || missing !== null}
          title={missing ?? undefined}
        >
          {mutation.busy ? busyName : name}
        </Button>
      </DialogEnd>
    </form>
  );
}
