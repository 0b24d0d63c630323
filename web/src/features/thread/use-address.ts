import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { showToast } from '../../shared/toast.js';
import { goToPost } from './go-to-post.js';
import { useThread } from './store.js';
import { texts } from './texts.js';

/** The reply that an address names: `#post-<id>`. */
export function postIn(hash: string): number | null {
  const id = /^#post-([1-9]\d{0,15})$/.exec(hash)?.[1];
  return id === undefined ? null : Number(id);
}

/** Follows the address to the reply that it names, once for each address. */
export function useAddress(threadId: number): void {
  const { hash, key } = useLocation();
  const ready = useThread((state) => state.threadId === threadId && state.status === 'ready');
  const followed = useRef<string | null>(null);
  useEffect(() => {
    const id = postIn(hash);
    if (!ready || id === null || followed.current === key) return;
    followed.current = key;
    void goToPost(id).then((there) => there || showToast(texts.postGone));
  }, [ready, hash, key]);
}
