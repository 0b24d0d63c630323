import { useEffect, useState } from 'react';
import { forget, onStoredElsewhere, store, readStored } from '../../../shared/browser/storage.js';
import { Button } from '../../../ui/button.js';
import { IconButton } from '../../../ui/icon-button.js';
import { useThread } from '../state/store.js';
import { texts as threadTexts } from '../state/texts.js';
import { texts } from './texts.js';
import type { ReplyTo } from './composer-text.js';
import styles from './composer.module.css';

/** Stored like the draft. `isShared` is true if other tabs have the same draft and therefore the same target. */
export function useReplyTo(userId: number, threadId: number, isShared: boolean) {
  const key = `reply-to.${userId}.${threadId}`;
  const [target, setTarget] = useState(() => parseTarget(readStored(key)));
  useEffect(() => {
    if (!isShared) return;
    return onStoredElsewhere((changedKey, value) => {
      if (changedKey === key) setTarget(parseTarget(value));
    });
  }, [key, isShared]);
  const isDeleted = useThread(
    ({ byId, removed }) => target !== null && !byId[target.id] && removed[target.id] !== undefined,
  );
  return {
    target,
    deleted: isDeleted,
    set: (next: ReplyTo | null) => {
      setTarget(next);
      if (next) store(key, `${next.id} ${next.number}`);
      else forget(key);
    },
  };
}

function parseTarget(text: string | null): ReplyTo | null {
  const [id = 0, number = 0] = text?.split(' ').map(Number) ?? [];
  return id > 0 && number > 0 ? { id, number } : null;
}

interface ReplyToLineProps {
  target: ReplyTo;
  deleted: boolean;
  remove: () => void;
  sendWithout: () => void;
}

/** If the target has been deleted in the meantime, the reply can be sent without it. */
export function ReplyToLine({ target, deleted, remove, sendWithout }: ReplyToLineProps) {
  if (deleted) {
    return (
      <p className={`row faint border-top ${styles['replyTo']}`} role="alert">
        {texts.targetDeleted(target.number)}
        <Button kind="quiet" onClick={sendWithout}>
          {texts.sendWithout}
        </Button>
      </p>
    );
  }
  return (
    <p className={`row faint border-top ${styles['replyTo']}`}>
      {threadTexts.inReplyTo(target.number)}
      <IconButton icon="close" label={texts.removeTarget} tip={texts.remove} onClick={remove} />
    </p>
  );
}
