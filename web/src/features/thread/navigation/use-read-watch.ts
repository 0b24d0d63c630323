import { useEffect } from 'react';
import { useSession } from '../../../shared/state/session.js';
import { useThread } from '../state/store.js';

/** Records how far the open thread is read. The first view does not wait for it: its code is loaded later. */
export function useReadWatch(threadId: number): void {
  const ready = useThread((state) => state.threadId === threadId && state.status === 'ready');
  const userId = useSession((state) => (state.user === undefined ? undefined : (state.user?.id ?? null)));
  useEffect(() => {
    if (!ready || userId === undefined) return;
    const end = new AbortController();
    // Without the code the thread is shown, and nothing is marked.
    void import('./read-watch.js').then(
      (file) => file.watchReading(threadId, end.signal),
      () => {},
    );
    return () => end.abort();
  }, [ready, threadId, userId]);
}
