import type { SearchAnswer, SearchHit } from '@guildhall/domain/wire/rest.js';
import { z } from 'zod';
import { author, id, position, time } from './fields.js';

const searchHit = z.strictObject({
  kind: z.enum(['thread', 'post', 'member']),
  id,
  thread_id: id.nullable(),
  section_id: id.nullable(),
  subsection_id: id.nullable(),
  title: z.string().min(1),
  title_html: z.string().min(1),
  snippet_html: z.string(),
  ...author,
  created_at: time,
  order: position.nullable(),
}) satisfies z.ZodType<SearchHit>;

export const searchAnswer = z.strictObject({
  results: z.array(searchHit),
  complete: z.boolean(),
}) satisfies z.ZodType<SearchAnswer>;
