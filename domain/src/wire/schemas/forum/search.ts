import { z } from 'zod';
import { author, id, position, time } from '../fields.js';
import { prefixRow } from './sections.js';

/** A result of a search. For a member all that belongs to texts is null, and the title is their name. */
const searchHit = z.strictObject({
  kind: z.enum(['thread', 'post', 'member']),
  id,
  thread_id: id.nullable(),
  section_id: id.nullable(),
  subsection_id: id.nullable(),
  /** The title of the thread, also for a post. */
  title: z.string().min(1),
  /** The prefix of the thread, also for a post, while its section offers it. */
  prefix: prefixRow.nullable(),
  /** The title of a thread with `<mark>` around the search terms. */
  title_html: z.string().min(1),
  /** A part of the text without its markup, with `<mark>` around the search terms; '' for a member. */
  snippet_html: z.string(),
  ...author,
  created_at: time,
  /** As the post's `order`: rises with time. */
  order: position.nullable(),
});
export type SearchHit = z.infer<typeof searchHit>;

export const searchResponse = z.strictObject({
  results: z.array(searchHit),
  /** The newest texts that match, where the first page of a search asks for some: they may be in `results` too. */
  newest: z.array(searchHit).optional(),
  /** False while the index is being filled or waits: there may be more results than were found. */
  complete: z.boolean(),
});
export type SearchResponse = z.infer<typeof searchResponse>;
