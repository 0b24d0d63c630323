import { aggregateIdOf } from '@guildhall/domain/ids.js';
import type { CommandContext, Handled } from '../commands/handle.js';
import type { Call } from '../http/operation.js';
import type { Result } from '../http/responses/result.js';
import type { Services } from '../services.js';
import { contextWithReason } from '../staff/reason.js';

/**
 * Seals the reason under the key of the author whom the command concerns, if any. `id`: returned in the response; `new`
 * selects the id made from the command.
 */
export async function runWithReason(
  services: Pick<Services, 'responses' | 'texts'>,
  call: Call<{ reason?: string | null | undefined }>,
  {
    name,
    id,
    authorId = null,
    message,
  }: { name: string; id?: number | 'new'; authorId?: number | null; message?: string },
  run: (context: CommandContext, newId: number) => Promise<Handled>,
): Promise<Result> {
  const context = await contextWithReason(services, call, name, call.body.reason, authorId);
  const newId = aggregateIdOf(context.commandId);
  const handled = await run(context, newId);
  return services.responses.written(handled, {
    ...(id !== undefined && { id: id === 'new' ? newId : id }),
    acts: handled.eventIds,
    ...(message && { message }),
  });
}
