import { limits } from '@guildhall/domain/limits.js';
import { Refusal } from '@guildhall/domain/refusals.js';
import { writeResponse } from '@guildhall/domain/wire/schemas/write.js';
import { z } from 'zod';
import { hasAddress } from '../vault/account-record.js';
import { ownPassword } from '../accounts/authentication.js';
import { endOtherSessions } from '../accounts/end-sessions.js';
import { id } from '../http/input.js';
import { mailOfResetToken } from '../mail/link-token.js';
import { adding, newMail, withoutKinds } from '../mail/new-mail.js';
import { operation, systemContext, type Call, type Operation } from '../http/operation.js';
import type { Result } from '../http/responses/result.js';
import type { Services } from '../services.js';
import { addressOf } from '../http/rate-limits.js';
import { nonEmpty, newPassword, passwordLength, passwordsMatch } from '../accounts/registration.js';
import type { Account } from '../vault/vault.js';

const forgotten = z.object({ email_or_username: nonEmpty.max(limits.email.max, { error: 'email-invalid' }) });

const resetting = z
  .object({ user: id, token: z.string({ error: 'link-invalid' }), ...newPassword })
  .refine(...passwordsMatch)
  .refine(...passwordLength);

const changing = z
  .object({ current_password: ownPassword, ...newPassword })
  .refine(...passwordsMatch)
  .refine(...passwordLength);

export function passwordRoutes(services: Services): Operation[] {
  const shared = { method: 'post', tag: 'Account', response: writeResponse } as const;
  return [
    operation({
      ...shared,
      path: '/password/forgot',
      summary: 'Send a link that sets a new password, where there is such an account',
      body: forgotten,
      run: (call) => requestReset(services, call),
    }),
    operation({
      ...shared,
      path: '/password/reset',
      summary: 'Set a new password with the token of the mail; ends every session',
      body: resetting,
      run: (call) => reset(services, call),
    }),
    operation({
      ...shared,
      path: '/password/change',
      summary: 'Set a new password; ends every other session',
      body: changing,
      run: (call) => change(services, call),
    }),
  ];
}

/** An unknown address gets the same response, as fast: the difference happens after the response. */
async function requestReset(
  services: Pick<Services, 'vault' | 'policy' | 'limits' | 'mail'>,
  { ip, body }: Call<z.infer<typeof forgotten>>,
): Promise<Result> {
  await services.limits.take('forgot-address', addressOf({ ip }));
  await services.limits.take('forgot', body.email_or_username.toLowerCase());
  const account = await services.vault.accountByLogin(body.email_or_username);
  const afterwards = async () => {
    if (!account || !hasAddress(account) || services.policy.isGone(account.id)) return;
    await services.vault.editAccount(account.id, adding(newMail('reset')));
    services.mail.nudge();
  };
  return {
    afterSend: afterwards,
    body: { success: true, message: 'If we know that account, we sent it an e-mail with a link.' },
  };
}

/** Whoever reads the mail owns the address: this also verifies an unverified account. */
async function reset(
  services: Pick<
    Services,
    'env' | 'vault' | 'policy' | 'sessions' | 'passwords' | 'accountVerification' | 'commands' | 'limits' | 'mail'
  >,
  call: Call<z.infer<typeof resetting>>,
): Promise<Result> {
  await services.limits.take('reset', addressOf(call));
  const { user: userId, token, password } = call.body;
  const mailId = mailOfResetToken(services.env.secret, userId, token);
  const account = mailId && !services.policy.isGone(userId) ? await services.vault.account(userId) : null;
  if (!mailId || !account || !isUsable(account, mailId)) throw new Refusal('link-invalid');
  const passwordHash = await services.passwords.hash(password);
  if (!account.verified) await services.accountVerification.verify(userId, call);
  const outcome = await services.vault.editAccount(userId, (now) =>
    isUsable(now, mailId) ? { passwordHash, mails: [...withoutLinks(now), newMail('password-changed')] } : null,
  );
  if (outcome !== 'changed') throw new Refusal('link-invalid'); // used a moment ago
  await services.vault.endSessions(userId);
  services.sessions.forget(userId, null);
  const context = systemContext('reset-password', mailId, call.correlationId);
  await services.commands.account({ type: 'EndSessions', userId, sessionId: null }, context);
  services.mail.nudge();
  return { body: { success: true, message: 'Your password was changed. You can log in with it now.' } };
}

const isUsable = ({ mails }: Account, mailId: string): boolean =>
  mails.some(
    ({ id: known, kind, expiresAt }) => known === mailId && kind === 'reset' && expiresAt > new Date().toISOString(),
  );

/** Every link that was sent is invalid, also one to an address that someone else tried to use. */
const withoutLinks = ({ mails }: Account) => withoutKinds(mails, 'verify', 'reset', 'confirm-address');

async function change(
  services: Pick<Services, 'vault' | 'sessions' | 'passwords' | 'authentication' | 'commands' | 'mail'>,
  call: Call<z.infer<typeof changing>>,
): Promise<Result> {
  const account = await services.authentication.confirm(call, call.body.current_password, 'current_password');
  const passwordHash = await services.passwords.hash(call.body.password);
  const outcome = await services.vault.editAccount(account.id, (now) =>
    now.passwordHash === account.passwordHash
      ? { passwordHash, mails: [...withoutLinks(now), newMail('password-changed')] }
      : null,
  );
  if (outcome !== 'changed') throw new Refusal('conflict');
  await endOtherSessions(services, call, account.id, call.identity?.sessionId ?? '');
  services.mail.nudge();
  return { body: { success: true, message: 'Your password was changed.' } };
}
