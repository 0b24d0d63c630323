import { limits } from '@guildhall/domain/limits.js';
import { Refusal } from '@guildhall/domain/refusals.js';
import { writeResponse } from '@guildhall/domain/wire/schemas/write.js';
import { z } from 'zod';
import { verifyAccount } from '../accounts/account-lifecycle.js';
import { ownPassword } from '../accounts/authentication.js';
import { changePassword, resetPassword } from '../accounts/password-changes.js';
import { id } from '../request/input.js';
import { addMail, createAccountMail } from '../mail/new-mail.js';
import { route, tagRoutes } from './operation.js';
import { countInHandler, limitPerAddress } from '../http/operation-limits.js';
import { foldLogin } from '../vault/account/account-record.js';
import { requiredString, newPassword, passwordLengthRule, passwordsMatchRule } from '../accounts/registration.js';

const forgotBody = z.object({ email_or_username: requiredString.max(limits.email.max, { error: 'email-invalid' }) });

const maxTokenLength = 500;
const resetBody = z
  .object({
    user: id,
    token: z.string({ error: 'link-invalid' }).max(maxTokenLength, { error: 'link-invalid' }),
    ...newPassword,
  })
  .refine(...passwordsMatchRule)
  .refine(...passwordLengthRule);

const changeBody = z
  .object({ current_password: ownPassword, ...newPassword })
  .refine(...passwordsMatchRule)
  .refine(...passwordLengthRule);

const sharedFields = { response: writeResponse, keyless: true } as const;

export const passwordRoutes = tagRoutes('Account', [
  route.post('/password/forgot', {
    scope: null,
    ...sharedFields,
    summary: 'Email a link for setting a new password, if the account exists',
    body: forgotBody,
    limits: [limitPerAddress('forgot-address'), countInHandler('forgot')],
    /** Responds in the same way, and equally fast, for unknown accounts. */
    run: async ({ body }, services) => {
      await services.limits.take('forgot', foldLogin(body.email_or_username));
      const account = await services.vault.findAccountByLogin(body.email_or_username);
      const queueResetMail = async () => {
        if (!account || services.policy.isGone(account.id)) return;
        await services.vault.editAccount(account.id, addMail(createAccountMail('reset')));
        services.mail.nudge();
      };
      return {
        afterSend: queueResetMail,
        body: { success: true, message: 'If that account exists, we have emailed it a link.' },
      };
    },
  }),
  route.post('/password/reset', {
    scope: null,
    ...sharedFields,
    summary: 'Set a new password with the emailed token; ends every session',
    body: resetBody,
    limits: [countInHandler('reset')],
    /** Also verifies the account because anyone who reads the email owns the address. */
    run: async (call, services) => {
      const { user: userId, token, password } = call.body;
      const { account, mailId } = await services.authentication.authenticateByLink(call, userId, token);
      const mail = { kind: 'reset', id: mailId } as const;
      const isVerified = account.verified || (await verifyAccount(services, userId, mail, call)) !== null;
      if (!isVerified) throw new Refusal('link-invalid', 'token');
      await resetPassword(services, userId, mailId, password, call.correlationId);
      return { body: { success: true, message: 'Your password was changed. You can log in with it now.' } };
    },
  }),
  route.post('/password/change', {
    scope: null,
    ...sharedFields,
    summary: 'Set a new password; ends every other session',
    body: changeBody,
    login: 'must-be-logged-in',
    limits: [countInHandler('password')],
    run: async (call, services) => {
      const account = await services.authentication.confirm(call, call.body.current_password, 'current_password');
      await changePassword(services, call, account, call.body.password);
      return { body: { success: true, message: 'Your password was changed.' } };
    },
  }),
]);
