import { limits } from '../../../limits.js';
import { prefixColors } from '../../../structure/events.js';
import { z } from 'zod';
import { count, flags, id, name, time } from '../fields.js';

export const prefixRow = z
  .strictObject({ id, label: z.string().min(1).max(limits.prefixLabel.max), color: z.enum(prefixColors) })
  .meta({ id: 'Prefix' });
export type PrefixRow = z.infer<typeof prefixRow>;

const lastThread = z.strictObject({
  id,
  title: z.string(),
  prefix: prefixRow.nullable(),
  user_id: id,
  username: z.string(),
  at: time,
});
export type LastThread = z.infer<typeof lastThread>;

export const counts = {
  thread_count: count,
  post_count: count,
  last_thread: lastThread.nullable(),
};
export type PlaceCounts = z.infer<z.ZodObject<typeof counts>>;

const facts = {
  id,
  name,
  display_name: name,
  former_names: z.array(z.string()).optional(),
  description: z.string(),
  icon: z.string(),
  ...counts,
  can: z.strictObject(flags),
  version: id,
  deleted: z.literal(true).optional(),
};

export const subsectionRow = z.strictObject({ ...facts, section_id: id }).meta({ id: 'Subsection' });
export type SubsectionRow = z.infer<typeof subsectionRow>;

export const sectionRow = z
  .strictObject({
    ...facts,
    allow_threads_direct: z.boolean(),
    /** Set if threads are questions, whose solutions can be marked. */
    questions: z.literal(true).optional(),
    /** Plain text with one rule per line. The rules also apply to subsections. */
    rules: z.string().max(limits.rules.max),
    prefixes: z.array(prefixRow),
    subcategories: z.array(subsectionRow),
  })
  .meta({ id: 'Section' });
export type SectionRow = z.infer<typeof sectionRow>;
