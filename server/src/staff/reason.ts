import { limits } from '@guildhall/domain/limits.js';
import { z } from 'zod';
import { AuthorErased, type Texts } from '../vault/texts.js';

interface Dependencies {
  texts: Texts;
}

/** Why somebody of the staff did something, in the body of every such call. Blank is none. */
export const reasonField = {
  reason: z
    .string()
    .max(limits.reason.max, { error: 'reason-length' })
    .transform((value) => value.toWellFormed().trim() || undefined)
    .nullish(),
};

/**
 * Seals a reason under the key of the person whom the act concerns, so that it goes when he goes; where it concerns
 * nobody, or his key is gone, under the actor's. @throws VaultUnavailable
 */
export async function sealedReason(
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
