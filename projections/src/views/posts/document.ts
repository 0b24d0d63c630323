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
  deletion?: { at: string; by: number | null };
  order: string;
  /** Replies posted in the thread before it, visible or not. */
  number: number;
  /** Always in the same thread. */
  replyTo: number | null;
  /** Visible replies that name it as `replyTo`. */
  replyCount: number;
}
