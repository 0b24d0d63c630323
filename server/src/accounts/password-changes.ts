import { Refusal } from '@guildhall/domain/refusals.js';
import type { Commands } from '../commands/commands.js';
import type { RequestContext } from '../request/request-context.js';
import type { Sessions } from '../request/sessions.js';
import { createAccountMail, findValidMail, withoutKinds } from '../mail/new-mail.js';
import type { Mail } from '../mail/mail.js';
import type { Account } from '../vault/account/account.js';
import type { Vault } from '../vault/vault.js';
import { endOtherSessions } from './account-sessions.js';
import type { Passwords } from './passwords.js';
import { createSystemContext } from '../commands/command-context.js';

interface Dependencies {
  vault: Vault;
  sessions: Sessions;
  passwords: Passwords;
  commands: Commands;
  mail: Pick<Mail, 'nudge'>;
}

export async function resetPassword(
  { passwords, vault, sessions, commands, mail }: Dependencies,
  userId: number,
  mailId: string,
  password: string,
  correlationId: string,
): Promise<void> {
  const change = await preparePasswordChange(passwords, password);
  const outcome = await vault.editAccount(userId, (storedAccount) =>
    findValidMail(storedAccount, 'reset', mailId) ? change(storedAccount) : null,
  );
  if (outcome !== 'changed') throw new Refusal('link-invalid', 'token');
  await vault.endSessions(userId);
  sessions.forget(userId, null);
  const context = createSystemContext('reset-password', mailId, correlationId);
  await commands.account({ type: 'EndSessions', userId, sessionId: null }, context);
  mail.nudge();
}

export async function changePassword(
  services: Dependencies,
  call: RequestContext,
  account: Account,
  password: string,
): Promise<void> {
  const change = await preparePasswordChange(services.passwords, password);
  const outcome = await services.vault.editAccount(account.id, (storedAccount) =>
    storedAccount.passwordHash === account.passwordHash ? change(storedAccount) : null,
  );
  if (outcome !== 'changed') throw new Refusal('conflict');
  await endOtherSessions(services, call, account.id, call.identity?.sessionId ?? '');
  services.mail.nudge();
}

async function preparePasswordChange(passwords: Passwords, password: string) {
  const passwordHash = await passwords.hash(password);
  return ({ mails }: Account) => ({
    passwordHash,
    mails: [...withoutKinds(mails, 'verify', 'reset', 'confirm-address'), createAccountMail('password-changed')],
  });
}
