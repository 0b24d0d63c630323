import { emojiKeys } from '@guildhall/domain/reaction/emoji.js';
import {
  repliesShown,
  type ActivityRow,
  type PersonRow,
  type Profile,
  type ReactionRow,
  type TextVersion,
  type WallPostRow,
  type WallReplyRow,
} from '@guildhall/domain/wire/profiles.js';
import { z } from 'zod';
import { author, avatar, count, id, name, position, time } from './fields.js';

const person = { id, username: name, avatar_url: avatar, role: z.string().nullable() };
export const personRow = z.strictObject(person).meta({ id: 'Person' }) satisfies z.ZodType<PersonRow>;

const text = { content: z.string().min(1), content_html: z.string().min(1), created_at: time, order: position };
export const wallReplyRow = z
  .strictObject({ id, pos: position, post_id: id, user_id: id, user_name: name, user_avatar: avatar, ...text })
  .meta({ id: 'WallReply' }) satisfies z.ZodType<WallReplyRow>;
const wallPostRow = z
  .strictObject({
    id,
    pos: position,
    owner_id: id,
    author_id: id,
    author_name: name,
    author_avatar: avatar,
    ...text,
    reply_count: count,
    replies: z.array(wallReplyRow).max(repliesShown),
  })
  .meta({ id: 'WallPost' }) satisfies z.ZodType<WallPostRow>;

export const profileAnswer = z.strictObject({
  user: z.strictObject({ ...person, created_at: time, post_count: count }),
  followers: count,
  following: count,
  posts: z.array(wallPostRow),
  isFollowing: z.boolean(),
}) satisfies z.ZodType<Profile>;

export const activityRow = z
  .strictObject({
    kind: z.enum(['thread', 'post']),
    id,
    thread_id: id,
    section_id: id,
    subsection_id: id.nullable(),
    title: z.string().min(1),
    content: z.string(),
    created_at: time,
    order: position,
  })
  .meta({ id: 'Activity' }) satisfies z.ZodType<ActivityRow>;

export const reactionRow = z
  .strictObject({ ...author, emoji: z.enum(emojiKeys), at: time })
  .meta({ id: 'Reaction' }) satisfies z.ZodType<ReactionRow>;

/** By the id of what was reacted to. */
export const ownReactions = z.record(z.string().regex(/^[1-9]\d*$/), z.enum(emojiKeys));

const version = { version: id, content: z.string().min(1), at: time, by: z.strictObject({ id, username: name }) };
export const postVersion = z.strictObject(version).meta({ id: 'PostVersion' }) satisfies z.ZodType<TextVersion>;
export const threadVersion = z
  .strictObject({ ...version, title: z.string().min(1) })
  .meta({ id: 'ThreadVersion' }) satisfies z.ZodType<TextVersion>;
