import type { ReactNode, SyntheticEvent } from 'react';
import type { Draft } from '../../../shared/browser/draft.js';
import { sendWithKeys } from '../../../shared/hooks/send-keys.js';
import { Button } from '../../../ui/button.js';
import { Alert } from '../../../ui/alert.js';
import { DraftAlert } from '../../../ui/form/draft-alert.js';
import { CopyText } from '../../../ui/editor/copy-text.js';
import { DraftNote } from '../../../ui/editor/draft-note.js';
import { texts as ofThread } from '../state/texts.js';
import { texts } from '../moderation/texts.js';
import styles from './edit-frame.module.css';

interface EditFrameProps {
  saving: boolean;
  /** The text, once the edited post was deleted: it can only be copied. */
  lostText?: string | null;
  fault: string | null;
  /** The id of the alert that describes the field. */
  faultId: string;
  /** Stored until the edit is saved. */
  draft: Draft;
  submit: (event: SyntheticEvent) => void;
  close: () => void;
  children: ReactNode;
}

/** The frame of every inline edit form: Save and Cancel, Ctrl + Enter and Escape, the alert. */
export function EditFrame({ saving, lostText = null, fault, faultId, draft, submit, close, children }: EditFrameProps) {
  return (
    <form
      className={`stack ${styles['edit']}`}
      noValidate
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key === 'Escape') close();
        sendWithKeys(event);
      }}
    >
      {children}
      <DraftAlert draft={draft} />
      {lostText !== null && <Alert kind="error">{ofThread.replyGone}</Alert>}
      {fault !== null && (
        <Alert kind="error">
          <span id={faultId}>{fault}</span>
        </Alert>
      )}
      <div className="row">
        {lostText === null ? (
          <Button kind="primary" type="submit" aria-disabled={saving}>
            {saving ? texts.saving : texts.save}
          </Button>
        ) : (
          <CopyText text={lostText} />
        )}
        <Button kind="quiet" onClick={close}>
          {texts.cancel}
        </Button>
        <DraftNote draft={draft} />
      </div>
    </form>
  );
}
