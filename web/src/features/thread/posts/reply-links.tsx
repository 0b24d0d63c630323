import type { ReplyTarget } from '@guildhall/domain/wire/schemas/forum/posts.js';
import { useId, useState } from 'react';
import { createLazyComponent } from '../../../shared/lazy.js';
import { linkToPost } from '../../../shared/paths.js';
import { Link } from '../../../shared/router.js';
import { texts as shared } from '../../../shared/texts.js';
import { Button } from '../../../ui/button.js';
import { holdPost } from '../navigation/reading-place.js';
import { getDisplayedNumber } from '../state/ordinals.js';
import { useThread } from '../state/store.js';
import { texts } from '../state/texts.js';
import styles from './posts.module.css';

const TargetText = createLazyComponent(() => import('./reply-excerpts.js'), 'TargetText');
const ReplyList = createLazyComponent(() => import('./reply-excerpts.js'), 'ReplyList');

export function InReplyTo({ target }: { target: ReplyTarget }) {
  const threadId = useThread((state) => state.threadId ?? 0);
  const [isShown, setShown] = useState(false);
  const id = useId();
  if (target.deleted) return <p className="faint">{texts.inReplyToDeleted}</p>;
  const show = () => setShown(true);
  const hide = () => setShown(false);
  return (
    <p
      className={`faint relative ${styles['inReplyTo']}`}
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && show()}
      onPointerLeave={hide}
      onFocus={show}
      onBlur={hide}
      onKeyDown={({ key }) => key === 'Escape' && hide()}
    >
      <Link to={linkToPost(threadId, target.id)} aria-describedby={isShown ? id : undefined}>
        {texts.inReplyTo(getDisplayedNumber(target))}
      </Link>
      {isShown && (
        <span
          id={id}
          role="tooltip"
          className={`floating popup break-anywhere color-text padding-8-12 ${styles['targetText']}`}
        >
          <TargetText threadId={threadId} id={target.id} fallback={texts.targetLoading} />
        </span>
      )}
    </p>
  );
}

export function RepliesTo({ id, name, count }: { id: number; name: string; count: number }) {
  const [open, setOpen] = useState(false);
  const listId = useId();
  const toggle = () => {
    holdPost(id);
    setOpen(!open);
  };
  return (
    <div>
      <Button kind="quiet" aria-expanded={open} aria-controls={listId} onClick={toggle}>
        {shared.replies(count)}
      </Button>
      <div id={listId}>{open && <ReplyList id={id} name={name} count={count} close={() => setOpen(false)} />}</div>
    </div>
  );
}
