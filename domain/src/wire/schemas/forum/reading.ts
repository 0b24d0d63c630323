import { maxUnreadThreadsChecked } from '../../list-sizes.js';
import { z } from 'zod';
import { count, id, position, time } from '../fields.js';

/** How far the reader has read a thread. */
export const readMarkRow = z
  .strictObject({
    thread_id: id,
    /** The thread contains posts that the member has not seen. */
    unread: z.boolean(),
    /** All posts up to this order are read; null where they never opened it. */
    order: position.nullable(),
    /** How many of the visible posts are read; null where that is not known. */
    seen: count.nullable(),
    /** The time of the last post in the thread when this response was made: newer posts are unread too. */
    last_post_at: time,
  })
  .meta({ id: 'ReadMark' });
export type ReadMarkRow = z.infer<typeof readMarkRow>;

/** How many of a place's newest threads have unread posts for the reader. */
export const placeUnreadRow = z
  .strictObject({
    section_id: id,
    subsection_id: id.nullable(),
    unread: count.max(maxUnreadThreadsChecked),
    /** Those threads, and the time of the newest post in the place: a later one by another member makes its thread unread. */
    threads: z.array(id).max(maxUnreadThreadsChecked),
    last_post_at: time.nullable(),
  })
  .meta({ id: 'PlaceUnread' });
export type PlaceUnreadRow = z.infer<typeof placeUnreadRow>;
