import { flushSync } from 'react-dom';
import { useEffect, useId, useState, type ReactNode, type SyntheticEvent } from 'react';
import type { Draft } from '../../../shared/browser/draft.js';
import { hasDraft } from '../../../shared/browser/draft-slots.js';
import { forget, store, readStored } from '../../../shared/browser/storage.js';
import { sendWithKeys } from '../../../shared/hooks/send-keys.js';
import { useMutation } from '../../../shared/hooks/use-mutation.js';
import { Button } from '../../../ui/button.js';
import { Alert } from '../../../ui/alert.js';
import { DraftAlert } from '../../../ui/editor/draft-alert.js';
import { CopyText } from '../../../ui/editor/copy-text.js';
import { DraftNote } from '../../../ui/editor/draft-note.js';
import { texts as ofThread } from '../state/texts.js';
import { texts } from '../moderation/texts.js';
import styles from './composer.module.css';

interface EditFrameProps<Content> {
  draft: Draft;
  draftKey: string;
  version: number;
  content: Content;
  incomplete: string | null;
  save: (key: string, version: number | undefined) => Promise<unknown>;
  failureText: string;
  isGone?: boolean;
  close: () => void;
  children: (faultId: string | undefined) => ReactNode;
}

export function EditFrame<Content>(props: EditFrameProps<Content>) {
  const { draft, content, incomplete, failureText, isGone = false, close, children } = props;
  const { busy, fault, changed, run, setFault } = useMutation(failureText);
  const seenVersion = useSeenVersion(props.draftKey, props.version, changed);
  const faultId = useId();

  async function submit(event: SyntheticEvent) {
    event.preventDefault();
    const post = event.currentTarget.closest('li');
    if (isGone) return;
    if (incomplete !== null) return setFault(incomplete);
    if (!(await run(content, () => props.save(draft.keyFor(content), seenVersion)))) return;
    draft.done(draft.text);
    flushSync(close);
    // The form was taller, so the post may now end above the window.
    post?.scrollIntoView({ block: 'nearest' });
  }

  return (
    <form
      className={`stack ${styles['edit']}`}
      noValidate
      onSubmit={(event) => void submit(event)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') close();
        sendWithKeys(event);
      }}
    >
      {children(fault === null ? undefined : faultId)}
      <DraftAlert draft={draft} />
      {isGone && <Alert kind="error">{ofThread.replyGone}</Alert>}
      {fault !== null && (
        <Alert kind="error">
          <span id={faultId}>{changed ? texts.changedSince : fault}</span>
        </Alert>
      )}
      <div className="row">
        {isGone ? (
          <CopyText text={draft.text} />
        ) : (
          <Button kind="primary" type="submit" aria-disabled={busy}>
            {busy ? texts.saving : texts.save}
          </Button>
        )}
        <Button kind="quiet" onClick={close}>
          {texts.cancel}
        </Button>
        <DraftNote draft={draft} />
      </div>
    </form>
  );
}

/**
 * Warns the second of two concurrent editors. A stored draft includes the version on which it is based. Returns
 * undefined after the warning, so the next save deliberately replaces the newer version.
 */
function useSeenVersion(draftKey: string, shownVersion: number, hasChanged: boolean): number | undefined {
  const storageKey = `version.${draftKey}`;
  const [startVersion] = useState(() =>
    hasDraft(draftKey) ? Number(readStored(storageKey) ?? shownVersion) : shownVersion,
  );
  const [isWarned, setWarned] = useState(false);
  if (hasChanged && !isWarned) setWarned(true);
  useEffect(() => {
    store(storageKey, String(startVersion));
    return () => {
      if (!hasDraft(draftKey)) forget(storageKey);
    };
  }, [storageKey, draftKey, startVersion]);
  return isWarned ? undefined : startVersion;
}
