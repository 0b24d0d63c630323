import type { ReactionCounts } from '@guildhall/domain/reaction/emoji.js';
import type { ViewDocument } from '../../view-store.js';

export interface Participant {
  userId: number;
  postId: number;
}

/** `title` and `content` are sealed. */
export interface ThreadDocument extends ViewDocument {
  id: number;
  sectionId: number;
  subsectionId: number | null;
  authorId: number;
  title: string;
  content: string;
  locked: boolean;
  sticky: boolean;
  /** One of its section's prefixes; shown only while the section offers it. */
  prefixId: number | null;
  deleted: boolean;
  /** When and by whom it was deleted, while it is; `by` is null for the installation itself. */
  deletion?: { at: string; by: number | null };
  createdAt: string;
  createdOrder: string;
  /** Replies ever posted, visible or not. */
  posted: number;
  /** The ids of the newest replies, which are not in `replyOrdinals` yet; null for one that is not visible. */
  tail: readonly (number | null)[];
  editedAt: string | null;
  /** 1, plus one for every edit of the texts. */
  version: number;
  /** Reactions to its own text. */
  reactions: ReactionCounts;
  reactionCount: number;
  /** The last few others who replied, the last one first. */
  participants: readonly Participant[];
  replyCount: number;
  /** The newest visible reply, else the thread itself: lists sort by it and show it. */
  activity: string;
  lastPostId: number | null;
  lastPostAt: string;
  lastAuthorId: number;
}
