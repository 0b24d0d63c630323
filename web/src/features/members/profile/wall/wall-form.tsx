import { useId, useState, type SyntheticEvent } from 'react';
import { useMutation } from '../../../../shared/hooks/use-mutation.js';
import { formatClock } from '../../../../shared/dates.js';
import { useOwnDraft } from '../../../../shared/browser/draft.js';
import { linkTo } from '../../../../shared/paths.js';
import { sendWithKeys } from '../../../../shared/hooks/send-keys.js';
import { Link, useLocation } from '../../../../shared/router.js';
import { useSession } from '../../../../shared/state/session.js';
import { texts as shared } from '../../../../shared/texts.js';
import { Button, getButtonClass } from '../../../../ui/button.js';
import { Alert } from '../../../../ui/alert.js';
import { DraftAlert } from '../../../../ui/editor/draft-alert.js';
import { CopyText } from '../../../../ui/editor/copy-text.js';
import { Editor } from '../../../../ui/editor/editor.js';
import styles from './wall.module.css';
import { profileTexts as texts } from '../../texts.js';

interface WallFormProps {
  label: string;
  labelHidden?: boolean;
  submitLabel: string;
  draftKey: string;
  formerDraftKey?: string;
  failureText: string;
  send: (content: string, key: string) => Promise<void>;
  lostReason?: string | null;
  close?: () => void;
}

/** Guests are asked to log in when they submit the form. */
export function WallForm({
  label,
  labelHidden = false,
  submitLabel,
  draftKey,
  formerDraftKey,
  failureText,
  send,
  lostReason = null,
  close,
}: WallFormProps) {
  const user = useSession((state) => state.user);
  const draft = useOwnDraft(user?.id ?? null, draftKey, formerDraftKey);
  const { busy: sending, fault, run, setFault } = useMutation(failureText);
  const [isSent, setIsSent] = useState(false);
  const { pathname } = useLocation();
  const id = useId();

  async function submit(event: SyntheticEvent) {
    event.preventDefault();
    if (sending || lostReason !== null) return;
    const content = draft.text.trim();
    if (!user) return setFault(texts.loginRequired);
    if (content === '') return setFault(texts.typeSomething);
    setIsSent(false);
    if (!(await run(content, () => send(content, draft.keyFor(content))))) return;
    setIsSent(true);
    if (draft.done(content)) close?.();
  }

  return (
    <form
      className={`grid gap-8 ${styles['form']}`}
      noValidate
      onSubmit={(event) => void submit(event)}
      onKeyDown={(event) => {
        sendWithKeys(event);
        if (event.key === 'Escape') close?.();
      }}
    >
      <Editor
        plain
        pictures={user !== null}
        label={label}
        labelHidden={labelHidden}
        value={draft.text}
        placeholder={texts.hint}
        autoFocus={close !== undefined}
        fault={fault === null ? undefined : id}
        change={(text) => {
          draft.setText(text);
          setFault(null);
        }}
      />
      <DraftAlert draft={draft} />
      {lostReason !== null && <Alert kind="error">{lostReason}</Alert>}
      {fault !== null && (
        <Alert kind="error">
          <span id={id}>{fault}</span>
          {!user && (
            <Link className={getButtonClass('secondary')} to={linkTo('auth')} state={{ from: pathname }}>
              {shared.nav.logIn}
            </Link>
          )}
        </Alert>
      )}
      <p className="visually-hidden" role="status">
        {isSent && texts.sent}
      </p>
      <div className={`line gap-8-12 justify-end ${styles['formEnd']}`}>
        <span className="faint">{draft.savedAt && shared.draftSaved(formatClock(draft.savedAt))}</span>
        {close && (
          <Button kind="quiet" onClick={close}>
            {texts.cancel}
          </Button>
        )}
        {lostReason === null ? (
          <Button kind="primary" type="submit" aria-disabled={sending}>
            {sending ? texts.posting : submitLabel}
          </Button>
        ) : (
          <CopyText text={draft.text} />
        )}
      </div>
    </form>
  );
}
