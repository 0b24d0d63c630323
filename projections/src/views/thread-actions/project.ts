import type { Place } from '@guildhall/domain/structure/state.js';
import type { ThreadActionKind } from '@guildhall/domain/wire/kinds.js';
import type { ThreadDocument } from '../threads/document.js';
import { createView, type Change, type EventOf, type ProjectedEvent } from '../../view.js';
import type { ViewDocument, ViewStore } from '../../view-store.js';
import { findNewestBefore } from '../find-documents.js';

export interface ThreadActionDocument extends ViewDocument {
  id: string;
  threadId: number;
  kind: ThreadActionKind;
  actorId: number | null;
  at: string;
  order: string;
  from: Place | null;
  to: Place | null;
  fromPrefixId: number | null;
  toPrefixId: number | null;
}

type ThreadEventType = Extract<ProjectedEvent, { data: { threadId: number } }>['type'];

export const threadActionsView = createView(
  { threadActions: { indexes: [['threadId', 'order']] } },
  {
    'ThreadLocked.v1': (event) => buildAction(event, 'locked'),
    'ThreadUnlocked.v1': (event) => buildAction(event, 'unlocked'),
    'ThreadPinned.v1': (event) => buildAction(event, 'pinned'),
    'ThreadUnpinned.v1': (event) => buildAction(event, 'unpinned'),
    'ThreadMoved.v1': (event) => {
      const { sectionId, subsectionId, before } = event.data;
      return buildAction(event, 'moved', { from: before, to: { sectionId, subsectionId } });
    },
    'ThreadPrefixSet.v1': (event) => {
      const { before: fromPrefixId, prefixId: toPrefixId } = event.data;
      const kind = toPrefixId === null ? 'prefix-removed' : fromPrefixId === null ? 'prefix-set' : 'prefix-changed';
      return buildAction(event, kind, { fromPrefixId, toPrefixId });
    },
    'ThreadSolutionSet.v1': (event) => buildAction(event, event.data.postId === null ? 'unsolved' : 'solved'),
    'ThreadEdited.v1': (event, get) => {
      const thread = get<ThreadDocument>('threads', event.data.threadId);
      // Sealing is deterministic, so equal titles by one author are equal strings.
      return thread && thread.title !== event.data.title ? buildAction(event, 'renamed') : [];
    },
  },
);

function buildAction(
  { id, data, metadata, position }: EventOf<ThreadEventType>,
  kind: ThreadActionKind,
  change: Partial<ThreadActionDocument> = {},
): Change[] {
  const author = { actorId: Number(metadata.actorId) || null, at: metadata.at ?? '' };
  const emptyFields = { from: null, to: null, fromPrefixId: null, toPrefixId: null };
  const document = { id, threadId: data.threadId, kind, ...author, order: position, ...emptyFields, ...change };
  return [{ collection: 'threadActions', document }];
}

export const findActionsOnThread = (
  store: ViewStore,
  threadId: number,
  beforeOrder: string | undefined,
  limit: number,
) => findNewestBefore<ThreadActionDocument>(store, 'threadActions', { threadId }, beforeOrder, limit);
