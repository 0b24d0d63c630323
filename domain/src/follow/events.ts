export type FollowEvent =
  | { type: 'Followed.v1'; data: { followerId: number; followedId: number } }
  | { type: 'Unfollowed.v1'; data: { followerId: number; followedId: number } };
