import { threadActionKinds } from '../../kinds.js';
import { z } from 'zod';
import { author, avatar, count, id, name, position, rowPosition, time } from '../fields.js';
import { text } from './posts.js';
import { prefixRow } from './sections.js';

export const maxParticipants = 3;

const participant = z.strictObject({ id, username: name, avatar_url: avatar });

/** These fields are the same for all readers, so rows can be pushed. */
const sharedFields = {
  id,
  pos: rowPosition,
  section_id: id,
  subsection_id: id.nullable().describe('Null if the thread is directly in the section'),
  ...author,
  title: z.string().min(1).describe('`[erased]` if the author has erased their texts'),
  content: z.string().min(1).describe('Markdown, or `[erased]` if the author has erased their texts'),
  locked: z.boolean(),
  sticky: z.boolean().describe('Whether the thread is pinned'),
  solution_id: id.nullable().describe('The visible reply that is marked as the solution'),
  prefix: prefixRow.nullable(),
  created_at: time,
  edited_at: time.nullable(),
  ...text,
  reply_count: count,
  last_post_at: time.describe('When the latest reply was written or, without one, the thread'),
  last_user_id: id,
  last_username: name,
  participants: z
    .array(participant)
    .max(maxParticipants)
    .describe('The last members, other than the author, who replied'),
  last_avatar_url: avatar,
};

const picture = z
  .strictObject({ thumb_url: z.string(), tiny_url: z.string(), width: id, height: id, alt: z.string() })
  .meta({ id: 'RowPicture' });

const summaryFields = {
  ...sharedFields,
  content: sharedFields.content.describe('The beginning of the text, without formatting'),
  picture: picture
    .nullable()
    .describe('The picture that the thread begins with, as a thumbnail; `tiny_url` is for lists'),
};

export const threadSummary = z.strictObject(summaryFields).meta({ id: 'ThreadSummary' });
export type ThreadSummary = z.infer<typeof threadSummary>;

export const threadRow = z.strictObject({ ...sharedFields, content_html: z.string().min(1) }).meta({ id: 'Thread' });
export type ThreadRow = z.infer<typeof threadRow>;

export const deletedThreadRow = z
  .strictObject({
    ...summaryFields,
    deleted_at: time.nullable(),
    deleted_by: name.nullable(),
  })
  .meta({ id: 'DeletedThread' });
export type DeletedThreadRow = z.infer<typeof deletedThreadRow>;
export const threadTitle = z.strictObject({ id, title: sharedFields.title }).meta({ id: 'ThreadTitle' });
export type ThreadTitle = z.infer<typeof threadTitle>;

export type ThreadOptions = Pick<ThreadRow, 'locked' | 'sticky'> & { prefix_id?: number | null };
export type ThreadFields = Pick<ThreadRow, 'title' | 'content'> & ThreadOptions;

export const threadActionRow = z
  .strictObject({
    id: z.uuid(),
    order: position,
    kind: z.enum(threadActionKinds),
    at: time,
    by: name.nullable(),
    /** Null if the reader may not view the place, or if the section does not offer the prefix. */
    from: name.nullable(),
    to: name.nullable(),
  })
  .meta({ id: 'ThreadAct' });
export type ThreadActionRow = z.infer<typeof threadActionRow>;
