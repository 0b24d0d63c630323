import { threadTitle } from '@guildhall/domain/wire/schemas/forum/threads.js';
import { threadsByIds } from '@guildhall/projections/views/threads/queries.js';
import { z } from 'zod';
import { idList } from '../request/input.js';
import { operation } from './operation.js';
import { readQuery } from '../request/paging.js';

const maxThreads = 50;
const titlesQuery = readQuery.extend({ threads: idList(maxThreads) });

/** For links to threads in texts: a text is the same for everyone, what it links to may be hidden from its reader. */
export const threadTitleRoutes = [
  operation({
    method: 'get',
    path: '/forums/thread-titles',
    tag: 'Forums',
    summary: 'The titles of some threads; those that the caller cannot see are left out',
    query: titlesQuery,
    response: z.array(threadTitle),
    rows: maxThreads,
    run: (call, services) =>
      services.responses.shared(
        call,
        async () => {
          const found = await threadsByIds(services.views.store, call.query.threads);
          const visible = found.filter((thread) => !thread.deleted && services.policy.mayView(call.actor, thread));
          return { rows: await services.rows.titles(visible) };
        },
        'forum',
      ),
  }),
];
