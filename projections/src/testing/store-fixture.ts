import { toPosition } from '@guildhall/event-store/dense-position.js';
import type { EventReference } from '@guildhall/event-store/event-reference.js';
import type { Position } from '@guildhall/event-store/port.js';
import type { DocumentId, ViewDocument, ViewGenerations, ViewPage, ViewSchema, ViewWrite } from '../view-store.js';

export interface StoreFixture {
  /** Opens the existing store, as a process does at start-up. */
  open(schema: ViewSchema, options?: { afterWrite?: (written: number) => void }): Promise<ViewGenerations>;
  remove(): Promise<void>;
}

export type CreateStoreFixture = () => Promise<StoreFixture>;

export const schema: ViewSchema = {
  posts: { indexes: [['thread', 'number'], ['author'], ['pinned', 'rank', 'title'], ['pos']] },
  members: { indexes: [['name']] },
};

export type TestDocument = ViewDocument & Record<string, unknown>;

export function put(collection: string, id: DocumentId, n: number, fields: Record<string, unknown> = {}): ViewWrite {
  const document: TestDocument = { id, pos: toPosition(n), ...fields };
  return { collection, id, pos: toPosition(n), document, stored: null };
}

export function buildEventAt(position: Position): EventReference {
  return { id: `event at ${position}`, stream: `stream-${position}`, revision: 0, position };
}

export function buildPage(checkpoint: number, writes: ViewWrite[], epoch = 1): ViewPage {
  return { last: buildEventAt(toPosition(checkpoint)), writes, epoch };
}
