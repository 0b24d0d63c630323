import { emojiKeys, type ReactionCounts } from '@guildhall/domain/reaction/emoji.js';
import { placeFlags } from '@guildhall/domain/permissions.js';
import type { PostRow, SectionRow, SubsectionRow, ThreadRow, ThreadSummary } from '@guildhall/domain/wire/rest.js';
import { z } from 'zod';
import { author, count, id, name, position, time } from './fields.js';

/** Counts above zero alone. */
const reactions = z.strictObject(
  Object.fromEntries(emojiKeys.map((key) => [key, id.optional()])),
) satisfies z.ZodType<ReactionCounts>;
const text = { reactions, version: id };

const threadFacts = {
  id,
  pos: position,
  section_id: id,
  subsection_id: id.nullable(),
  ...author,
  title: z.string().min(1),
  content: z.string().min(1),
  locked: z.boolean(),
  sticky: z.boolean(),
  created_at: time,
  edited_at: time.nullable(),
  ...text,
  reply_count: count,
  last_post_at: time,
  last_user_id: id,
  last_username: name,
};
export const threadSummary = z
  .strictObject(threadFacts)
  .meta({ id: 'ThreadSummary' }) satisfies z.ZodType<ThreadSummary>;
export const threadRow = z
  .strictObject({
    ...threadFacts,
    content_html: z.string().min(1),
  })
  .meta({ id: 'Thread' }) satisfies z.ZodType<ThreadRow>;

export const postRow = z
  .strictObject({
    id,
    pos: position,
    thread_id: id,
    ...author,
    content: z.string().min(1),
    content_html: z.string().min(1),
    created_at: time,
    edited_at: time.nullable(),
    ...text,
    order: position,
    number: count,
  })
  .meta({ id: 'Post' }) satisfies z.ZodType<PostRow>;

const flags = Object.fromEntries(placeFlags.map((flag) => [flag, z.boolean()])) as Record<
  (typeof placeFlags)[number],
  z.ZodBoolean
>;
const placeFacts = {
  id,
  name,
  display_name: name,
  description: z.string(),
  icon: z.string(),
  thread_count: count,
  post_count: count,
  last_thread: z.strictObject({ id, title: z.string(), user_id: id, username: z.string(), at: time }).nullable(),
  can: z.strictObject(flags),
  version: id,
  deleted: z.literal(true).optional(),
};
export const subsectionRow = z
  .strictObject({ ...placeFacts, section_id: id })
  .meta({ id: 'Subsection' }) satisfies z.ZodType<SubsectionRow>;
export const sectionRow = z
  .strictObject({
    ...placeFacts,
    allow_threads_direct: z.boolean(),
    subcategories: z.array(subsectionRow),
  })
  .meta({ id: 'Section' }) satisfies z.ZodType<SectionRow>;
