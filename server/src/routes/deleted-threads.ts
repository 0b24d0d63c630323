import { can } from '@guildhall/domain/permissions.js';
import { Refusal } from '@guildhall/domain/refusals.js';
import { deletedThreadRow, type DeletedThreadRow } from '@guildhall/domain/wire/schemas/forum/threads.js';
import type { ThreadDocument } from '@guildhall/projections/views/threads/document.js';
import { deletedThreadsIn } from '@guildhall/projections/views/threads/queries.js';
import { z } from 'zod';
import { optionalId } from '../request/input.js';
import { fillPage, paging, position } from '../request/paging.js';
import { operation } from './operation.js';
import { placeNamed } from '../policy/place-named.js';
import type { Services } from '../services.js';

const page = paging(position).extend({ section_id: optionalId, subsection_id: optionalId });

export const deletedThreadRoutes = [
  operation({
    method: 'get',
    path: '/forums/deleted',
    tag: 'Forums',
    summary: 'The deleted threads of a section or subsection, newest activity first, for those who can restore them',
    query: page,
    response: z.array(deletedThreadRow),
    login: 'login-first',
    needsPlace: true,
    authorize: ({ actor }) => {
      if (!actor.keys.has('delete_topics')) throw new Refusal('forbidden');
    },
    run: async (call, services) => {
      const { limit, cursor } = call.query;
      return services.responses.shared(call, async () => {
        const place = placeNamed(services.policy.structure, call.query);
        const flags = services.policy.flags(call.actor, place);
        if (!flags?.can_view) throw new Refusal('not-found');
        if (!can(call.actor, 'restore-thread', { flags })) throw new Refusal('forbidden');
        const found = await deletedThreadsIn(services.views.store, place, limit + 1, cursor);
        const { rows, last } = await fillPage(found, limit, (some) => rowsOf(services, some));
        return { rows, cursor: last?.activity ?? null };
      });
    },
  }),
];

async function rowsOf(services: Services, threads: readonly ThreadDocument[]): Promise<DeletedThreadRow[]> {
  await services.directory.ensure(threads.flatMap(({ deletion }) => deletion?.by ?? []));
  const summaries = await services.rows.summaries(threads);
  return summaries.map((row, n) => {
    const deletion = threads[n]?.deletion;
    return {
      ...row,
      deleted_at: deletion?.at ?? null,
      deleted_by: deletion?.by ? services.directory.nameOf(deletion.by) : null,
    };
  });
}
