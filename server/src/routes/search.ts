import { searchResponse, type SearchResponse } from '@guildhall/domain/wire/schemas/forum/search.js';
import { z } from 'zod';
import { optionalId } from '../request/input.js';
import { limitPerMember } from '../http/operation-limits.js';
import { route, tagRoutes } from './operation.js';
import { createPositiveIntSchema, createStringSchema, readQuery } from '../request/paging.js';
import { runSearch } from '../search/run-search.js';
import { fold } from '../text/fold.js';

const maxQueryLength = 200;
const maxHits = 100;
const maxNewest = 10;

const createTimeSchema = (restOfDay: string) =>
  createStringSchema(
    /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])(T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,3})?)?Z)?$/,
    {
      maxLength: 24,
    },
  ).transform((value) => value && new Date(value.includes('T') ? value : value + restOfDay).toISOString());

const daysAreUtc = "Inclusive. A day without a time is a day in UTC; to use a reader's own days, send times";

const username = z
  .string({ error: 'is not valid' })
  .max(maxQueryLength, { error: 'is not valid' })
  .transform((value) => fold(value.trim()))
  .refine((value) => /^\w{0,16}$/.test(value), { error: 'is not valid' })
  .transform((value) => value || undefined)
  .optional();

const query = readQuery.extend({
  q: z
    .string({ error: 'is not valid' })
    .max(maxQueryLength, { error: `must have at most ${maxQueryLength} characters` })
    .default('')
    .describe(
      'prefix:name or prefix:"a name" finds threads with that prefix and their replies, is:solved those with a solution; ' +
        'a minus excludes them',
    ),
  type: z.enum(['all', 'threads', 'posts', 'members'], { error: 'is not valid' }).default('all'),
  author: username,
  section_id: optionalId.describe('Only threads and replies in this section or its subsections'),
  subsection_id: optionalId.describe('Only threads and replies in this subsection'),
  from: createTimeSchema('T00:00:00.000Z').describe(daysAreUtc),
  to: createTimeSchema('T23:59:59.999Z').describe(daysAreUtc),
  sort: z.enum(['relevance', 'newest'], { error: 'is not valid' }).default('relevance'),
  limit: createPositiveIntSchema(maxHits).default(20),
  newest: createPositiveIntSchema(maxNewest)
    .optional()
    .describe('How many of the newest threads and replies the first page returns in `newest`'),
  cursor: createStringSchema(/^(\d{1,9}|\d{20}(\.\d{1,4})?)$/),
});

export const searchRoutes = tagRoutes('Search', [
  route.get('/search', {
    scope: 'read',
    summary:
      'Search threads and replies by words, and members by name: word, word*, "a phrase", -word, prefix:name, is:solved',
    query,
    limits: [limitPerMember('search')],
    response: searchResponse,
    run: async (call, services) => {
      const { search, positions } = services;
      await positions.awaitRequested(call.query, search);
      await search.waitUntilCurrent();
      const [position, complete] = [positions.toResponsePosition(search.position), search.complete];
      const { hits, newest, cursor } = await runSearch(services, call.actor, call.query);
      const body: SearchResponse = { results: hits, ...(newest && { newest }), complete };
      return { cache: 'no-cache', position, cursor, body };
    },
  }),
]);
