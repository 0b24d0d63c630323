import { useEffect } from 'react';
import { useSession } from '../../../shared/state/session.js';
import { watchReading } from './read-watch.js';
import { useThread } from '../state/store.js';

/** Records how far the open thread is read. */
export function useReadWatch(threadId: number): void {
  const ready = useThread((state) => state.threadId === threadId && state.status === 'ready');
  const userId = useSession((state) => (state.user === undefined ? undefined : (state.user?.id ?? null)));
  useEffect(() => {
    if (!ready || userId === undefined) return;
    const end = new AbortController();
    void watchReading(threadId, end.signal);
    return () => end.abort();
  }, [ready, threadId, userId]);
}
