import type { ReactNode } from 'react';
import type { Mutation } from '../../shared/hooks/use-mutation.js';
import { Alert } from '../alert.js';
import { Button } from '../button.js';
import { DialogEnd } from '../dialog/dialog.js';
import { texts } from './texts.js';

interface MutationFormProps {
  mutation: Pick<Mutation, 'busy' | 'fault'>;
  submit: () => unknown;
  name: string;
  busyName: string;
  kind?: 'primary' | 'danger';
  missing?: string | null;
  cancel?: () => void;
  cancelName?: string;
  /** Disables the browser's validation because the form validates its own fields. */
  noValidate?: boolean;
  /** Placed at the start of the button row. */
  aside?: ReactNode;
  children?: ReactNode;
}

export function MutationForm(props: MutationFormProps) {
  const { mutation, submit, name, busyName, kind = 'primary', missing = null, noValidate, aside, children } = props;
  const { cancel, cancelName = texts.cancel } = props;
  return (
    <form
      className="stack gap-16"
      noValidate={noValidate}
      onSubmit={(event) => {
        event.preventDefault();
        if (missing === null) void submit();
      }}
    >
      {children}
      {mutation.fault !== null && <Alert kind="error">{mutation.fault}</Alert>}
      <DialogEnd>
        {aside !== undefined && <div className="grow">{aside}</div>}
        {cancel && <Button onClick={cancel}>{cancelName}</Button>}
        <Button
          type="submit"
          kind={kind}
          aria-disabled={mutation.busy || missing !== null}
          title={missing ?? undefined}
        >
          {mutation.busy ? busyName : name}
        </Button>
      </DialogEnd>
    </form>
  );
}
