import { Refusal } from '@guildhall/domain/refusals.js';
import { z } from 'zod';
import { writeAnswer, writeAnswerWithId } from '../answers/write.js';
import { confirmed, confirmedTwice, ownPassword, twoStepCode } from '../accounts/authentication.js';
import { exportOf } from '../export/archive.js';
import { flag } from '../http/input.js';
import { mailLink, type MailLink } from '../mail/link-query.js';
import { isConfirmAddressToken } from '../mail/link-token.js';
import { adding, newMail, withoutKinds } from '../mail/new-mail.js';
import { commandContext, operation, requireUser, systemContext, type Call, type Operation } from '../http/operation.js';
import type { Result } from '../http/result.js';
import type { Services } from '../services.js';
import { email, username } from '../accounts/registration.js';
import { foldCase } from '../vault/account-record.js';
import { tellOwner } from './registration.js';

const leaving = z.object({ password: ownPassword, texts: flag.default(false), code: twoStepCode.optional() });
const renaming = z.object({ username, password: ownPassword });
const readdressing = z.object({ email, password: ownPassword });

export function accountRoutes(parts: Services): Operation[] {
  return [
    operation({
      method: 'delete',
      path: '/account',
      tag: 'Account',
      summary: 'Erase the own account for ever, with or without its texts',
      body: leaving,
      answer: writeAnswerWithId,
      run: (call) => leave(parts, call),
    }),
    operation({
      method: 'put',
      path: '/account/username',
      tag: 'Account',
      summary: 'Take another name; the former is free at once',
      body: renaming,
      answer: writeAnswer,
      run: (call) => rename(parts, call),
    }),
    operation({
      method: 'get',
      path: '/account/export',
      tag: 'Account',
      summary: 'All that is kept of the own account, as one archive',
      answer: { contentType: 'application/json' },
      run: (call) => exportAccount(parts, call),
    }),
    ...addressRoutes(parts),
  ];
}

function addressRoutes(parts: Services): Operation[] {
  return [
    operation({
      method: 'put',
      path: '/account/email',
      tag: 'Account',
      summary: 'Ask for another e-mail address, which counts once a mail to it is answered',
      body: readdressing,
      answer: writeAnswer,
      run: (call) => readdress(parts, call),
    }),
    operation({
      method: 'get',
      path: '/confirm-address',
      tag: 'Account',
      summary: 'The link of the mail: makes the new address count',
      query: mailLink,
      answer: 'redirect',
      run: (call) => confirmAddress(parts, call),
    }),
  ];
}

async function leave(parts: Services, call: Call<z.infer<typeof leaving>>): Promise<Result> {
  const { password, texts, code } = call.body;
  const { id: userId } = await confirmedTwice(parts, call, password, code);
  const context = commandContext(`erase-user ${userId}`, call);
  const handled = await parts.accountErasure.erase({ userId, texts }, call.actor, context);
  return { ...(await parts.responses.written(handled, { id: userId })), cookie: parts.sessions.noCookie };
}

async function rename(parts: Services, call: Call<z.infer<typeof renaming>>): Promise<Result> {
  const { id: userId } = await confirmed(parts, call, call.body.password);
  await parts.limits.take('change-account', String(userId));
  const outcome = await parts.vault.changeAccount(userId, { username: call.body.username });
  if (outcome === 'username-taken') throw new Refusal('username-taken', 'username');
  const handled = await parts.commands.account({ type: 'Change', userId }, commandContext('rename', call));
  await parts.directory.refresh([userId]);
  return parts.responses.written(handled);
}

/** An address that is somebody else's, or banned, is answered like any other; its owner is told by a mail. */
async function readdress(parts: Services, call: Call<z.infer<typeof readdressing>>): Promise<Result> {
  const { password, email: address } = call.body;
  const { id: userId } = await confirmed(parts, call, password);
  await parts.limits.take('change-account', String(userId));
  const owner = await parts.vault.accountByLogin(address);
  const banned = await parts.bannedAddresses.has(address);
  const afterwards = async () => {
    if (owner && owner.id !== userId) return tellOwner(parts, address);
    if (!owner && !banned) await parts.vault.editAccount(userId, adding(newMail('confirm-address', address)));
    parts.mail.nudge();
  };
  return {
    afterwards,
    body: {
      success: true,
      message: 'We sent an e-mail to the new address. It counts once you follow its link.',
    },
  };
}

/** The link of the mail. Followed twice it says the same twice: the mail is kept until its link ends. */
async function confirmAddress(parts: Services, { correlationId, query }: Call<unknown, MailLink>): Promise<Result> {
  const { user: userId, mail, token } = query;
  const valid = isConfirmAddressToken(parts.env.secret, userId, mail, token) && !parts.policy.isGone(userId);
  if (!valid || !(await takeAddress(parts, userId, mail))) return { redirect: '/verify?success=false' };
  await parts.directory.refresh([userId]);
  parts.mail.nudge();
  const context = systemContext('confirm-address', mail, correlationId);
  await parts.commands.account({ type: 'Change', userId }, context);
  return { redirect: '/verify?success=true' };
}

/** @returns whether the address of the mail is now that of the account. */
async function takeAddress(parts: Services, userId: number, mailId: string): Promise<boolean> {
  let before = false;
  const outcome = await parts.vault.editAccount(userId, (account) => {
    const now = new Date().toISOString();
    const mail = account.mails.find(({ id, kind }) => id === mailId && kind === 'confirm-address');
    if (!mail?.to || mail.expiresAt <= now) return null;
    before = foldCase(mail.to) === foldCase(account.email);
    if (before) return null;
    // Links that went to the former address open nothing any more; it is told once.
    const mails = [...withoutKinds(account.mails, 'reset'), newMail('address-changed', account.email)];
    return { email: mail.to, mails };
  });
  return before || outcome === 'changed';
}

async function exportAccount(parts: Services, call: Call): Promise<Result> {
  const userId = requireUser(call);
  await parts.limits.take('export', String(userId));
  const account = await parts.vault.account(userId);
  if (!account) throw new Refusal('not-found');
  const day = new Date().toISOString().slice(0, 10);
  return {
    cache: 'no-store',
    file: {
      name: `guildhall-${account.username}-${day}.json`,
      contentType: 'application/json; charset=utf-8',
      text: exportOf(parts, account),
    },
  };
}
