import { limits } from '@guildhall/domain/limits.js';
import { z } from 'zod';
import type { CommandContext } from '../commands/handle.js';
import { toCommandContext, requireUser, type RequestContext } from '../request/request-context.js';
import { type Texts } from '../vault/texts.js';
import { AuthorErased } from '../vault/vault.js';

interface Dependencies {
  texts: Texts;
}

export const reasonField = {
  reason: z
    .string()
    .max(limits.reason.max, { error: 'reason-length' })
    .transform((value) => value.toWellFormed().trim() || undefined)
    .nullish()
    .describe('Shown to staff in the audit log'),
};
export const banReason = reasonField.reason.describe(
  "Shown to staff in the audit log. A ban's reason is also shown to the member and sent to the game servers",
);
export const reasonBody = z.object(reasonField);
export type WithReason = z.infer<typeof reasonBody>;

/**
 * Seals the reason with the affected member's key, so that it is erased with them. Without such a member, it uses the
 * actor's key.
 */
export async function sealReason(
  { texts }: Dependencies,
  reason: string | null | undefined,
  actorId: number,
  personId: number | null,
): Promise<string | undefined> {
  if (!reason) return undefined;
  if (personId === null) return texts.seal(actorId, reason);
  return texts.seal(personId, reason).catch((error: unknown) => {
    if (error instanceof AuthorErased) return texts.seal(actorId, reason);
    throw error;
  });
}

export async function addReason(
  services: Dependencies,
  call: RequestContext,
  name: string,
  reason: string | null | undefined,
  personId: number | null,
): Promise<CommandContext> {
  const context = toCommandContext(name, call);
  const sealedReason = await sealReason(services, reason, requireUser(call), personId);
  return sealedReason === undefined ? context : { ...context, reason: sealedReason };
}
