import type { ReactionCounts } from '@guildhall/domain/reaction/emoji.js';
import type { WithUploads } from '@guildhall/domain/uploads.js';
import type { ViewDocument } from '../../view-store.js';

export interface Participant {
  userId: number;
  postId: number;
}

/** The reply marked as the solution. Hidden while it is deleted. `at` and `order` refer to when it was marked. */
interface Solution {
  postId: number;
  isDeleted: boolean;
  at: string;
  order: string;
}

/** A place that the thread was moved out of, so that the place's read marks from before the move still count. */
interface FormerPlace {
  placeId: string;
  leftAtOrder: string;
}

/** `title` and `content` are sealed. */
export interface ThreadDocument extends ViewDocument, WithUploads {
  id: number;
  sectionId: number;
  subsectionId: number | null;
  /** The latest ones, oldest first. Missing if the thread was never moved. */
  formerPlaces?: readonly FormerPlace[];
  authorId: number;
  title: string;
  content: string;
  locked: boolean;
  sticky: boolean;
  /** Shown only while the section offers it. */
  prefixId: number | null;
  solution?: Solution | undefined;
  deleted: boolean;
  deletion?: { at: string; by: number | null };
  createdAt: string;
  createdOrder: string;
  /** The number of replies ever posted, whether or not they are visible. */
  posted: number;
  tail: readonly (number | null)[];
  editedAt: string | null;
  /** Starts at 1 and is incremented by every edit of the title or content. */
  version: number;
  reactions: ReactionCounts;
  reactionCount: number;
  participants: readonly Participant[];
  replyCount: number;
  /** The order of the newest visible reply, or of the thread itself if there is none. */
  activity: string;
  lastPostId: number | null;
  lastPostAt: string;
  lastAuthorId: number;
}
