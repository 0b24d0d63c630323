import type { ReactionCounts } from '@guildhall/domain/reaction/emoji.js';
import type { ViewDocument } from '../../view-store.js';

/** `content` is sealed. */
export interface PostDocument extends ViewDocument {
  id: number;
  threadId: number;
  authorId: number;
  content: string;
  createdAt: string;
  editedAt: string | null;
  /** 1, plus one for every edit. */
  version: number;
  reactions: ReactionCounts;
  deleted: boolean;
  /** When and by whom it was deleted, while it is; `by` is null for the installation itself. */
  deletion?: { at: string; by: number | null };
  order: string;
  /** How many replies were posted in the thread before it, visible or not. */
  number: number;
  /** The reply of the same thread that it replies to. */
  replyTo: number | null;
  /** How many visible replies name it as `replyTo`. */
  replyCount: number;
}
