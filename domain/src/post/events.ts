import type { Illustrated } from '../uploads.js';
import type { Addressed } from './addressed.js';

/** Stream `post-<id>`, one per reply, so that a reply costs the same in a long thread. `content` is sealed. */
export type PostEvent =
  | {
      type: 'ReplyPosted.v1';
      data: { postId: number; threadId: number; authorId: number; content: string; replyTo?: number } & Addressed &
        Illustrated;
    }
  | { type: 'ReplyEdited.v1'; data: { postId: number; content: string } & Addressed & Illustrated }
  | { type: 'ReplyDeleted.v1'; data: { postId: number } }
  | { type: 'ReplyRestored.v1'; data: { postId: number } };
