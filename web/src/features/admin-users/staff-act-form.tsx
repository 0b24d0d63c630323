import type { ReactNode } from 'react';
import { Button } from '../../shared/ui/button.js';
import { Notice } from '../../shared/ui/notice.js';
import type { Act } from '../admin/use-act.js';
import { DialogEnd } from '../dialog/dialog.js';
import { texts } from './texts.js';
import styles from './admin-users.module.css';

interface StaffActFormProps {
  act: Act;
  submit: () => void;
  /** Of the button that does it. */
  name: string;
  busyName: string;
  danger?: boolean;
  /** What is missing before it can be done, in words. */
  missing?: string | null;
  cancel: () => void;
  children: ReactNode;
}

/** A form of the staff that does one thing, in a dialog or on a page of its own. */
export function StaffActForm({
  act,
  submit,
  name,
  busyName,
  danger,
  missing = null,
  cancel,
  children,
}: StaffActFormProps) {
  return (
    <form
      className={styles['form']}
      onSubmit={(event) => {
        event.preventDefault();
        if (missing === null) submit();
      }}
    >
      {children}
      {act.fault !== null && <Notice kind="error">{act.fault}</Notice>}
      <DialogEnd>
        <Button onClick={cancel}>{texts.cancel}</Button>
        <Button
          type="submit"
          kind={danger ? 'danger' : 'primary'}
          aria-disabled={act.busy || missing !== null}
          title={missing ?? undefined}
        >
          {act.busy ? busyName : name}
        </Button>
      </DialogEnd>
    </form>
  );
}
