import { appealTokenFor } from './appeal-token.js';
import { BannedLogin } from '../request/refusals.js';
import type { Env } from '../process/env.js';
import type { Policy } from '../policy/policy.js';
import type { Texts } from '../vault/texts.js';

interface Dependencies {
  env: Env;
  policy: Policy;
  texts: Texts;
}

/** @throws BannedLogin */
export async function refuseBanned({ env, policy, texts }: Dependencies, userId: number): Promise<void> {
  const ban = policy.banOf(userId);
  if (!ban) return;
  const opened = ban.reason === null ? null : (await texts.open([ban.reason])).get(ban.reason);
  throw new BannedLogin({
    reason: opened?.text ?? null,
    until: ban.until,
    appeal_token: appealTokenFor(env.secret, userId),
  });
}
