import { Refusal } from '@guildhall/domain/refusals.js';
import type { ChoiceKind } from '@guildhall/domain/wire/kinds.js';
import type { NotificationSettings } from '@guildhall/domain/wire/schemas/members/notifications.js';
import { createContext } from '../../commands/command-context.js';
import type { Commands } from '../../commands/commands.js';
import { changeSettings } from '../../deliveries/change-settings.js';
import type { Unsubscription, UnsubscribeTarget } from './unsubscribe-token.js';
import type { Policy } from '../../policy/policy.js';
import type { Vault } from '../../vault/vault.js';

interface Dependencies {
  vault: Vault;
  policy: Policy;
  commands: Commands;
}

/** Idempotent. Also succeeds if there is nothing to turn off, because no more emails will be sent then either. */
export async function unsubscribe(
  services: Dependencies,
  { userId, target }: Unsubscription,
  correlationId: string,
): Promise<void> {
  const { vault, policy, commands } = services;
  if (policy.isGone(userId) || !(await vault.findAccount(userId))) return;
  if (!('thread' in target)) {
    await changeSettings(services, userId, (settings) => turnOff(target, settings));
    return;
  }
  // This has no idempotency key, because the member may have unmuted the thread since they last used the link.
  const context = createContext(String(userId), `watch thread ${target.thread}`, undefined, correlationId);
  await commands.muteThread(target.thread, userId, context).catch((error: unknown) => {
    if (!(error instanceof Refusal && ['not-found', 'login-first'].includes(error.code))) throw error;
  });
}

function turnOff(target: Exclude<UnsubscribeTarget, { thread: number }>, { email }: NotificationSettings) {
  const kinds =
    'kinds' in target
      ? target.kinds
      : (Object.keys(email) as ChoiceKind[]).filter((kind) => email[kind] === target.frequency);
  return { email: Object.fromEntries(kinds.map((kind) => [kind, 'never' as const])) };
}
