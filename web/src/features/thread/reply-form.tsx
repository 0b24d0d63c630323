import { limits } from '@guildhall/domain/limits.js';
import type { Me } from '@guildhall/domain/wire/rest.js';
import { useEffect, useRef, useState, type RefObject, type SyntheticEvent } from 'react';
import { clock } from '../../shared/dates.js';
import { useDraft, type Draft } from '../../shared/draft.js';
import { texts as shared } from '../../shared/texts.js';
import { Button } from '../../shared/ui/button.js';
import { takeOffered, useOfferedText } from './composer-text.js';
import styles from './composer.module.css';
import { sendReply } from './outbox.js';
import { setAtEnd } from './store.js';
import { texts } from './texts.js';

/** Where a member writes his reply: kept as a draft, handed to the outbox. */
export function ReplyForm({ user, threadId }: { user: Me; threadId: number }) {
  const draft = useDraft(`${user.id}.thread.${threadId}`);
  const [fault, setFault] = useState<string | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  useTextsComingBack(threadId, draft, field);

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    const content = draft.text.trim();
    const found = faultOf(content);
    setFault(found);
    if (found !== null) return field.current?.focus();
    // He is at the end from now on: what he sends, and what becomes of it, must be in his sight.
    setAtEnd(true);
    sendReply(user.id, threadId, content);
    draft.clear();
  }

  return (
    <form className={styles['composer']} noValidate onSubmit={submit}>
      <label className="visually-hidden" htmlFor="reply">
        {texts.yourReply}
      </label>
      <textarea
        ref={field}
        id="reply"
        rows={1}
        value={draft.text}
        placeholder={texts.writeHere}
        aria-invalid={fault !== null}
        aria-describedby={fault === null ? undefined : 'reply-fault'}
        onChange={(event) => {
          draft.setText(event.target.value);
          setFault(null);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit();
        }}
      />
      <Foot fault={fault} savedAt={draft.savedAt} />
    </form>
  );
}

function Foot({ fault, savedAt }: { fault: string | null; savedAt: Date | null }) {
  return (
    <div className={styles['foot']}>
      {fault !== null ? (
        <span id="reply-fault" role="alert" className={styles['fault']}>
          {fault}
        </span>
      ) : (
        <span className={styles['saved']}>{savedAt && shared.draftSaved(clock(savedAt))}</span>
      )}
      <span className={styles['keys']}>{shared.sendKeys}</span>
      <Button kind="primary" type="submit">
        {texts.reply}
      </Button>
    </div>
  );
}

function faultOf(content: string): string | null {
  if (content === '') return texts.typeYourReply;
  return content.length > limits.content.max ? texts.tooLong : null;
}

/** A refused reply that its writer takes back stands before what he has written since. */
function useTextsComingBack(threadId: number, draft: Draft, field: RefObject<HTMLTextAreaElement | null>): void {
  const offered = useOfferedText((state) => state.offered);
  useEffect(() => {
    if (offered?.threadId !== threadId) return;
    draft.setText(draft.text.trim() === '' ? offered.text : `${offered.text}\n\n${draft.text}`);
    takeOffered();
    field.current?.focus();
  }, [offered, threadId, draft, field]);
}
