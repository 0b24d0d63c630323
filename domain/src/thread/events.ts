import type { AddressedMembers } from '../post/addressed.js';
import type { WithUploads } from '../uploads.js';
import type { WithWatch } from '../watch/events.js';

/** The events in the `thread-<id>` stream. `title` and `content` are sealed. */
export type ThreadEvent =
  | {
      type: 'ThreadCreated.v1';
      data: {
        threadId: number;
        sectionId: number;
        subsectionId: number | null;
        authorId: number;
        title: string;
        content: string;
        locked: boolean;
        sticky: boolean;
        prefixId?: number;
      } & AddressedMembers &
        WithUploads &
        WithWatch;
    }
  | {
      type: 'ThreadEdited.v1';
      data: { threadId: number; title: string; content: string } & AddressedMembers & WithUploads;
    }
  | { type: 'ThreadPrefixSet.v1'; data: { threadId: number; prefixId: number | null; before: number | null } }
  /** `postId: null` removes the solution. */
  | { type: 'ThreadSolutionSet.v1'; data: { threadId: number; postId: number | null; before: number | null } }
  | { type: 'ThreadLocked.v1'; data: { threadId: number } }
  | { type: 'ThreadUnlocked.v1'; data: { threadId: number } }
  | { type: 'ThreadPinned.v1'; data: { threadId: number } }
  | { type: 'ThreadUnpinned.v1'; data: { threadId: number } }
  | {
      type: 'ThreadMoved.v1';
      data: {
        threadId: number;
        sectionId: number;
        subsectionId: number | null;
        before: { sectionId: number; subsectionId: number | null };
      };
    }
  | { type: 'ThreadDeleted.v1'; data: { threadId: number } }
  | { type: 'ThreadRestored.v1'; data: { threadId: number } };
