import { writeResponse, writeResponseWithId } from '@guildhall/domain/wire/schemas/write.js';
import { z } from 'zod';
import { ownPassword, twoStepCode } from '../accounts/authentication.js';
import { flag } from '../request/input.js';
import { mailLink } from '../mail/link-query.js';
import { isLinkToken } from '../mail/link-token.js';
import { addMail, createAccountMail } from '../mail/new-mail.js';
import { route, tagRoutes } from './operation.js';
import { countInHandler, limitPerAddress, limitPerMember } from '../http/operation-limits.js';
import { renameAccount, confirmNewAddress } from '../accounts/account-lifecycle.js';
import { notifyOwner } from '../accounts/accounts.js';
import { email, username } from '../accounts/registration.js';
import { toCommandContext, requireUser } from '../request/request-context.js';
import { getActivePause } from '../vault/account/account-record.js';
import { createSystemContext } from '../commands/command-context.js';
import { Refusal } from '@guildhall/domain/refusals.js';

const deletionBody = z.object({
  password: ownPassword,
  texts: flag.default(false).describe('Whether to erase your threads, replies and wall posts too'),
  code: twoStepCode.optional().describe('Required if two-step login is on'),
});
const renameBody = z.object({ username, password: ownPassword });
const addressBody = z.object({ email, password: ownPassword });

const archiveSchema = {
  format: 'binary',
  description:
    'Contains `account.json`, an object with `exported_at`, the object `account` and a list for each kind of item, such as ' +
    '`threads` and `replies`; and the files that you uploaded',
};

export const accountRoutes = tagRoutes('Account', [
  route.delete('/account', {
    scope: null,
    summary: 'Erase your own account permanently, with or without what you wrote',
    body: deletionBody,
    response: writeResponseWithId,
    login: 'must-be-logged-in',
    limits: [countInHandler('password'), countInHandler('code')],
    run: async (call, services) => {
      const { password, texts, code } = call.body;
      const { id: userId } = await services.authentication.confirmTwice(call, password, code);
      const context = toCommandContext(`erase-user ${userId}`, call);
      const commandResult = await services.accountErasure.erase({ userId, texts }, call.actor, context);
      return {
        ...(await services.responses.respondToWrite(commandResult, { id: userId })),
        cookies: [services.sessions.noCookie],
      };
    },
  }),
  route.put('/account/username', {
    scope: null,
    summary: 'Change your username; the old one becomes available immediately',
    body: renameBody,
    response: writeResponse,
    login: 'must-be-logged-in',
    limits: [countInHandler('password'), countInHandler('change-account')],
    run: async (call, services) => {
      const { id: userId } = await services.authentication.confirmChange(call, call.body.password);
      const context = toCommandContext('rename', call);
      return services.responses.respondToWrite(await renameAccount(services, userId, call.body.username, context));
    },
  }),
  route.put('/account/email', {
    scope: null,
    summary: 'Request a new email address; it takes effect once its link is followed',
    body: addressBody,
    response: writeResponse,
    login: 'must-be-logged-in',
    keyless: true,
    limits: [countInHandler('password'), countInHandler('change-account')],
    /** Responds in the same way if the address is banned or belongs to another account. */
    run: async (call, services) => {
      const { password, email: address } = call.body;
      const { id: userId } = await services.authentication.confirmChange(call, password);
      const owner = await services.vault.findAccountByLogin(address);
      const isBanned = await services.bannedAddresses.has(address);
      const notifyAndScrub = async () => {
        if (owner && owner.id !== userId) return notifyOwner(services, address);
        if (!owner && !isBanned)
          await services.vault.editAccount(userId, addMail(createAccountMail('confirm-address', address)));
        services.mail.nudge();
      };
      return {
        afterSend: notifyAndScrub,
        body: {
          success: true,
          message: 'We sent an email to the new address. Follow its link to confirm the change.',
        },
      };
    },
  }),
  route.post('/account/email/confirm', {
    scope: null,
    summary: 'Send a link to your address that resumes emails, after a mail server has refused it',
    response: writeResponse,
    login: 'must-be-logged-in',
    keyless: true,
    limits: [limitPerMember('change-account')],
    run: async (call, { vault, mail }) => {
      await vault.editAccount(requireUser(call), (account) =>
        getActivePause(account) ? addMail(createAccountMail('confirm-address', account.email))(account) : null,
      );
      mail.nudge();
      return { body: { success: true, message: 'We sent you an email. Follow its link to receive emails again.' } };
    },
  }),
  route.get('/confirm-address', {
    scope: null,
    summary: 'Follow an emailed link to confirm the new address',
    query: mailLink,
    response: 'redirect',
    limits: [limitPerAddress('link')],
    run: async ({ correlationId, query }, services) => {
      const { user: userId, mail, token } = query;
      const isValid =
        isLinkToken('confirm-address', services.env.secret, userId, mail, token) && !services.policy.isGone(userId);
      if (!isValid || !(await confirmNewAddress(services, userId, mail))) return { redirect: '/verify?success=false' };
      services.mail.nudge();
      const context = createSystemContext('confirm-address', mail, correlationId);
      await services.commands.account({ type: 'Change', userId }, context);
      return { redirect: '/verify?success=true' };
    },
  }),
  route.get('/account/export', {
    scope: null,
    summary: 'Everything stored about your own account, as a ZIP archive with your files',
    response: { contentType: 'application/zip', schema: archiveSchema },
    login: 'must-be-logged-in',
    limits: [limitPerMember('export')],
    run: async (call, services) => {
      const account = await services.vault.findAccount(requireUser(call));
      if (!account) throw new Refusal('not-found');
      // The export is loaded on demand because it is large and rarely needed.
      const { buildArchive } = await import('../export/archive.js');
      const day = new Date().toISOString().slice(0, 10);
      return {
        cache: 'no-store',
        file: {
          name: `guildhall-${account.username}-${day}.zip`,
          contentType: 'application/zip',
          content: buildArchive(services, account),
        },
      };
    },
  }),
]);
