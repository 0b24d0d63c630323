import { watchLevels } from '@guildhall/domain/watch/events.js';
import {
  noticeKinds,
  type NoticeChoices,
  type NoticeRow,
  type NoticesAnswer,
  type WatchAnswer,
  type WatchedThreadRow,
  type WatchRow,
} from '@guildhall/domain/wire/notices.js';
import { z } from 'zod';
import { avatar, count, id, name, time } from './fields.js';

const subject = z.strictObject({ kind: z.enum(['thread', 'post', 'wallpost', 'report', 'member']), id });
const noticeRow = z
  .strictObject({
    id: z.string().regex(/^\d{20}:\d+$/),
    kind: z.enum(noticeKinds).exclude(['reply']),
    subject,
    thread: z.strictObject({ id, title: z.string().min(1) }).nullable(),
    act: name.nullable(),
    wall_of: name.nullable(),
    at: time,
    read: z.boolean(),
    user_id: id.optional(),
    username: name.optional(),
    avatar_url: avatar.optional(),
    role: z.string().nullable().optional(),
  })
  .meta({ id: 'Notice' }) satisfies z.ZodType<NoticeRow>;

const watchedThread = z.strictObject({
  thread_id: id,
  title: z.string().min(1),
  last_post_at: time,
  last_username: name,
}) satisfies z.ZodType<WatchedThreadRow>;

export const noticesAnswer = z.strictObject({
  unread: count,
  threads: z.array(watchedThread),
  notices: z.array(noticeRow),
}) satisfies z.ZodType<NoticesAnswer>;

const on = z.boolean();
export const choicesAnswer = z.strictObject({
  ...{ reply: on, mention: on, quote: on, wall: on, follow: on, moderation: on, report: on },
}) satisfies z.ZodType<NoticeChoices>;

const level = z.enum(watchLevels).nullable();
const kind = z.enum(['thread', 'section', 'subsection']);
export const watchRow = z
  .strictObject({ kind, id, level, title: z.string().min(1) })
  .meta({ id: 'Watch' }) satisfies z.ZodType<WatchRow>;
export const watchAnswer = z.strictObject({ level, tells: z.boolean() }) satisfies z.ZodType<WatchAnswer>;
