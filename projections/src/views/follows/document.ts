import type { ViewDocument } from '../../view-store.js';

/** One document per pair, created by the first follow. Erased members have documents until their follows have ended. */
export interface FollowDocument extends ViewDocument {
  /** `<follower>:<followed>` */
  id: string;
  followerId: number;
  followedId: number;
  active: boolean;
  at: string;
  order: string;
}

export interface ProfileDocument extends ViewDocument {
  id: number;
  followers: number;
  following: number;
}
