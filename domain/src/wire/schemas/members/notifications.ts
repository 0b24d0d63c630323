import { watchLevels } from '../../../watch/events.js';
import { notificationKinds } from '../../kinds.js';
import { z } from 'zod';
import { avatar, count, id, name, time } from '../fields.js';

/** The subject of a notification. */
const notificationSubject = z.strictObject({ kind: z.enum(['thread', 'post', 'wallpost', 'report', 'member']), id });
export type NotificationSubject = z.infer<typeof notificationSubject>;

/** A notification; `user_id` and the author fields after it name the member who caused it. */
const notificationRow = z
  .strictObject({
    /** `<position>:<person>` */
    id: z.string().regex(/^\d{20}:\d+$/),
    kind: z.enum(notificationKinds),
    subject: notificationSubject,
    thread: z.strictObject({ id, title: z.string().min(1) }).nullable(),
    /** For `moderation`: what was done, as the kind of its event. */
    act: name.nullable(),
    /** Of `wall`: the profile that has the wall. */
    wall_of: name.nullable(),
    at: time,
    read: z.boolean(),
    user_id: id.optional(),
    username: name.optional(),
    avatar_url: avatar.optional(),
    role: z.string().nullable().optional(),
  })
  .meta({ id: 'Notice' });
export type NotificationRow = z.infer<typeof notificationRow>;

/** A watched thread in which someone else wrote since the member last read it. */
const watchedThread = z.strictObject({
  thread_id: id,
  title: z.string().min(1),
  /** The newest reply; null for a thread without one. */
  last_post_id: id.nullable(),
  last_post_at: time,
  last_user_id: id,
  last_username: name,
  last_avatar_url: avatar,
  /** How many other members wrote in it since then, as far as the newest posts show. */
  others: count,
});
export type WatchedThreadRow = z.infer<typeof watchedThread>;

/** `GET /notifications`: the newest notifications and, on the first page, the watched threads with new posts. */
export const noticesResponse = z.strictObject({
  unread: count,
  threads: z.array(watchedThread),
  notices: z.array(notificationRow),
});
export type NotificationsResponse = z.infer<typeof noticesResponse>;

const on = z.boolean();
/** The kinds of which the member is notified. */
export const choicesResponse = z.strictObject({
  ...{ reply: on, mention: on, quote: on, wall: on, follow: on, moderation: on, report: on },
});
export type NotificationChoices = z.infer<typeof choicesResponse>;

const level = z.enum(watchLevels).nullable();
const kind = z.enum(['thread', 'section', 'subsection']);

/** A target that the member chose to watch or mute; `title` is that of the thread or place. */
export const watchRow = z.strictObject({ kind, id, level, title: z.string().min(1) }).meta({ id: 'Watch' });
export type WatchRow = z.infer<typeof watchRow>;

/** How the member watches a thread or place, and whether they are notified of new posts there. */
export const watchResponse = z.strictObject({ level, tells: z.boolean() });
export type WatchResponse = z.infer<typeof watchResponse>;
