import type { ViewDocument } from '../view-store.js';

/** Who follows whom: one document a pair, from its first follow on. */
export interface FollowDocument extends ViewDocument {
  /** `<follower>:<followed>` */
  id: string;
  followerId: number;
  followedId: number;
  /** Whether he follows now. */
  stands: boolean;
  at: string;
  /** Position of the newest change. */
  order: string;
  /** The document made before this one of the same follower, and of the same followed: an erasure walks them. */
  earlierFollowing: string | null;
  earlierFollower: string | null;
}

/** How many follow somebody and are followed by him; none before the first. */
export interface ProfileDocument extends ViewDocument {
  id: number;
  followers: number;
  following: number;
  /** The documents of `follows` made last. */
  newestFollowing: string | null;
  newestFollower: string | null;
  /** Erased: follows nobody and is followed by nobody. */
  gone: boolean;
}
