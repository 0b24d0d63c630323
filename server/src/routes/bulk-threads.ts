import { limits } from '@guildhall/domain/limits.js';
import type { ThreadCommand } from '@guildhall/domain/thread/decide.js';
import { bulkResult } from '@guildhall/domain/wire/schemas/staff/users.js';
import { writeResponse } from '@guildhall/domain/wire/schemas/write.js';
import { z } from 'zod';
import { bulkIds, inBulk } from '../http/bulk.js';
import type { Handled } from '../commands/handle.js';
import { anyOfCases, needsPlace, optionalId } from '../request/input.js';
import type { Call } from '../http/operation.js';
import { operation } from './operation.js';
import { perTarget } from '../http/operation-limits.js';
import type { Services } from '../services.js';
import { placeNamed } from '../policy/place-named.js';
import { reasonField, contextWithReason } from '../staff/reason.js';
import { requireVisible } from '../read-models/require-visible-thread.js';

const threadActions = ['lock', 'unlock', 'stick', 'unstick', 'move', 'delete', 'restore'] as const;
const threads = z
  .object({
    action: z.enum(threadActions, { error: `must be one of ${threadActions.join(', ')}` }),
    ids: bulkIds,
    ...reasonField,
    section_id: optionalId,
    subsection_id: optionalId,
  })
  .meta(anyOfCases('action', { move: needsPlace }, threadActions));

export const bulkThreadRoutes = [
  operation({
    method: 'post',
    path: '/forums/threads/bulk',
    tag: 'Forums',
    summary: 'Lock, pin, move, delete or restore many threads, each named once, with a result for each',
    body: threads,
    response: writeResponse.extend({ results: z.array(bulkResult) }),
    rows: limits.bulk,
    login: 'must-be-logged-in',
    limits: [perTarget],
    run: async (call, services) => {
      const command = commandOf(services, call.body);
      const { results, last } = await inBulk(call.body.ids, (threadId) =>
        changeThread(services, call, threadId, command),
      );
      return services.responses.written(last, { results });
    },
  }),
];

function commandOf({ policy }: Services, body: z.infer<typeof threads>): ThreadCommand {
  const { action } = body;
  switch (action) {
    case 'lock':
    case 'unlock':
      return { type: 'ChangeThread', locked: action === 'lock' };
    case 'stick':
    case 'unstick':
      return { type: 'ChangeThread', sticky: action === 'stick' };
    case 'move':
      return { type: 'MoveThread', place: placeNamed(policy.structure, body) };
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
): Promise<Handled> {
  const { action, reason } = call.body;
  const thread = await services.commands.knownThread(threadId);
  requireVisible(services, call, thread);
  const context = await contextWithReason(services, call, `${action}-thread ${threadId}`, reason, thread.authorId);
  return services.commands.thread(threadId, command, call.actor, context);
}
