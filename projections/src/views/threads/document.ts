import type { ReactionCounts } from '@guildhall/domain/reaction/emoji.js';
import type { ViewDocument } from '../../view-store.js';

/** A member who replied in a thread, with their newest reply. */
export interface Participant {
  userId: number;
  postId: number;
}

/** A thread as its stream and its replies left it. `title` and `content` are sealed. */
export interface ThreadDocument extends ViewDocument {
  id: number;
  sectionId: number;
  subsectionId: number | null;
  authorId: number;
  title: string;
  content: string;
  locked: boolean;
  sticky: boolean;
  /** Of its section's; shown only while that offers it. */
  prefixId: number | null;
  deleted: boolean;
  /** While it is deleted: when and by whom; null for the installation itself. */
  deletion?: { at: string; by: number | null };
  createdAt: string;
  /** Position of its creation. */
  createdOrder: string;
  /** Replies ever posted, visible or not. */
  posted: number;
  /** The ids of the last few of them, null for one that is not visible: those that are not in `replyOrdinals` yet. */
  tail: readonly (number | null)[];
  editedAt: string | null;
  /** 1, plus one for every edit of the texts. */
  version: number;
  /** To its own text. */
  reactions: ReactionCounts;
  /** Their sum. */
  reactionCount: number;
  /** The last few others who replied, the last one first. */
  participants: readonly Participant[];
  /** Visible replies. */
  replyCount: number;
  /** The newest visible reply, else the thread itself: what lists are sorted by and show. */
  activity: string;
  lastPostId: number | null;
  lastPostAt: string;
  lastAuthorId: number;
}
