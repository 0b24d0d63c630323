import { emojiKeys, type Emoji } from '../../../reaction/emoji.js';
import { z } from 'zod';
import { author, count, id, name, position, rowPosition, time, userName } from '../fields.js';

/** These counts are the same for all readers. A reader's own reactions are loaded separately. */
const reactions = z
  .strictObject(
    Object.fromEntries(emojiKeys.map((key) => [key, id.optional()])) as Record<Emoji, z.ZodOptional<typeof id>>,
  )
  .describe('How often each reaction was chosen, without those that nobody has chosen');

export const text = {
  reactions,
  version: id.describe('For `if-match`'),
};

const replyTarget = z.strictObject({ id, number: count, deleted: z.boolean() }).meta({ id: 'ReplyTarget' });
export type ReplyTarget = z.infer<typeof replyTarget>;

export const postRow = z
  .strictObject({
    id,
    pos: rowPosition,
    thread_id: id,
    ...author,
    content: z.string().min(1).describe('Markdown, or `[erased]` if the author has erased their texts'),
    content_html: z.string().min(1),
    created_at: time,
    edited_at: time.nullable(),
    ...text,
    order: position.describe('Sorts the replies'),
    number: count.describe('The number of posts in the thread before this one, including deleted ones'),
    reply_to: replyTarget.nullable().describe('The reply that this one responds to'),
    reply_count: count.describe('The number of replies to this one'),
  })
  .meta({ id: 'Post' });
export type PostRow = z.infer<typeof postRow>;

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
  .meta({ id: 'DeletedPost' });
export type DeletedPostRow = z.infer<typeof deletedPostRow>;

export const reactionRow = z.strictObject({ ...author, emoji: z.enum(emojiKeys), at: time }).meta({ id: 'Reaction' });
export type ReactionRow = z.infer<typeof reactionRow>;

export const ownReactions = z.record(z.string().regex(/^[1-9]\d*$/), z.enum(emojiKeys));

const version = { version: id, content: z.string().min(1), at: time, by: userName };
export const postVersion = z.strictObject(version).meta({ id: 'PostVersion' });
export const threadVersion = z.strictObject({ ...version, title: z.string().min(1) }).meta({ id: 'ThreadVersion' });
export type TextVersion = z.infer<typeof postVersion> & Partial<Pick<z.infer<typeof threadVersion>, 'title'>>;
