import { setImmediate as nextTurn } from 'node:timers/promises';
import { limits } from '@guildhall/domain/limits.js';
import type { BulkResult } from '@guildhall/domain/wire/schemas/staff/users.js';
import { z } from 'zod';
import { toRefusal } from '../request/refusals.js';
import type { CommandResult } from '../commands/handle.js';
import { id } from '../request/input.js';

export const bulkIds = z
  .array(id)
  .min(1, { error: 'must list at least one' })
  .max(limits.bulk, { error: `must list at most ${limits.bulk}` })
  .refine((ids) => new Set(ids).size === ids.length, { error: 'must list each one only once' })
  .meta({ uniqueItems: true });

/** @throws unexpected errors and outages; afterwards, the client can resend the remaining ids with the same key */
export async function runInBulk(
  ids: readonly number[],
  run: (id: number) => Promise<CommandResult>,
): Promise<{ results: BulkResult[]; last: CommandResult }> {
  let last: CommandResult = { position: null, eventIds: [] };
  const runOne = async (itemId: number): Promise<BulkResult> => {
    try {
      const result = await run(itemId);
      if ((result.position ?? '') > (last.position ?? '')) last = result;
      return { id: itemId, success: true, acts: result.eventIds };
    } catch (error) {
      const refusal = toRefusal(error);
      if (!refusal || refusal.status === 503) throw error;
      return { id: itemId, success: false, error: refusal.message, code: refusal.code };
    }
  };
  // Start the ids together so that appends share commits and the files of erased accounts are scrubbed only once.
  const runs: Promise<BulkResult>[] = [];
  for (const itemId of ids) {
    runs.push(runOne(itemId));
    runs.at(-1)?.catch(() => undefined);
    await nextTurn();
  }
  const outcomes = await Promise.allSettled(runs);
  const failure = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failure) throw failure.reason;
  return { results: outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : [])), last };
}
