import { appealTokenFor } from './appeal-token.js';
import { BannedLogin } from '../http/errors.js';
import type { Services } from '../services.js';

/** @throws BannedLogin */
export async function refuseBanned({ env, policy, texts }: Services, userId: number): Promise<void> {
  const ban = policy.banOf(userId);
  if (!ban) return;
  const opened = ban.reason === null ? null : (await texts.open([ban.reason])).get(ban.reason);
  throw new BannedLogin({
    reason: opened?.text ?? null,
    until: ban.until,
    appeal_token: appealTokenFor(env.secret, userId),
  });
}
