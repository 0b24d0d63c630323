import { choiceKinds, emailFrequencies, type ChoiceKind, type EmailFrequency } from '@guildhall/domain/wire/kinds.js';
import { z } from 'zod';
import { deriveSecret } from '../../process/secrets.js';
import { createAuthorKey, openText, sealText } from '../../vault/sealing.js';

/** What a link in an email turns off: all emails about some kinds, all emails with one frequency, or one thread. */
export type UnsubscribeTarget =
  { kinds: readonly ChoiceKind[] } | { frequency: Exclude<EmailFrequency, 'at-once' | 'never'> } | { thread: number };

export interface Unsubscription {
  userId: number;
  target: UnsubscribeTarget;
}

const id = z.number().int().positive();
const payload = z.strictObject({
  userId: id,
  target: z.union([
    z.strictObject({ kinds: z.array(z.enum(choiceKinds)).min(1) }),
    z.strictObject({ frequency: z.enum(emailFrequencies).exclude(['at-once', 'never']) }),
    z.strictObject({ thread: id }),
  ]),
});

/** A member's seals contain the member's id, which is positive, so none of them has this id. */
const sealId = 0;
const prefix = `~${sealId}.`;
const deriveKey = (secret: string) =>
  createAuthorKey(sealId, Buffer.from(deriveSecret(secret, 'unsubscribe'), 'base64url'));

/** Encrypted, because emails are forwarded and addresses are logged. It never expires. */
export const sealUnsubscribeToken = (secret: string, unsubscription: Unsubscription): string =>
  sealText(deriveKey(secret), JSON.stringify(unsubscription)).slice(prefix.length);

export function openUnsubscribeToken(secret: string, token: string): Unsubscription | null {
  try {
    return payload.parse(JSON.parse(openText(deriveKey(secret), prefix + token)));
  } catch {
    return null;
  }
}
