import { z } from 'zod';
import { author, id, position, time } from '../fields.js';
import { prefixRow } from './sections.js';

/** A search result. For a member, everything about texts is null and the title is their name. */
const searchHit = z.strictObject({
  kind: z.enum(['thread', 'post', 'member']),
  id,
  thread_id: id.nullable(),
  section_id: id.nullable(),
  subsection_id: id.nullable(),
  title: z.string().min(1),
  prefix: prefixRow.nullable(),
  /** The thread's title with `<mark>` around the search terms. */
  title_html: z.string().min(1),
  /** An excerpt without markup, with `<mark>` around the search terms; '' for a member. */
  snippet_html: z.string(),
  ...author,
  created_at: time,
  /** Like the post's `order`: rises with time. */
  order: position.nullable(),
});
export type SearchHit = z.infer<typeof searchHit>;

export const searchResponse = z.strictObject({
  results: z.array(searchHit),
  newest: z.array(searchHit).optional(),
  /** False while the index is incomplete: more results may exist. */
  complete: z.boolean(),
});
export type SearchResponse = z.infer<typeof searchResponse>;
