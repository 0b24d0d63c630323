import { Refusal } from '@guildhall/domain/refusals.js';
import { writeResponse, writeResponseWithId } from '@guildhall/domain/wire/schemas/write.js';
import { z } from 'zod';
import { ownPassword, twoStepCode } from '../accounts/authentication.js';
import { exportOf } from '../export/archive.js';
import { flag } from '../http/input.js';
import { mailLink, type MailLink } from '../mail/link-query.js';
import { isConfirmAddressToken } from '../mail/link-token.js';
import { adding, newMail, withoutKinds } from '../mail/new-mail.js';
import { commandContext, operation, requireUser, systemContext, type Call, type Operation } from '../http/operation.js';
import type { Result } from '../http/responses/result.js';
import type { Services } from '../services.js';
import { notifyOwner } from '../accounts/accounts.js';
import { email, username } from '../accounts/registration.js';
import { foldCase } from '../vault/account-record.js';

const leaving = z.object({ password: ownPassword, texts: flag.default(false), code: twoStepCode.optional() });
const renaming = z.object({ username, password: ownPassword });
const readdressing = z.object({ email, password: ownPassword });

export function accountRoutes(services: Services): Operation[] {
  return [
    operation({
      method: 'delete',
      path: '/account',
      tag: 'Account',
      summary: 'Erase the own account for ever, with or without its texts',
      body: leaving,
      response: writeResponseWithId,
      run: (call) => leave(services, call),
    }),
    operation({
      method: 'put',
      path: '/account/username',
      tag: 'Account',
      summary: 'Take another name; the former is free at once',
      body: renaming,
      response: writeResponse,
      run: (call) => rename(services, call),
    }),
    operation({
      method: 'get',
      path: '/account/export',
      tag: 'Account',
      summary: 'All that is kept of the own account, as one archive',
      response: { contentType: 'application/json' },
      run: (call) => exportAccount(services, call),
    }),
    ...addressRoutes(services),
  ];
}

function addressRoutes(services: Services): Operation[] {
  return [
    operation({
      method: 'put',
      path: '/account/email',
      tag: 'Account',
      summary: 'Ask for another e-mail address, which counts once a mail to it is answered',
      body: readdressing,
      response: writeResponse,
      run: (call) => readdress(services, call),
    }),
    operation({
      method: 'get',
      path: '/confirm-address',
      tag: 'Account',
      summary: 'The link of the mail: makes the new address count',
      query: mailLink,
      response: 'redirect',
      run: (call) => confirmAddress(services, call),
    }),
  ];
}

async function leave(
  services: Pick<Services, 'responses' | 'sessions' | 'authentication' | 'accountErasure'>,
  call: Call<z.infer<typeof leaving>>,
): Promise<Result> {
  const { password, texts, code } = call.body;
  const { id: userId } = await services.authentication.confirmTwice(call, password, code);
  const context = commandContext(`erase-user ${userId}`, call);
  const handled = await services.accountErasure.erase({ userId, texts }, call.actor, context);
  return { ...(await services.responses.written(handled, { id: userId })), cookie: services.sessions.noCookie };
}

async function rename(
  services: Pick<Services, 'responses' | 'vault' | 'directory' | 'authentication' | 'commands' | 'limits'>,
  call: Call<z.infer<typeof renaming>>,
): Promise<Result> {
  const { id: userId } = await services.authentication.confirm(call, call.body.password);
  await services.limits.take('change-account', String(userId));
  const outcome = await services.vault.changeAccount(userId, { username: call.body.username });
  if (outcome === 'username-taken') throw new Refusal('username-taken', 'username');
  const handled = await services.commands.account({ type: 'Change', userId }, commandContext('rename', call));
  await services.directory.refresh([userId]);
  return services.responses.written(handled);
}

/**
 * An address that belongs to another account, or is banned, gets the same response as any other; its owner gets a mail.
 */
async function readdress(
  services: Pick<Services, 'vault' | 'authentication' | 'bannedAddresses' | 'limits' | 'mail'>,
  call: Call<z.infer<typeof readdressing>>,
): Promise<Result> {
  const { password, email: address } = call.body;
  const { id: userId } = await services.authentication.confirm(call, password);
  await services.limits.take('change-account', String(userId));
  const owner = await services.vault.accountByLogin(address);
  const banned = await services.bannedAddresses.has(address);
  const afterwards = async () => {
    if (owner && owner.id !== userId) return notifyOwner(services, address);
    if (!owner && !banned) await services.vault.editAccount(userId, adding(newMail('confirm-address', address)));
    services.mail.nudge();
  };
  return {
    afterSend: afterwards,
    body: {
      success: true,
      message: 'We sent an e-mail to the new address. It counts once you follow its link.',
    },
  };
}

/** The link of the mail. Following it twice gives the same result: the mail is stored until its link expires. */
async function confirmAddress(
  services: Pick<Services, 'env' | 'vault' | 'policy' | 'directory' | 'commands' | 'mail'>,
  { correlationId, query }: Call<unknown, MailLink>,
): Promise<Result> {
  const { user: userId, mail, token } = query;
  const valid = isConfirmAddressToken(services.env.secret, userId, mail, token) && !services.policy.isGone(userId);
  if (!valid || !(await takeAddress(services, userId, mail))) return { redirect: '/verify?success=false' };
  await services.directory.refresh([userId]);
  services.mail.nudge();
  const context = systemContext('confirm-address', mail, correlationId);
  await services.commands.account({ type: 'Change', userId }, context);
  return { redirect: '/verify?success=true' };
}

/** @returns whether the address of the mail is now that of the account. */
async function takeAddress(services: Pick<Services, 'vault'>, userId: number, mailId: string): Promise<boolean> {
  let before = false;
  const outcome = await services.vault.editAccount(userId, (account) => {
    const now = new Date().toISOString();
    const mail = account.mails.find(({ id, kind }) => id === mailId && kind === 'confirm-address');
    if (!mail?.to || mail.expiresAt <= now) return null;
    before = foldCase(mail.to) === foldCase(account.email);
    if (before) return null;
    // Links to the former address are no longer valid; it is notified once.
    const mails = [...withoutKinds(account.mails, 'reset'), newMail('address-changed', account.email)];
    return { email: mail.to, mails };
  });
  return before || outcome === 'changed';
}

async function exportAccount(
  services: Pick<Services, 'vault' | 'policy' | 'limits' | 'views' | 'texts' | 'directory'>,
  call: Call,
): Promise<Result> {
  const userId = requireUser(call);
  await services.limits.take('export', String(userId));
  const account = await services.vault.account(userId);
  if (!account) throw new Refusal('not-found');
  const day = new Date().toISOString().slice(0, 10);
  return {
    cache: 'no-store',
    file: {
      name: `guildhall-${account.username}-${day}.json`,
      contentType: 'application/json; charset=utf-8',
      text: exportOf(services, account),
    },
  };
}
