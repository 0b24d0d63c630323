import type { CommandContext, CommandResult } from '../commands/handle.js';
import { Refusal } from '@guildhall/domain/refusals.js';
import type { Commands } from '../commands/commands.js';
import type { RequestContext } from '../request/request-context.js';
import { createAccountMail, markMailUsed, findValidMail, withoutKinds, type ProofKind } from '../mail/new-mail.js';
import type { Directory } from '../read-models/members/directory.js';
import { writeWaitMs, type Views } from '../stores/views.js';
import { foldLogin, getActivePause, withUsername } from '../vault/account/account-record.js';
import type { Vault } from '../vault/vault.js';
import { createSystemContext } from '../commands/command-context.js';
import { isFirstAdminRequest } from './first-admin.js';
import type { Policy } from '../policy/policy.js';
import type { Env } from '../process/env.js';

interface Dependencies {
  env: Env;
  policy: Policy;
  commands: Commands;
  vault: Vault;
  directory: Directory;
  views: Views;
}

export async function registerAccount(
  { commands, vault, directory }: Dependencies,
  userId: number,
  context: CommandContext,
): Promise<void> {
  await commands.account({ type: 'Register', userId }, context);
  await vault.editAccount(userId, () => ({ registered: true }));
  await directory.refresh([userId]);
}

/**
 * Idempotent. Marks the email as used first so that its link cannot verify an address that is being replaced.
 * @returns true on the link's first use, false on later ones, null if the link is invalid
 */
export async function verifyAccount(
  services: Dependencies,
  userId: number,
  { kind, id }: { kind: ProofKind; id: string },
  call: Pick<RequestContext, 'ip' | 'correlationId'>,
): Promise<boolean | null> {
  const { commands, vault, directory, views } = services;
  const isFirstUse = (await vault.editAccount(userId, markMailUsed(kind, id))) === 'changed';
  const account = isFirstUse ? null : await vault.findAccount(userId);
  if (!isFirstUse && !(account && findValidMail(account, kind, id))) return null;
  const context = createSystemContext('verify', String(userId), call.correlationId);
  const { position } = await commands.account({ type: 'Verify', userId }, context);
  await vault.editAccount(userId, () => ({ verified: true }));
  await directory.refresh([userId]);
  if (isFirstAdminRequest(services, call)) await commands.staff({ type: 'ClaimAdmin', userId }, null, context);
  if (position) await views.waitFor(position, writeWaitMs);
  return isFirstUse;
}

export async function renameAccount(
  { commands, vault, directory }: Dependencies,
  userId: number,
  username: string,
  context: CommandContext,
): Promise<CommandResult> {
  const at = new Date().toISOString();
  const outcome = await vault.editAccount(userId, (account) => withUsername(account, username, at));
  if (outcome === 'username-taken') throw new Refusal('username-taken', 'username');
  const commandResult = await commands.account({ type: 'Change', userId }, context);
  await directory.refresh([userId]);
  return commandResult;
}

export async function confirmNewAddress(
  { vault, directory }: Dependencies,
  userId: number,
  mailId: string,
): Promise<boolean> {
  let isCurrentAddress = false;
  const outcome = await vault.editAccount(userId, (account) => {
    const mail = findValidMail(account, 'confirm-address', mailId);
    if (!mail?.to) return null;
    isCurrentAddress = foldLogin(mail.to) === foldLogin(account.email);
    if (isCurrentAddress) return getActivePause(account) && { emailPause: null };
    const mails = [...withoutKinds(account.mails, 'reset'), createAccountMail('address-changed', account.email)];
    return { email: mail.to, mails, emailPause: null };
  });
  if (!isCurrentAddress && outcome !== 'changed') return false;
  await directory.refresh([userId]);
  return true;
}
