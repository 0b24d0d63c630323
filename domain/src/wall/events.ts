interface WallPostOf {
  wallPostId: number;
  ownerId: number;
  authorId: number;
}

/**
 * Stream `wallpost-<id>`: a post on a member's profile, or (`parentId`) a reply to one. `content` is sealed under the
 * author's key.
 */
export type WallEvent =
  | {
      type: 'WallPosted.v1';
      data: { wallPostId: number; parentId: number | null; ownerId: number; authorId: number; content: string };
    }
  | { type: 'WallPostDeleted.v1'; data: WallPostOf }
  | { type: 'WallPostRestored.v1'; data: WallPostOf };
