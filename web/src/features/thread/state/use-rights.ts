import { can, type Action } from '@guildhall/domain/permissions.js';
import { useCallback } from 'react';
import { getPlaceRow, findPlace, useSections } from '../../../shared/state/sections.js';
import { useActor } from '../../../shared/state/session.js';
import { useThread } from './store.js';

const viewOnly = { can_view: true, can_post: false, can_reply: false, can_delete_post: false, can_emoji_react: false };

export function useRights() {
  const actor = useActor();
  const sections = useSections((state) => state.sections);
  const thread = useThread((state) => state.thread);
  const place = findPlace(sections, thread);
  const flags = place ? getPlaceRow(place).can : viewOnly;
  const locked = thread?.locked ?? false;
  const may = useCallback(
    (action: Action, authorId?: number) =>
      can(actor, action, authorId === undefined ? { flags, locked } : { flags, locked, authorId }),
    [actor, flags, locked],
  );
  const isQuestion = place?.section.questions === true;
  /** Whether the reply may be marked or, if it is the solution, unmarked. */
  const mayToggleSolution = (replyId: number) =>
    thread !== null && (isQuestion || thread.solution_id === replyId) && may('mark-solution', thread.user_id);
  return { isLoaded: place !== null, may, mayToggleSolution };
}
