import { maxUnreadThreadsChecked } from '../../list-sizes.js';
import { z } from 'zod';
import { count, id, position, time } from '../fields.js';

export const readMarkRow = z
  .strictObject({
    thread_id: id,
    unread: z.boolean(),
    /** Null if the member never opened the thread. */
    order: position.nullable(),
    /** Visible posts that are read; null if unknown. */
    seen: count.nullable(),
    /** Newer posts than this are unread too. */
    last_post_at: time,
  })
  .meta({ id: 'ReadMark' });
export type ReadMarkRow = z.infer<typeof readMarkRow>;

export const placeUnreadRow = z
  .strictObject({
    section_id: id,
    subsection_id: id.nullable(),
    unread: count.max(maxUnreadThreadsChecked),
    /** A post by another member after the place's newest one makes its thread unread. */
    threads: z.array(id).max(maxUnreadThreadsChecked),
    last_post_at: time.nullable(),
  })
  .meta({ id: 'PlaceUnread' });
export type PlaceUnreadRow = z.infer<typeof placeUnreadRow>;
