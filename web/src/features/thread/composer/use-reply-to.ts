import { useEffect, useState } from 'react';
import { forget, onStoredElsewhere, store, stored } from '../../../shared/browser/storage.js';
import { useThread } from '../state/store.js';
import type { ReplyTo } from './composer-text.js';

interface ReplyToDraft {
  target: ReplyTo | null;
  /** The target was deleted while the page was open. */
  deleted: boolean;
  set: (target: ReplyTo | null) => void;
}

/**
 * The reply that the draft responds to, stored like the draft. `shared` is true if other tabs have the same draft, and
 * therefore the same target.
 */
export function useReplyTo(userId: number, threadId: number, shared: boolean): ReplyToDraft {
  const key = `reply-to.${userId}.${threadId}`;
  const [target, setTarget] = useState(() => parsed(stored(key)));
  useEffect(() => {
    if (!shared) return;
    return onStoredElsewhere((changed, value) => {
      if (changed === key) setTarget(parsed(value));
    });
  }, [key, shared]);
  const deleted = useThread(
    ({ byId, removed }) => target !== null && !byId[target.id] && removed[target.id] !== undefined,
  );
  return {
    target,
    deleted,
    set(next) {
      setTarget(next);
      if (next) store(key, `${next.id} ${next.number}`);
      else forget(key);
    },
  };
}

function parsed(text: string | null): ReplyTo | null {
  const [id = 0, number = 0] = text?.split(' ').map(Number) ?? [];
  return id > 0 && number > 0 ? { id, number } : null;
}
