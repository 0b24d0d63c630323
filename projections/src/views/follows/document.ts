import type { ViewDocument } from '../../view-store.js';

/** One document per pair, from the first follow on. Erased members have some until their follows are ended. */
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
