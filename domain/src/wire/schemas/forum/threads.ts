import { threadActionKinds } from '../../kinds.js';
import { z } from 'zod';
import { author, avatar, count, id, name, position, time } from '../fields.js';
import { text } from './posts.js';
import { prefixRow } from './sections.js';

export const maxParticipants = 3;

const participant = z.strictObject({ id, username: name, avatar_url: avatar });

/**
 * These fields are the same for all readers, so rows can be pushed. `pos` is the position of the last change; of two
 * rows, the one with the later position wins.
 */
const sharedFields = {
  id,
  pos: position,
  section_id: id,
  subsection_id: id.nullable(),
  ...author,
  /** '[erased]' if the author's content has been erased. */
  title: z.string().min(1),
  content: z.string().min(1),
  locked: z.boolean(),
  sticky: z.boolean(),
  /** The visible reply that is marked as the solution. */
  solution_id: id.nullable(),
  prefix: prefixRow.nullable(),
  created_at: time,
  edited_at: time.nullable(),
  ...text,
  reply_count: count,
  last_post_at: time,
  last_user_id: id,
  last_username: name,
  participants: z.array(participant).max(maxParticipants),
  last_avatar_url: avatar,
};

const picture = z
  .strictObject({ thumb_url: z.string(), tiny_url: z.string(), width: id, height: id, alt: z.string() })
  .meta({ id: 'RowPicture' });

/** `picture` is set if the thread begins with a picture. Its dimensions are those of the thumbnail. `tiny_url` is for lists. */
const summaryFields = { ...sharedFields, picture: picture.nullable() };

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
