import type { ReactNode, SyntheticEvent } from 'react';
import type { Draft } from '../../../shared/browser/draft.js';
import { sendWithKeys } from '../../../shared/hooks/send-keys.js';
import { Button } from '../../../ui/button.js';
import { Alert } from '../../../ui/alert.js';
import { DraftNote } from '../../writing/draft-note.js';
import { texts } from '../state/texts.js';
import styles from './edit-frame.module.css';

interface EditFrameProps {
  saving: boolean;
  fault: string | null;
  /** By which the field says that it was refused. */
  faultId: string;
  /** What is written here, and kept until it is saved. */
  drafts: Draft[];
  submit: (event: SyntheticEvent) => void;
  close: () => void;
  children: ReactNode;
}

/** What all forms that change a text in its place share: Save and Cancel, Ctrl + Enter and Escape, the alert. */
export function EditFrame({ saving, fault, faultId, drafts, submit, close, children }: EditFrameProps) {
  return (
    <form
      className={styles['edit']}
      noValidate
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key === 'Escape') close();
        sendWithKeys(event);
      }}
    >
      {children}
      {fault !== null && (
        <Alert kind="error">
          <span id={faultId}>{fault}</span>
        </Alert>
      )}
      <div className="row">
        <Button kind="primary" type="submit" aria-disabled={saving}>
          {saving ? texts.saving : texts.save}
        </Button>
        <Button kind="quiet" onClick={close}>
          {texts.cancel}
        </Button>
        <DraftNote drafts={drafts} />
      </div>
    </form>
  );
}
