import type { ReactionCounts } from '@guildhall/domain/reaction/emoji.js';
import type { WithUploads } from '@guildhall/domain/uploads.js';
import type { ViewDocument } from '../../view-store.js';

/** `content` is sealed. */
export interface PostDocument extends ViewDocument, WithUploads {
  id: number;
  threadId: number;
  authorId: number;
  content: string;
  createdAt: string;
  editedAt: string | null;
  /** Starts at 1 and is incremented by every edit. */
  version: number;
  reactions: ReactionCounts;
  deleted: boolean;
  deletion?: { at: string; by: number | null };
  order: string;
  number: number;
  replyTo: number | null;
  replyCount: number;
}
