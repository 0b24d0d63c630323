import { z } from 'zod';
import { count, id, person, position } from '../fields.js';
import { postRow } from '../forum/posts.js';
import { maxListedReaders, online, reader } from '../members/members.js';
import { wallPostRow, wallReplyRow } from '../members/profiles.js';
import { counts } from '../forum/sections.js';
import { serverRow } from '../site/servers.js';
import { look, playing } from '../site/site.js';
import { threadRow, threadSummary } from '../forum/threads.js';

const pos = position;
/** Published as an integer, which a literal is not. */
const zero = z.literal(0).meta({ type: 'integer' });

const placeNumbers = { id, pos, ...counts };
export type PlaceNumbers = z.infer<z.ZodObject<typeof placeNumbers>>;

const profileNumbers = { id, pos, followers: count, following: count, post_count: count };
export type ProfileNumbers = z.infer<z.ZodObject<typeof profileNumbers>>;

const memberNames = { ...person, pos };
export type MemberNames = z.infer<z.ZodObject<typeof memberNames>>;

const siteRow = { id: zero, pos, ...look };
export type SiteRow = z.infer<z.ZodObject<typeof siteRow>>;

const playersRow = { id: zero, pos, ...playing };
export type PlayersRow = z.infer<z.ZodObject<typeof playersRow>>;

const removableKind = z.enum(['post', 'thread', 'summary', 'wallpost', 'wallreply']);
export type LiveKind = z.infer<typeof removableKind>;

const createKindSchema = <Kind extends string>(value: Kind, about: string) => ({
  kind: z.literal(value).describe(about),
});

export const liveRow = z
  .union([
    postRow.extend(createKindSchema('post', 'A reply')),
    threadRow.extend(createKindSchema('thread', 'A thread with its text')),
    threadSummary.extend(createKindSchema('summary', 'A thread as in a list, or changed counts of an open thread')),
    z.strictObject({ ...createKindSchema('place', 'The counts of a section or subsection'), ...placeNumbers }),
    wallPostRow.extend(createKindSchema('wallpost', 'A post on a wall, with its newest replies')),
    wallReplyRow.extend(createKindSchema('wallreply', 'A reply to a post on a wall')),
    z.strictObject({ ...createKindSchema('profile', 'The counts of a profile'), ...profileNumbers }),
    z.strictObject({ ...createKindSchema('site', "The site's name, texts and appearance"), ...siteRow }),
    z.strictObject({
      ...createKindSchema('member', "A member's new name, picture or role, for all rows that show them"),
      ...memberNames,
    }),
    z.strictObject({
      ...createKindSchema('players', 'The number of players; the later row is the newer one'),
      ...playersRow,
    }),
    z.strictObject({
      ...createKindSchema(
        'recount',
        'Posts were deleted, restored or moved: count unread posts again. The id is that of the thread',
      ),
      id,
      pos,
    }),
    z.strictObject({
      ...createKindSchema('notified', 'Read notifications and linked game accounts again'),
      id,
      pos,
    }),
    z.strictObject({
      ...createKindSchema('preferences', 'Read notifications, watches, ignored and muted members again'),
      id,
      pos,
    }),
    z.strictObject({
      ...createKindSchema('read', 'The thread with this id was read up to `order`; 0 is a place or the notifications'),
      id: count,
      pos,
      order: position.nullable(),
    }),
    z.strictObject({ ...createKindSchema('bookmarks', 'Read bookmarks and due reminders again'), id, pos }),
    z.strictObject({
      ...createKindSchema('follows', 'Whether the member follows the one with this id'),
      id,
      pos,
      follows: z.boolean(),
    }),
    z.strictObject({
      ...createKindSchema(
        'list',
        'Read the list again, because the user or report with this id changed; 0 stands for any',
      ),
      id: count,
      pos,
    }),
    z.strictObject({ ...createKindSchema('online', 'Who is online'), id: zero, pos, ...online }),
    z.strictObject({
      ...createKindSchema('servers', 'The status of the game servers'),
      id: zero,
      pos,
      servers: z.array(serverRow),
    }),
    z.strictObject({
      ...createKindSchema('readers', 'How many have the thread with this id open, and for members, who'),
      id,
      pos,
      readers: count,
      members: z.array(reader).max(maxListedReaders),
    }),
    z.strictObject({
      kind: removableKind,
      id,
      pos,
      removed: z.literal(true),
      deleted: z
        .literal(true)
        .optional()
        .describe('True if the thread was deleted. Absent if it is only hidden from this reader'),
    }),
  ])
  .meta({ id: 'LiveRow' });
export type LiveRow = z.infer<typeof liveRow>;
