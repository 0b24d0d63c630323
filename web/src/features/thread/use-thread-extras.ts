import type { ThreadRow } from '@guildhall/domain/wire/schemas/forum/threads.js';
import { useEffect } from 'react';
import { useSession } from '../../shared/state/session.js';
import { bookmarkChanges } from '../../shared/state/own-changes.js';
import { loadOwnReactions } from './reactions/store.js';
import { useThread } from './state/store.js';
import { loadActions, loadBookmarks, loadDeleted } from './state/staff-rows.js';

export function useThreadExtras(threadId: number): void {
  const ready = useThread((state) => state.threadId === threadId && state.status === 'ready');
  const userId = useSession((state) => state.user?.id);
  const removals = useThread((state) => Object.keys(state.removed).length);

  useEffect(
    () =>
      useThread.subscribe((state, previousState) => {
        const stays = state.threadId === threadId && state.status === 'ready' && previousState.status === 'ready';
        if (stays && joinLoggedFields(state.thread) !== joinLoggedFields(previousState.thread))
          void loadActions(threadId);
      }),
    [threadId],
  );

  useEffect(() => {
    if (ready && userId !== undefined) void loadDeleted(threadId);
  }, [ready, threadId, userId, removals]);

  useEffect(() => {
    if (!ready || userId === undefined) return;
    void loadOwnReactions(threadId);
    void loadBookmarks(threadId);
    return bookmarkChanges.add(() => void loadBookmarks(threadId));
  }, [ready, threadId, userId]);
}

/** Each change to one of these fields adds an action between the replies. */
function joinLoggedFields(thread: ThreadRow | null): string {
  if (!thread) return '';
  const { locked, sticky, section_id, subsection_id, prefix, solution_id, title } = thread;
  return [locked, sticky, section_id, subsection_id, prefix?.id, solution_id, title].join(' ');
}
