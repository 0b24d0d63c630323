import type { AddressedMembers } from '../post/addressed.js';
import type { WithUploads } from '../uploads.js';

interface WallPostOf {
  wallPostId: number;
  ownerId: number;
  authorId: number;
}

/** The events in the `wallpost-<id>` stream. `content` is sealed. */
export type WallEvent =
  | {
      type: 'WallPosted.v1';
      data: {
        wallPostId: number;
        parentId: number | null;
        ownerId: number;
        authorId: number;
        content: string;
      } & Pick<AddressedMembers, 'mentions'> &
        WithUploads;
    }
  | { type: 'WallPostDeleted.v1'; data: WallPostOf }
  | { type: 'WallPostRestored.v1'; data: WallPostOf };
