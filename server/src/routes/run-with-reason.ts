import { deriveAggregateId } from '@guildhall/domain/ids.js';
import { Refusal } from '@guildhall/domain/refusals.js';
import type { AggregateKind } from '../commands/aggregates.js';
import type { CommandContext, CommandResult } from '../commands/handle.js';
import type { Call } from '../http/operation.js';
import type { Result } from '../http/responses/result.js';
import { parseId } from '../request/input.js';
import type { Services } from '../services.js';
import { addReason, type WithReason } from '../staff/reason.js';

export async function runWithReason(
  services: Pick<Services, 'responses' | 'texts'>,
  call: Call<WithReason>,
  {
    name,
    id,
    authorId = null,
    message,
    more,
  }: {
    name: string;
    id?: number | 'new';
    authorId?: number | null;
    message?: string;
    more?: Record<string, unknown>;
  },
  run: (context: CommandContext, newId: number) => Promise<CommandResult>,
): Promise<Result> {
  const context = await addReason(services, call, name, call.body.reason, authorId);
  const newId = deriveAggregateId(context.commandId);
  const commandResult = await run(context, newId);
  return services.responses.respondToWrite(commandResult, {
    ...(id !== undefined && { id: id === 'new' ? newId : id }),
    acts: commandResult.eventIds,
    ...(message && { message }),
    ...more,
  });
}

export function runOnId(
  services: Services,
  call: Call<WithReason>,
  name: string,
  run: (context: CommandContext, id: number) => Promise<CommandResult>,
  authorId: number | null = null,
): Promise<Result> {
  const id = parseId(call.params.id);
  return runWithReason(services, call, { name: `${name} ${id}`, id, authorId }, (context) => run(context, id));
}

export async function runOnText(
  services: Services,
  call: Call<WithReason>,
  kind: AggregateKind,
  name: string,
  run: (context: CommandContext, id: number) => Promise<CommandResult>,
): Promise<Result> {
  const state = await services.commands.readCachedState(kind, parseId(call.params.id));
  if (state.status === 'none') throw new Refusal('not-found');
  return runOnId(services, call, name, run, state.authorId);
}
