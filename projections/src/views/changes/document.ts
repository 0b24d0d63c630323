import type { ViewDocument } from '../../view-store.js';

/**
 * What became visible (or stopped to be) where: a line for each topic that must hear of a row. Holds no text. Kept for
 * a day; `prunedTo` in the generation's meta says from where on the lines are complete.
 */
export interface ChangeDocument extends ViewDocument {
  /** `<position>:<n>`, so that lines sort in the order of the log. */
  id: string;
  position: string;
  topic: string;
  kind: 'thread' | 'summary' | 'post' | 'told' | 'follows' | 'wallpost' | 'wallreply' | 'profile' | 'member' | 'news';
  rowId: number;
  at: string;
}

export type TopicChange = Pick<ChangeDocument, 'topic' | 'kind' | 'rowId'>;
