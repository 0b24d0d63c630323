import { watchLevels } from '../../../watch/events.js';
import { emailFrequencies, notificationKinds } from '../../kinds.js';
import { z } from 'zod';
import { avatar, count, id, name, time } from '../fields.js';

const notificationSubject = z.strictObject({ kind: z.enum(['thread', 'post', 'wallpost', 'report', 'member']), id });
export type NotificationSubject = z.infer<typeof notificationSubject>;

const notificationRow = z
  .strictObject({
    id: z.string().regex(/^\d{20}:\d+$/),
    kind: z.enum(notificationKinds),
    subject: notificationSubject,
    thread: z.strictObject({ id, title: z.string().min(1) }).nullable(),
    act: name.nullable(),
    reason: z.string().nullable(),
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

/** A thread with posts by others since the member last read it. */
const watchedThread = z.strictObject({
  thread_id: id,
  title: z.string().min(1),
  last_post_id: id.nullable(),
  last_post_at: time,
  last_user_id: id,
  last_username: name,
  last_avatar_url: avatar,
  others: count,
});
export type WatchedThreadRow = z.infer<typeof watchedThread>;

/** A bookmark of the kind `thread` refers to the opening post. A reminder ends once the member has seen it. */
export const bookmark = z
  .strictObject({
    kind: z.enum(['thread', 'post']),
    id,
    thread_id: id,
    note: z.string(),
    remind_at: time.nullable(),
    created_at: time,
  })
  .meta({ id: 'Bookmark' });
export type Bookmark = z.infer<typeof bookmark>;
export type BookmarkTarget = Pick<Bookmark, 'kind' | 'id'>;

/** `title` and `content` are null if the target is deleted or no longer visible to the member. */
export const bookmarkRow = bookmark
  .extend({ title: z.string().min(1).nullable(), content: z.string().nullable() })
  .meta({ id: 'BookmarkRow' });
export type BookmarkRow = z.infer<typeof bookmarkRow>;

export const notificationsResponse = z.strictObject({
  unread: count,
  threads: z.array(watchedThread),
  /** Bookmarks with a reminder that is due and has not been seen yet. */
  reminders: z.array(bookmarkRow),
  notices: z.array(notificationRow),
});
export type NotificationsResponse = z.infer<typeof notificationsResponse>;

const createNotificationChoicesSchema = <Choice extends z.ZodType>(choice: Choice) =>
  z.strictObject({
    reply: choice,
    mention: choice,
    quote: choice,
    solution: choice,
    wall: choice,
    follow: choice,
    moderation: choice,
    report: choice,
  });
const createChoicesSchema = <Choice extends z.ZodType>(choice: Choice) =>
  createNotificationChoicesSchema(choice).extend({ watch: choice });

export const choicesResponse = createNotificationChoicesSchema(z.boolean());

/** Any name that JavaScript's `Intl` accepts, such as Europe/Berlin. */
export const timeZone = z.string().max(64).refine(isTimeZone, { error: 'must be a time zone such as Europe/Berlin' });

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

const email = z.enum(emailFrequencies);

/** Which kinds are shown on the page, sent by email and pushed to devices. The time zone is null until it is chosen. */
export const notificationSettings = z.strictObject({
  page: createChoicesSchema(z.boolean()),
  email: createChoicesSchema(email),
  push: createChoicesSchema(z.boolean()),
  /** Whether notifications on devices show the author and the content. */
  push_text: z.boolean(),
  /** Whether the member automatically watches threads that they start or reply in. */
  auto_watch: z.boolean(),
  time_zone: timeZone.nullable(),
});
export type NotificationSettings = z.infer<typeof notificationSettings>;

/** Omitted fields do not change. */
export const notificationSettingsChange = z.object({
  page: createChoicesSchema(z.boolean()).partial().optional(),
  email: createChoicesSchema(email).partial().optional(),
  push: createChoicesSchema(z.boolean()).partial().optional(),
  push_text: z.boolean().optional(),
  auto_watch: z.boolean().optional(),
  time_zone: timeZone.optional(),
});
export type NotificationSettingsChange = z.infer<typeof notificationSettingsChange>;

const level = z.enum(watchLevels).nullable();
const kind = z.enum(['thread', 'section', 'subsection']);

export const watchRow = z.strictObject({ kind, id, level, title: z.string().min(1) }).meta({ id: 'Watch' });
export type WatchRow = z.infer<typeof watchRow>;

/** `level` is the member's own choice, and `applies` the level in effect, which may come from the place. */
export const watchResponse = z.strictObject({
  level,
  applies: z.enum(watchLevels),
  /** The level that would apply if `level` were null. */
  default_level: z.enum(watchLevels),
  tells: z.boolean(),
});
export type WatchResponse = z.infer<typeof watchResponse>;
