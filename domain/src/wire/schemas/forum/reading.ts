import { maxUnreadThreadsChecked } from '../../list-sizes.js';
import { z } from 'zod';
import { count, id, position, time } from '../fields.js';

export const readMarkRow = z
  .strictObject({
    thread_id: id,
    unread: z.boolean(),
    /** Everything up to this order is read; null if the member never opened the thread. */
    order: position.nullable(),
    /** How many of the visible posts are read; null if unknown. */
    seen: count.nullable(),
    /** The time of the thread's last post when this response was made: newer posts are unread too. */
    last_post_at: time,
  })
  .meta({ id: 'ReadMark' });
export type ReadMarkRow = z.infer<typeof readMarkRow>;

export const placeUnreadRow = z
  .strictObject({
    section_id: id,
    subsection_id: id.nullable(),
    unread: count.max(maxUnreadThreadsChecked),
    /**
     * The unread threads, and the time of the place's newest post: a later one by another member makes its thread
     * unread.
     */
    threads: z.array(id).max(maxUnreadThreadsChecked),
    last_post_at: time.nullable(),
  })
  .meta({ id: 'PlaceUnread' });
export type PlaceUnreadRow = z.infer<typeof placeUnreadRow>;
