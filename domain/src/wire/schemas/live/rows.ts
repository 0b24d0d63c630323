import { z } from 'zod';
import { count, id, person, position } from '../fields.js';
import { postRow } from '../forum/posts.js';
import { maxListedReaders, online, reader } from '../members/members.js';
import { wallPostRow, wallReplyRow } from '../members/profiles.js';
import { counts } from '../forum/sections.js';
import { look, playing } from '../site/site.js';
import { threadRow, threadSummary } from '../forum/threads.js';

/** Data outside the log has no position of its own. Of two messages, the later one is newer. */
const pos = position;

const placeNumbers = { id, pos, ...counts };
export type PlaceNumbers = z.infer<z.ZodObject<typeof placeNumbers>>;

const profileNumbers = { id, pos, followers: count, following: count, post_count: count };
export type ProfileNumbers = z.infer<z.ZodObject<typeof profileNumbers>>;

const memberNames = { ...person, pos };
export type MemberNames = z.infer<z.ZodObject<typeof memberNames>>;

const siteRow = { id: z.literal(0), pos, ...look };
export type SiteRow = z.infer<z.ZodObject<typeof siteRow>>;

const playersRow = { id: z.literal(0), pos, ...playing };
export type PlayersRow = z.infer<z.ZodObject<typeof playersRow>>;

const removableKind = z.enum(['post', 'thread', 'summary', 'wallpost', 'wallreply']);
export type LiveKind = z.infer<typeof removableKind>;

const kind = <Kind extends string>(value: Kind) => ({ kind: z.literal(value) });

export const liveRow = z
  .union([
    postRow.extend(kind('post')),
    threadRow.extend(kind('thread')),
    threadSummary.extend(kind('summary')),
    z.strictObject({ ...kind('place'), ...placeNumbers }),
    wallPostRow.extend(kind('wallpost')),
    wallReplyRow.extend(kind('wallreply')),
    z.strictObject({ ...kind('profile'), ...profileNumbers }),
    z.strictObject({ ...kind('site'), ...siteRow }),
    z.strictObject({ ...kind('member'), ...memberNames }),
    z.strictObject({ ...kind('players'), ...playersRow }),
    // Posts appeared or disappeared without being newly posted, so the browser recounts unread posts.
    z.strictObject({ ...kind('recount'), id, pos }),
    // Makes the browser reload the member's notifications, watches or preferences.
    z.strictObject({ ...kind('notified'), id, pos }),
    // On some device, the member has read the thread with this id up to `order`. The id 0 represents a place or the
    // notifications.
    z.strictObject({ ...kind('read'), id: count, pos, order: position.nullable() }),
    // Makes the browser reload the member's bookmarks and due reminders.
    z.strictObject({ ...kind('bookmarks'), id, pos }),
    z.strictObject({ ...kind('follows'), id, pos, follows: z.boolean() }),
    // Makes the browser reload the list in which this user or report changed.
    z.strictObject({ ...kind('list'), id: count, pos }),
    z.strictObject({ ...kind('online'), id: z.literal(0), pos, ...online }),
    z.strictObject({ ...kind('readers'), id, pos, readers: count, members: z.array(reader).max(maxListedReaders) }),
    // `deleted` means that the thread is hidden from this role only because it was deleted.
    z.strictObject({ kind: removableKind, id, pos, removed: z.literal(true), deleted: z.literal(true).optional() }),
  ])
  .meta({ id: 'LiveRow' });
export type LiveRow = z.infer<typeof liveRow>;
