import type { Position } from '@guildhall/event-store/port.js';
import type { ViewDocument } from '../../view-store.js';

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
 * All changes of an event are in one document, because a reply makes five. Contains no text. Retained for a day; the
 * meta key `prunedTo` of the generation is the position from which the changes are complete.
 */
export interface ChangesDocument extends ViewDocument {
  id: Position;
  rows: readonly TopicChange[];
  at: string;
}
