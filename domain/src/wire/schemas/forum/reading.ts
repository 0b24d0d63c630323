import { maxUnreadThreadsChecked } from '../../list-sizes.js';
import { z } from 'zod';
import { count, id, position, time } from '../fields.js';

export const readMarkRow = z
  .strictObject({
    thread_id: id,
    unread: z.boolean(),
    /** The thread or its place is muted, so new posts do not make it unread. */
    muted: z.boolean(),
    order: position.nullable(),
    /** The number of visible posts that the member has read. Null if unknown. */
    seen: count.nullable(),
    last_post_at: time,
  })
  .meta({ id: 'ReadMark' });
export type ReadMarkRow = z.infer<typeof readMarkRow>;

export const placeUnreadRow = z
  .strictObject({
    section_id: id,
    subsection_id: id.nullable(),
    unread: count.max(maxUnreadThreadsChecked),
    threads: z.array(id).max(maxUnreadThreadsChecked),
    last_post_at: time.nullable(),
  })
  .meta({ id: 'PlaceUnread' });
export type PlaceUnreadRow = z.infer<typeof placeUnreadRow>;
