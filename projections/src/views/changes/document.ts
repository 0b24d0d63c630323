import type { Position } from '@guildhall/event-store/port.js';
import type { ViewDocument } from '../../view-store.js';

export interface TopicChange {
  /** The topic `upload:<id>` stands for those of all texts that use the upload. */
  topic: string;
  kind:
    | 'thread'
    | 'summary'
    | 'post'
    | 'recount'
    | 'notified'
    | 'preferences'
    | 'follows'
    | 'wallpost'
    | 'wallreply'
    | 'profile'
    | 'member'
    | 'list'
    | 'reload';
  rowId: number;
}

/** Contains all changes of one event because a reply causes five. Contains no text. */
export interface ChangesDocument extends ViewDocument {
  id: Position;
  rows: readonly TopicChange[];
  at: string;
}
