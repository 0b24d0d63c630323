import { Refusal } from '@guildhall/domain/refusals.js';
import { offeredPrefix } from '@guildhall/domain/structure/prefixes.js';
import { threadRow, threadSummary } from '@guildhall/domain/wire/schemas/forum/threads.js';
import { latestIn, threadsIn, type ThreadCursor } from '@guildhall/projections/views/threads/queries.js';
import { z } from 'zod';
import { idIn, optionalId } from '../http/input.js';
import { fillPage, matching, paging, readQuery, rows, type ReadQuery } from '../http/paging.js';
import { operation, type Call, type Operation } from '../http/operation.js';
import type { Result } from '../http/responses/result.js';
import { placeNamed } from '../policy/place-named.js';
import { requireVisibleThread } from '../read-models/require-visible-thread.js';
import type { Services } from '../services.js';

type Reads = Pick<Services, 'responses' | 'views' | 'policy' | 'rows'>;

const threadPage = paging(
  matching(/^[01]\.\d{20}$/).transform((value): ThreadCursor | null =>
    value === undefined ? null : { sticky: value.startsWith('1'), activity: value.slice(2) },
  ),
).extend({
  section_id: optionalId,
  subsection_id: optionalId,
  prefix: optionalId.describe('Only those with this prefix'),
});

/** Threads as they are read: in lists, and one. */
export function threadReads(services: Services): Operation[] {
  return [
    operation({
      method: 'get',
      path: '/forums/threads',
      tag: 'Forums',
      summary: 'The threads of a section or subsection: pinned first, then by newest activity',
      query: threadPage,
      response: z.array(threadSummary),
      run: (call) => list(services, call),
    }),
    operation({
      method: 'get',
      path: '/forums/recent',
      tag: 'Forums',
      summary: 'The threads with the newest activity, at most 50',
      query: rows,
      response: z.array(threadSummary),
      run: (call) => recent(services, call),
    }),
    operation({
      method: 'get',
      path: '/forums/threads/:id',
      tag: 'Forums',
      summary: 'A thread, without its replies',
      query: readQuery,
      response: threadRow,
      run: (call) => show(services, call),
    }),
  ];
}

/** The threads directly in a section or subsection: pinned first, then by newest activity. */
async function list(services: Reads, call: Call<unknown, z.infer<typeof threadPage>>): Promise<Result> {
  const { limit, cursor, prefix } = call.query;
  return services.responses.shared(call, async () => {
    const place = placeNamed(services.policy.structure, call.query);
    if (!services.policy.mayView(call.actor, place)) throw new Refusal('not-found');
    // One that the section no longer offers is shown nowhere, and finds nothing.
    const isHidden = prefix !== null && !offeredPrefix(services.policy.structure, place.sectionId, prefix);
    const found = isHidden ? [] : await threadsIn(services.views.store, place, limit + 1, cursor, prefix);
    const { rows, last } = await fillPage(found, limit, (some) => services.rows.summaries(some));
    return { rows, cursor: last && `${last.sticky ? 1 : 0}.${last.activity}` };
  });
}

/** The threads with the newest activity of all places that the asking person may see. */
async function recent(services: Reads, call: Call<unknown, z.infer<typeof rows>>): Promise<Result> {
  const limit = Math.min(call.query.limit, 50);
  return services.responses.shared(call, async () => {
    const places = services.policy.visiblePlaces(call.actor);
    const newest = await Promise.all(places.map((place) => latestIn(services.views.store, place, limit)));
    const sorted = newest.flat().sort((a, b) => (a.activity < b.activity ? 1 : -1));
    return { rows: await services.rows.summaries(sorted.slice(0, limit)) };
  });
}

async function show(services: Reads, call: Call<unknown, ReadQuery>): Promise<Result> {
  const threadId = idIn(call.params.id);
  return services.responses.shared(call, async () => {
    const thread = await requireVisibleThread(services, call, threadId);
    const [row] = await services.rows.threads([thread]);
    return { rows: row };
  });
}
