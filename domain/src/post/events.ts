import type { WithUploads } from '../uploads.js';
import type { WithWatch } from '../watch/events.js';
import type { AddressedMembers } from './addressed.js';

/**
 * The events in the `post-<id>` stream. Each reply has its own stream so that replying costs the same in a long thread.
 * `content` is sealed.
 */
export type PostEvent =
  | {
      type: 'ReplyPosted.v1';
      data: {
        postId: number;
        threadId: number;
        authorId: number;
        content: string;
        replyTo?: number;
      } & AddressedMembers &
        WithUploads &
        WithWatch;
    }
  | { type: 'ReplyEdited.v1'; data: { postId: number; content: string } & AddressedMembers & WithUploads }
  | { type: 'ReplyDeleted.v1'; data: { postId: number } }
  | { type: 'ReplyRestored.v1'; data: { postId: number } };
