import type { Position } from '@guildhall/event-store/port.js';
import type { ViewDocument } from '../../view-store.js';

export interface TopicChange {
  /** `upload:<id>` stands for the topics of every post, thread and report that uses the upload. */
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

/** Holds all changes of one event, since a reply alone causes five. Contains no text. */
export interface ChangesDocument extends ViewDocument {
  id: Position;
  rows: readonly TopicChange[];
  at: string;
}
