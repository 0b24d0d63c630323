import { limits } from '@guildhall/domain/limits.js';
import type { ThreadCommand } from '@guildhall/domain/thread/decide.js';
import { bulkResult } from '@guildhall/domain/wire/schemas/staff/users.js';
import { writeResponse } from '@guildhall/domain/wire/schemas/write.js';
import { z } from 'zod';
import { bulkIds, runInBulk } from '../http/bulk.js';
import type { CommandResult } from '../commands/handle.js';
import { optionalId } from '../request/input.js';
import type { Call } from '../http/operation.js';
import { route, tagRoutes } from './operation.js';
import { perTarget } from '../http/operation-limits.js';
import type { Services } from '../services.js';
import { findPlaceByName } from '../policy/place-named.js';
import { reasonField, addReason } from '../staff/reason.js';
import { requireVisible } from '../read-models/require-visible-thread.js';
import { can } from '@guildhall/domain/permissions.js';
import { Refusal } from '@guildhall/domain/refusals.js';
import { deletedThreadRow, type DeletedThreadRow } from '@guildhall/domain/wire/schemas/forum/threads.js';
import type { ThreadDocument } from '@guildhall/projections/views/threads/document.js';
import { findDeletedThreads } from '@guildhall/projections/views/threads/queries.js';
import { position, createPagingSchema, fillPage } from '../request/paging.js';

const threadActions = ['lock', 'unlock', 'stick', 'unstick', 'move', 'delete', 'restore'] as const;
const threads = z
  .object({
    action: z.enum(threadActions, { error: `must be one of ${threadActions.join(', ')}` }),
    ids: bulkIds,
    ...reasonField,
    section_id: optionalId.describe('The section to move to'),
    subsection_id: optionalId.describe('The subsection to move to; its section may be omitted'),
  })
  .describe('To move, `section_id` or `subsection_id` is required.');

const page = createPagingSchema(position).extend({ section_id: optionalId, subsection_id: optionalId });

export const bulkThreadRoutes = tagRoutes('Forums', [
  route.post('/forums/threads/bulk', {
    scope: 'write:moderation',
    summary:
      'Lock, pin, move, delete or restore several threads, with a result for each; each id may be listed only once',
    body: threads,
    response: writeResponse.extend({ results: z.array(bulkResult) }),
    rows: limits.bulk,
    login: 'must-be-logged-in',
    limits: [perTarget],
    run: async (call, services) => {
      const command = createCommand(services, call.body);
      const { results, last } = await runInBulk(call.body.ids, (threadId) =>
        changeThread(services, call, threadId, command),
      );
      return services.responses.respondToWrite(last, { results });
    },
  }),
  route.get('/forums/deleted', {
    scope: 'read',
    summary:
      "A section's or subsection's deleted threads, newest activity first; only for members who can restore them",
    query: page,
    response: z.array(deletedThreadRow),
    login: 'login-first',
    needsPlace: true,
    authorize: ({ actor }) => {
      if (!actor.keys.has('delete_topics')) throw new Refusal('forbidden');
    },
    run: async (call, services) => {
      const { limit, cursor } = call.query;
      return services.responses.respondShared(call, async () => {
        const place = findPlaceByName(services.policy.structure, call.query);
        const flags = services.policy.getFlags(call.actor, place);
        if (!flags?.can_view) throw new Refusal('not-found');
        if (!can(call.actor, 'restore-thread', { flags })) throw new Refusal('forbidden');
        const deletedThreads = await findDeletedThreads(services.views.store, place, limit + 1, cursor);
        const { rows, last } = await fillPage(deletedThreads, limit, (some) => buildRows(services, some));
        return { rows, cursor: last?.activity ?? null };
      });
    },
  }),
]);

function createCommand({ policy }: Services, body: z.infer<typeof threads>): ThreadCommand {
  const { action } = body;
  switch (action) {
    case 'lock':
    case 'unlock':
      return { type: 'ChangeThread', locked: action === 'lock' };
    case 'stick':
    case 'unstick':
      return { type: 'ChangeThread', sticky: action === 'stick' };
    case 'move':
      return { type: 'MoveThread', place: findPlaceByName(policy.structure, body) };
    case 'delete':
      return { type: 'DeleteThread' };
    case 'restore':
      return { type: 'RestoreThread' };
  }
}

async function changeThread(
  services: Services,
  call: Call<z.infer<typeof threads>>,
  threadId: number,
  command: ThreadCommand,
): Promise<CommandResult> {
  const { action, reason } = call.body;
  const thread = await services.commands.readCachedState('thread', threadId);
  requireVisible(services, call, thread);
  const context = await addReason(services, call, `${action}-thread ${threadId}`, reason, thread.authorId);
  return services.commands.thread(threadId, command, call.actor, context);
}

async function buildRows(services: Services, threads: readonly ThreadDocument[]): Promise<DeletedThreadRow[]> {
  await services.directory.ensure(threads.flatMap(({ deletion }) => deletion?.by ?? []));
  const summaries = await services.rows.buildSummaries(threads);
  return summaries.map((row, n) => {
    const deletion = threads[n]?.deletion;
    return {
      ...row,
      deleted_at: deletion?.at ?? null,
      deleted_by: deletion?.by ? services.directory.getName(deletion.by) : null,
    };
  });
}
