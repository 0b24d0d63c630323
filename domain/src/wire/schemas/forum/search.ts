import { z } from 'zod';
import { author, id, position, time } from '../fields.js';
import { prefixRow } from './sections.js';

const searchHit = z.strictObject({
  kind: z.enum(['thread', 'post', 'member']),
  id,
  thread_id: id.nullable(),
  section_id: id.nullable(),
  subsection_id: id.nullable(),
  title: z.string().min(1),
  prefix: prefixRow.nullable(),
  /** Set if the thread has a solution. */
  solved: z.literal(true).optional(),
  title_html: z.string().min(1),
  snippet_html: z.string(),
  ...author,
  created_at: time,
  /** Increases with time, like a post's `order`. */
  order: position.nullable(),
});
export type SearchHit = z.infer<typeof searchHit>;

export const searchResponse = z.strictObject({
  results: z.array(searchHit),
  newest: z.array(searchHit).optional(),
  /** False while the index is incomplete. */
  complete: z.boolean(),
});
export type SearchResponse = z.infer<typeof searchResponse>;
