import type { Place } from '@guildhall/domain/structure/state.js';
import type { ThreadActionKind } from '@guildhall/domain/wire/kinds.js';
import type { ThreadDocument } from '../threads/document.js';
import type { Get, ProjectedEvent, View } from '../../view.js';
import type { Filter, ViewDocument, ViewStore } from '../../view-store.js';

/** An action on a thread, shown as a line between its replies. */
export interface ThreadActionDocument extends ViewDocument {
  /** The event's. */
  id: string;
  threadId: number;
  kind: ThreadActionKind;
  /** Null for the installation itself. */
  actorId: number | null;
  at: string;
  /** Position of the event: its place between the replies. */
  order: string;
  /** Of a move: the places before and after. */
  from: Place | null;
  to: Place | null;
  /** Of a change of the prefix: those before and after. */
  fromPrefixId: number | null;
  toPrefixId: number | null;
}

type Action = Pick<ThreadActionDocument, 'kind' | 'from' | 'to' | 'fromPrefixId' | 'toPrefixId'>;

export const threadActionsView: View = {
  schema: { threadActions: { indexes: [['threadId', 'order']] } },
  events: [
    'ThreadLocked.v1',
    'ThreadUnlocked.v1',
    'ThreadPinned.v1',
    'ThreadUnpinned.v1',
    'ThreadMoved.v1',
    'ThreadPrefixSet.v1',
    'ThreadEdited.v1',
  ],

  project(event, get) {
    const action = actionOf(event, get);
    if (!action || !('threadId' in event.data)) return [];
    const { actorId, at = '' } = event.metadata;
    const document: Omit<ThreadActionDocument, 'pos'> = {
      id: event.id,
      threadId: event.data.threadId,
      actorId: Number(actorId) || null,
      at,
      order: event.position,
      ...action,
    };
    return [{ collection: 'threadActions', document: { ...document } }];
  },
};

function actionOf(event: ProjectedEvent, get: Get): Action | null {
  const nothing = { from: null, to: null, fromPrefixId: null, toPrefixId: null };
  switch (event.type) {
    case 'ThreadLocked.v1':
      return { ...nothing, kind: 'locked' };
    case 'ThreadUnlocked.v1':
      return { ...nothing, kind: 'unlocked' };
    case 'ThreadPinned.v1':
      return { ...nothing, kind: 'pinned' };
    case 'ThreadUnpinned.v1':
      return { ...nothing, kind: 'unpinned' };
    case 'ThreadMoved.v1': {
      const { sectionId, subsectionId, before } = event.data;
      return { ...nothing, kind: 'moved', from: before, to: { sectionId, subsectionId } };
    }
    case 'ThreadPrefixSet.v1': {
      const { before: fromPrefixId, prefixId: toPrefixId } = event.data;
      const kind = toPrefixId === null ? 'prefix-removed' : fromPrefixId === null ? 'prefix-set' : 'prefix-changed';
      return { ...nothing, kind, fromPrefixId, toPrefixId };
    }
    case 'ThreadEdited.v1': {
      const before = get<ThreadDocument>('threads', event.data.threadId);
      // Sealed texts of one author are equal where the texts are.
      return before && before.title !== event.data.title ? { ...nothing, kind: 'renamed' } : null;
    }
    default:
      return null;
  }
}

/** The actions on a thread, newest first, at most `limit` before an order (exclusive; undefined for the newest). */
export async function actionsOnThread(
  store: ViewStore,
  threadId: number,
  before: string | undefined,
  limit: number,
): Promise<ThreadActionDocument[]> {
  const order: Filter = before === undefined ? {} : { order: { $lt: before } };
  return store.find<ThreadActionDocument>('threadActions', { threadId, ...order }, { sort: [['order', -1]], limit });
}
