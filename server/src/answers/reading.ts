import {
  unreadLooked,
  type DeletedPostRow,
  type PlaceUnreadRow,
  type ReadMarkRow,
  type ThreadActRow,
} from '@guildhall/domain/wire/reading.js';
import { threadActKinds } from '@guildhall/projections/views/thread-acts/project.js';
import { z } from 'zod';
import { author, count, id, name, position, time } from './fields.js';

export const threadActRow = z
  .strictObject({
    id: z.uuid(),
    order: position,
    kind: z.enum(threadActKinds),
    at: time,
    by: name.nullable(),
    from: name.nullable(),
    to: name.nullable(),
  })
  .meta({ id: 'ThreadAct' }) satisfies z.ZodType<ThreadActRow>;

export const deletedPostRow = z
  .strictObject({
    id,
    order: position,
    ...author,
    content_html: z.string().min(1),
    created_at: time,
    deleted_at: time.nullable(),
    deleted_by: name.nullable(),
  })
  .meta({ id: 'DeletedPost' }) satisfies z.ZodType<DeletedPostRow>;

export const readMarkRow = z
  .strictObject({
    thread_id: id,
    unread: z.boolean(),
    order: position.nullable(),
    seen: count.nullable(),
    last_post_at: time,
  })
  .meta({ id: 'ReadMark' }) satisfies z.ZodType<ReadMarkRow>;

export const placeUnreadRow = z
  .strictObject({ section_id: id, subsection_id: id.nullable(), unread: count.max(unreadLooked) })
  .meta({ id: 'PlaceUnread' }) satisfies z.ZodType<PlaceUnreadRow>;
