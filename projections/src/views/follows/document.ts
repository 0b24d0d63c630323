import type { ViewDocument } from '../../view-store.js';

/**
 * One document per pair of follower and followed, from the first follow on. Also of erased members, until their follows
 * are ended.
 */
export interface FollowDocument extends ViewDocument {
  /** `<follower>:<followed>` */
  id: string;
  followerId: number;
  followedId: number;
  /** Whether the follow is active. */
  active: boolean;
  at: string;
  /** Position of the newest change. */
  order: string;
}

/** How many members follow this one and are followed by them; absent before the first follow. */
export interface ProfileDocument extends ViewDocument {
  id: number;
  followers: number;
  following: number;
}
