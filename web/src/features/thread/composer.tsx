import { limits } from '@guildhall/domain/limits.js';
import type { Me } from '@guildhall/domain/wire/rest.js';
import { useEffect, useRef, useState, type SyntheticEvent } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { clock } from '../../shared/dates.js';
import { useDraft } from '../../shared/draft.js';
import { linkTo } from '../../shared/paths.js';
import { useSession } from '../../shared/session.js';
import { texts as shared } from '../../shared/texts.js';
import { Button, buttonClass } from '../../shared/ui/button.js';
import { Icon } from '../../shared/ui/icon.js';
import styles from './composer.module.css';
import { takeOffered, useOfferedText } from './composer-text.js';
import { NewRepliesPill } from './new-replies-pill.js';
import { sendReply } from './outbox.js';
import { currentThread, useThread } from './store.js';
import { texts } from './texts.js';
import { useRights } from './use-rights.js';

/** Where one writes; else the reason why one does not. */
export function Composer({ threadId }: { threadId: number }) {
  const user = useSession((state) => state.user);
  return (
    <div className={styles['dock']}>
      <NewRepliesPill />
      {user === null && <LoginFirst />}
      {user && <MemberComposer user={user} threadId={threadId} />}
      {user === undefined && <div className={styles['place']} />}
    </div>
  );
}

function LoginFirst() {
  const { pathname } = useLocation();
  return (
    <div className={styles['instead']}>
      <p>{texts.loginFirst}</p>
      <Link className={buttonClass('primary')} to={linkTo('auth')} state={{ from: pathname }}>
        {shared.nav.login}
      </Link>
    </div>
  );
}

function MemberComposer({ user, threadId }: { user: Me; threadId: number }) {
  const rights = useRights();
  const locked = useThread((state) => currentThread(state)?.locked ?? false);
  if (rights.known && !rights.may('reply')) {
    return (
      <p className={styles['instead']}>
        <span className={styles['reason']}>
          <Icon name="lock" />
          {locked ? texts.lockedHere : texts.mayNotReply}
        </span>
      </p>
    );
  }
  return <ReplyForm key={`${user.id}.${threadId}`} user={user} threadId={threadId} />;
}

function ReplyForm({ user, threadId }: { user: Me; threadId: number }) {
  const { text, savedAt, setText, clear } = useDraft(`${user.id}.thread.${threadId}`);
  const [fault, setFault] = useState<string | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const offered = useOfferedText((state) => state.offered);

  useEffect(() => {
    if (offered?.threadId !== threadId) return;
    setText(text.trim() === '' ? offered.text : `${offered.text}\n\n${text}`);
    takeOffered();
    field.current?.focus();
  }, [offered, threadId, text, setText]);

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    const content = text.trim();
    setFault(content === '' ? texts.typeYourReply : content.length > limits.content.max ? texts.tooLong : null);
    if (content === '' || content.length > limits.content.max) return field.current?.focus();
    sendReply(user.id, threadId, content);
    clear();
    requestAnimationFrame(() => document.getElementById('thread-end')?.scrollIntoView({ block: 'nearest' }));
  }

  return (
    <form ref={form} className={styles['composer']} noValidate onSubmit={submit}>
      <label className="visually-hidden" htmlFor="reply">
        {texts.yourReply}
      </label>
      <textarea
        ref={field}
        id="reply"
        rows={1}
        value={text}
        placeholder={texts.writeHere}
        aria-invalid={fault !== null}
        aria-describedby={fault === null ? undefined : 'reply-fault'}
        onChange={(event) => {
          setText(event.target.value);
          setFault(null);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.current?.requestSubmit();
        }}
      />
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
    </form>
  );
}
