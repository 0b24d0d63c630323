import type { ViewDocument } from '../../view-store.js';

/**
 * A row that became visible or stopped being visible: one change for each topic that must receive it. Contains no text.
 * Kept for a day; `prunedTo` in the generation's meta is the position from which the changes are complete.
 */
export interface ChangeDocument extends ViewDocument {
  /** `<position>:<n>`, so that changes sort in the order of the log. */
  id: string;
  position: string;
  topic: string;
  kind: 'thread' | 'summary' | 'post' | 'told' | 'follows' | 'wallpost' | 'wallreply' | 'profile' | 'member' | 'news';
  rowId: number;
  at: string;
}

export type TopicChange = Pick<ChangeDocument, 'topic' | 'kind' | 'rowId'>;
