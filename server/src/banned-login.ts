import { Refusal } from '@guildhall/domain/refusals.js';
import type { RefusalAnswer } from '@guildhall/domain/wire/rest.js';
import { appealTokenFor } from './appeal-token.js';
import type { Parts } from './parts.js';

/** No login for who is banned, who is told why, until when and how to appeal: after the right password alone. */
export class BannedLogin extends Refusal {
  constructor(readonly told: Required<Pick<RefusalAnswer, 'reason' | 'until' | 'appeal_token'>>) {
    super('banned');
  }
}

/** @throws BannedLogin */
export async function refuseBanned({ env, policy, texts }: Parts, userId: number): Promise<void> {
  const ban = policy.banOf(userId);
  if (!ban) return;
  const opened = ban.reason === null ? null : (await texts.open([ban.reason])).get(ban.reason);
  throw new BannedLogin({
    reason: opened?.text ?? null,
    until: ban.until,
    appeal_token: appealTokenFor(env.secret, userId),
  });
}
