import type { Position } from '@guildhall/event-store/port.js';
import type { ViewDocument } from '../../view-store.js';

/** A row that became visible or stopped being visible, for a topic that must receive it. */
export interface TopicChange {
  topic: string;
  kind:
    | 'thread'
    | 'summary'
    | 'post'
    | 'recount'
    | 'told'
    | 'follows'
    | 'wallpost'
    | 'wallreply'
    | 'profile'
    | 'member'
    | 'news';
  rowId: number;
}

/**
 * The changes of an event, in one document, as a reply makes five. Contains no text. Kept for a day; `prunedTo` in the
 * generation's meta is the position from which the changes are complete.
 */
export interface ChangesDocument extends ViewDocument {
  /** The position of the event, so that they sort in the order of the log. */
  id: Position;
  rows: readonly TopicChange[];
  at: string;
}
