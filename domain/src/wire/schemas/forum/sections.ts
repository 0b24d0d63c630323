import { limits } from '../../../limits.js';
import { prefixColors } from '../../../structure/events.js';
import { z } from 'zod';
import { count, flags, id, name, time } from '../fields.js';

/** What a thread of a section may be marked with. */
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

/** What a place holds, the same for everyone who may view it. */
export const counts = {
  thread_count: count,
  /** Threads and posts; those of a section's subsections are counted there. */
  post_count: count,
  last_thread: lastThread.nullable(),
};
export type PlaceCounts = z.infer<z.ZodObject<typeof counts>>;

const facts = {
  id,
  name,
  display_name: name,
  /** Names that it had and no other place has now; they still lead to it. Absent where there are none. */
  former_names: z.array(z.string()).optional(),
  description: z.string(),
  icon: z.string(),
  ...counts,
  /** What the reader may do here. */
  can: z.strictObject(flags),
  /** What `If-Match` names. */
  version: id,
  /** In the list with deleted places, which Admins may request. */
  deleted: z.literal(true).optional(),
};

export const subsectionRow = z.strictObject({ ...facts, section_id: id }).meta({ id: 'Subsection' });
export type SubsectionRow = z.infer<typeof subsectionRow>;

export const sectionRow = z
  .strictObject({
    ...facts,
    allow_threads_direct: z.boolean(),
    /** One a line, plain text; also of its subsections. */
    rules: z.string().max(limits.rules.max),
    /** Those that its threads may have, in its subsections too. */
    prefixes: z.array(prefixRow),
    subcategories: z.array(subsectionRow),
  })
  .meta({ id: 'Section' });
export type SectionRow = z.infer<typeof sectionRow>;
