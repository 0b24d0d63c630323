import { z } from 'zod';
import { count, id, person, position } from '../fields.js';
import { postRow } from '../forum/posts.js';
import { wallPostRow, wallReplyRow } from '../members/profiles.js';
import { counts } from '../forum/sections.js';
import { look, playing } from '../site/site.js';
import { threadRow, threadSummary } from '../forum/threads.js';

/** The position of the event that last changed the row; for data outside of the log, the later message is newer. */
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

/** A row as REST returns it, or the message that it is not visible in this topic. */
export const liveRow = z
  .union([
    postRow.extend(kind('post')),
    threadRow.extend(kind('thread')),
    threadSummary.extend(kind('summary')),
    // In the topic of a place, next to the changed thread: the place's new counts.
    z.strictObject({ ...kind('place'), ...placeNumbers }),
    wallPostRow.extend(kind('wallpost')),
    wallReplyRow.extend(kind('wallreply')),
    z.strictObject({ ...kind('profile'), ...profileNumbers }),
    z.strictObject({ ...kind('site'), ...siteRow }),
    z.strictObject({ ...kind('member'), ...memberNames }),
    z.strictObject({ ...kind('players'), ...playersRow }),
    // In the topic of a place: posts of this thread appeared or disappeared other than by being posted, so the browser
    // recounts what is unread.
    z.strictObject({ ...kind('recount'), id, pos }),
    // A member's notifications, watches or preferences have changed: the browser fetches them.
    z.strictObject({ ...kind('told'), id, pos }),
    // In the member's own topic: they have read the thread with this id up to an order, or with 0 a place or
    // notifications, on any device. Not in the log: the browser fetches what it shows.
    z.strictObject({ ...kind('read'), id: count, pos, order: position.nullable() }),
    z.strictObject({ ...kind('follows'), id, pos, follows: z.boolean() }),
    // A staff list has changed for the user or report with this id: the browser fetches it.
    z.strictObject({ ...kind('news'), id: count, pos }),
    z.strictObject({ ...kind('readers'), id, pos, readers: count }),
    // `deleted`: in a thread's own topic, to a role that could see the thread if it had not been deleted.
    z.strictObject({ kind: removableKind, id, pos, removed: z.literal(true), deleted: z.literal(true).optional() }),
  ])
  .meta({ id: 'LiveRow' });
export type LiveRow = z.infer<typeof liveRow>;
