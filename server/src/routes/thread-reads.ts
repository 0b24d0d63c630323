import { Refusal } from '@guildhall/domain/refusals.js';
import { findOfferedPrefix } from '@guildhall/domain/structure/prefixes.js';
import { ownThreadLists, threadSorts } from '@guildhall/domain/wire/kinds.js';
import { threadRow, threadSummary, threadTitle } from '@guildhall/domain/wire/schemas/forum/threads.js';
import {
  getCursorAfter,
  findLatestThreads,
  findThreads,
  type ThreadCursor,
  findThreadsByIds,
} from '@guildhall/projections/views/threads/queries.js';
import { z } from 'zod';
import { parseId, optionalId, createIdListSchema } from '../request/input.js';
import { createStringSchema, position, readQuery, createPagingSchema, fillPage } from '../request/paging.js';
import { route, tagRoutes } from './operation.js';
import { listOwnThreads } from '../read-models/own-threads.js';
import { requireUser } from '../request/request-context.js';
import { findPlaceByName } from '../policy/place-named.js';
import { requireVisibleThread } from '../read-models/require-visible-thread.js';

const threadPage = createPagingSchema(
  createStringSchema(/^\d{1,9}\.\d{20}$/).transform((value): ThreadCursor | null => {
    if (value === undefined) return null;
    const [group = '', order = ''] = value.split('.');
    return { group: Number(group), order };
  }),
).extend({
  section_id: optionalId.describe('Without `subsection_id`, the list contains the threads directly in this section'),
  subsection_id: optionalId.describe('The list contains the threads in this subsection'),
  sort: z
    .enum(threadSorts)
    .default('latest')
    .describe(
      'latest: pinned threads first, then by the latest reply; newest: by creation; replies: by the number of replies; ' +
        'reactions: by the reactions to the first post; unanswered: those without a reply, by creation',
    ),
  prefix: optionalId.describe('Only those with this prefix'),
  author: createStringSchema(/^\w{1,16}$/).describe('Only those by the member with this name'),
});

const recentPage = createPagingSchema(position);
const ownPage = recentPage.extend({
  list: z
    .enum(ownThreadLists)
    .describe(
      'unread: with new posts; watched: those that notify the caller, and all in watched places; mine: started by ' +
        'the caller. Muted threads are only in mine',
    ),
});
const maxRecent = 50;

const maxThreads = 50;
const titlesQuery = readQuery.extend({ threads: createIdListSchema(maxThreads) });

export const threadReads = tagRoutes('Forums', [
  route.get('/forums/threads', {
    scope: 'read',
    summary: "A section's or subsection's threads",
    query: threadPage,
    response: z.array(threadSummary),
    needsPlace: true,
    run: async (call, services) => {
      const { limit, cursor, sort, prefix: prefixId, author } = call.query;
      return services.responses.respondShared(
        call,
        async () => {
          const place = findPlaceByName(services.policy.structure, call.query);
          if (!services.policy.mayView(call.actor, place)) throw new Refusal('not-found');
          const authorId = author === undefined ? null : services.directory.findId(author);
          const isHidden =
            prefixId !== null && !findOfferedPrefix(services.policy.structure, place.sectionId, prefixId);
          const isUnknown = author !== undefined && authorId === null;
          const listing = { place, sort, prefixId, authorId };
          const threads =
            isHidden || isUnknown ? [] : await findThreads(services.views.store, listing, limit + 1, cursor);
          const { rows, last } = await fillPage(threads, limit, (some) => services.rows.buildSummaries(some));
          return { rows, cursor: last && formatCursor(getCursorAfter(sort, last)) };
        },
        'forum',
      );
    },
  }),
  route.get('/forums/recent', {
    scope: 'read',
    summary: 'The threads in all places that the caller may see, by latest reply; at most 50 per page',
    query: recentPage,
    response: z.array(threadSummary),
    /** Reads a whole page from each place so that neither rows nor cursor reveal anything about hidden places. */
    run: async (call, services) => {
      const limit = Math.min(call.query.limit, maxRecent);
      const beforeActivity = call.query.cursor ?? null;
      return services.responses.respondShared(
        call,
        async () => {
          const { store } = services.views;
          const places = services.policy.listVisiblePlaces(call.actor);
          const newestByPlace = await Promise.all(
            places.map((place) => findLatestThreads(store, place, limit + 1, beforeActivity)),
          );
          const sortedThreads = newestByPlace.flat().sort((a, b) => (a.activity < b.activity ? 1 : -1));
          const { rows, last } = await fillPage(sortedThreads, limit, (some) => services.rows.buildSummaries(some));
          return { rows, cursor: last && last.activity };
        },
        'forum',
      );
    },
  }),
  route.get('/forums/recent/own', {
    scope: 'read',
    summary: "The caller's unread, watched or own threads, by latest reply; at most 50 per page",
    query: ownPage,
    response: z.array(threadSummary),
    login: 'must-be-logged-in',
    run: async (call, services) => {
      const userId = requireUser(call);
      const { position } = await services.responses.begin(call);
      const { list, limit, cursor = null } = call.query;
      const range = { limit: Math.min(limit, maxRecent), cursor };
      const { threads, cursor: next } = await listOwnThreads(services, { ...call.actor, userId }, list, range);
      return { cache: 'no-cache', position, cursor: next, body: await services.rows.buildSummaries(threads) };
    },
  }),
  route.get('/forums/threads/:id', {
    scope: 'read',
    summary: 'A thread, without its replies',
    query: readQuery,
    response: threadRow,
    run: async (call, services) => {
      const threadId = parseId(call.params.id);
      return services.responses.respondShared(
        call,
        async () => {
          const thread = await requireVisibleThread(services, call, threadId);
          const [row] = await services.rows.buildThreads([thread]);
          return { rows: row };
        },
        { threadId },
      );
    },
  }),
  route.get('/forums/thread-titles', {
    scope: 'read',
    summary: 'The titles of the given threads; omits threads that the caller cannot see',
    query: titlesQuery,
    response: z.array(threadTitle),
    rows: maxThreads,
    run: (call, services) =>
      services.responses.respondShared(
        call,
        async () => {
          const threads = await findThreadsByIds(services.views.store, call.query.threads);
          const visibleThreads = threads.filter(
            (thread) => !thread.deleted && services.policy.mayView(call.actor, thread),
          );
          return { rows: await services.rows.buildTitles(visibleThreads) };
        },
        'forum',
      ),
  }),
]);

const formatCursor = ({ group, order }: ThreadCursor): string => `${group}.${order}`;
