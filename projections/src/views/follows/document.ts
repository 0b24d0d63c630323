import type { ViewDocument } from '../../view-store.js';

/** Who follows whom: one document a pair, from its first follow on. Also those of the erased, until they are ended. */
export interface FollowDocument extends ViewDocument {
  /** `<follower>:<followed>` */
  id: string;
  followerId: number;
  followedId: number;
  /** Whether he follows now. */
  active: boolean;
  at: string;
  /** Position of the newest change. */
  order: string;
}

/** How many follow somebody and are followed by him; none before the first. */
export interface ProfileDocument extends ViewDocument {
  id: number;
  followers: number;
  following: number;
  /** Erased. */
  gone: boolean;
  /** Gone, but follows or is followed still: the server ends these follows one by one. */
  toEnd: boolean;
}
