import type { ViewDocument } from '../../view-store.js';

/**
 * There is one document per pair, created by the first follow. Erased members have documents until their follows have
 * ended.
 */
export interface FollowDocument extends ViewDocument {
  /** Has the form `<follower>:<followed>`. */
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
