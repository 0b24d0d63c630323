import { Refusal } from '@guildhall/domain/refusals.js';
import { maxUnreadThreadsChecked } from '@guildhall/domain/wire/list-sizes.js';
import { placeUnreadRow, type PlaceUnreadRow, readMarkRow } from '@guildhall/domain/wire/schemas/forum/reading.js';
import { writeResponse } from '@guildhall/domain/wire/schemas/write.js';
import { toPlaceId } from '@guildhall/projections/views/places/project.js';
import { findPostUpTo } from '@guildhall/projections/views/posts/queries.js';
import { findLatestThreads, findThreadsByIds } from '@guildhall/projections/views/threads/queries.js';
import { z } from 'zod';
import { parseId, createIdListSchema, optionalId } from '../request/input.js';
import { requireUser } from '../request/request-context.js';
import { route, tagRoutes } from './operation.js';
import { limitPerMember } from '../http/operation-limits.js';
import { readQuery, offsetPaging } from '../request/paging.js';
import { findPlaceByName } from '../policy/place-named.js';
import { filterUnread, readMarkRows } from '../read-models/read-states.js';
import { requireVisibleThread, requireThread } from '../read-models/require-visible-thread.js';

const maxMarks = 100;
const placePage = readQuery.extend(offsetPaging);
const threadsQuery = readQuery.extend({ threads: createIdListSchema(maxMarks) });
const order = z.string().regex(/^\d{20}$/, { error: 'must be the order of a reply' });
const readMarkBody = z.object({
  order: order
    .nullish()
    .transform((value) => value ?? null)
    .describe('The `order` of the last reply that was read. If omitted, the thread is read up to its end'),
});
const place = z.object({ section_id: optionalId, subsection_id: optionalId });

const markOperation = {
  response: writeResponse,
  login: 'must-be-logged-in',
  keyless: true,
  limits: [limitPerMember('read')],
} as const;

export const readMarkRoutes = tagRoutes('Forums', [
  route.get('/forums/read', {
    scope: null,
    summary: 'How far the caller has read the given threads; omits threads that they cannot see',
    query: threadsQuery,
    response: z.array(readMarkRow),
    rows: maxMarks,
    login: 'must-be-logged-in',
    run: async (call, services) => {
      const userId = requireUser(call);
      const { position } = await services.responses.begin(call);
      const [firstThread, ...others] = call.query.threads;
      const candidates =
        firstThread !== undefined && others.length === 0
          ? [(await requireThread(services, call, firstThread)) ?? []].flat()
          : await findThreadsByIds(services.views.store, call.query.threads);
      const visibleThreads = candidates.filter(
        (thread) => !thread.deleted && services.policy.mayView(call.actor, thread),
      );
      return { cache: 'no-cache', position, body: await readMarkRows(services, userId, visibleThreads) };
    },
  }),
  route.get('/forums/read/places', {
    scope: null,
    summary: 'The places where the newest threads have new posts for the caller',
    query: placePage,
    response: z.array(placeUnreadRow),
    login: 'must-be-logged-in',
    run: async (call, services) => {
      const userId = requireUser(call);
      const { position } = await services.responses.begin(call);
      const { limit, cursor = '0' } = call.query;
      const visiblePlaces = services.policy.listVisiblePlaces(call.actor).slice(Number(cursor));
      const places = visiblePlaces.slice(0, limit);
      const next = visiblePlaces.length > limit ? String(Number(cursor) + limit) : null;
      const newestByPlace = await Promise.all(
        places.map((place) => findLatestThreads(services.views.store, place, maxUnreadThreadsChecked)),
      );
      const unreadThreads = await filterUnread(services, userId, newestByPlace.flat());
      const unread = new Set(unreadThreads.map(({ id }) => id));
      const rows = places.map(({ sectionId, subsectionId }, n): PlaceUnreadRow => {
        const threads = newestByPlace[n]?.flatMap(({ id }) => (unread.has(id) ? id : [])) ?? [];
        const last_post_at = newestByPlace[n]?.[0]?.lastPostAt ?? null;
        return { section_id: sectionId, subsection_id: subsectionId, unread: threads.length, threads, last_post_at };
      });
      return { cache: 'no-cache', position, cursor: next, body: rows };
    },
  }),
  route.put('/forums/threads/:id/read', {
    scope: null,
    summary: 'Mark a thread as read up to a reply or, without one, up to its first post',
    body: readMarkBody,
    ...markOperation,
    run: async (call, services) => {
      const userId = requireUser(call);
      const thread = await requireVisibleThread(services, call, parseId(call.params.id));
      const upTo = call.body.order;
      const last = upTo === null ? null : await findPostUpTo(services.views.store, thread.id, upTo);
      const mark = last ? { order: last.order, count: last.number + 1 } : { order: thread.createdOrder, count: 0 };
      await services.readMarks.moveThread(userId, thread.id, mark);
      return { body: { success: true } };
    },
  }),
  route.put('/forums/read', {
    scope: null,
    summary: 'Mark a subsection, or a section with its subsections, as read',
    body: place,
    ...markOperation,
    needsPlace: true,
    run: async (call, services) => {
      const userId = requireUser(call);
      const target = findPlaceByName(services.policy.structure, call.body);
      if (!services.policy.mayView(call.actor, target)) throw new Refusal('not-found');
      const order = await services.views.store.readCheckpoint();
      const wholePlaces = services.policy
        .listVisiblePlaces(call.actor)
        .filter(({ sectionId, subsectionId }) =>
          target.subsectionId === null ? sectionId === target.sectionId : subsectionId === target.subsectionId,
        );
      const marks = wholePlaces.map((wholePlace) => ({ key: toPlaceId(wholePlace), order, count: 0 }));
      await services.readMarks.move(userId, marks);
      return { body: { success: true } };
    },
  }),
]);
