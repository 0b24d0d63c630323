import { thingIdOf } from '@guildhall/domain/ids.js';
import { limits } from '@guildhall/domain/limits.js';
import { isAdmin } from '@guildhall/domain/permissions.js';
import { Refusal } from '@guildhall/domain/refusals.js';
import { adminRole, memberRole } from '@guildhall/domain/roles.js';
import type { Me, WriteAnswer } from '@guildhall/domain/wire/rest.js';
import { z } from 'zod';
import { loginAnswer, meAnswer } from '../answers/account.js';
import { writeAnswer } from '../answers/write.js';
import { id } from '../input.js';
import { isFirstAdminRequest } from '../first-admin.js';
import { hasAddress, newAccount, withoutAddress } from '../accounts.js';
import { newMail } from '../mail/new-mail.js';
import { commandContext, correlationIdOf, operation, systemContext, type Call, type Operation } from '../operation.js';
import type { Parts } from '../parts.js';
import { hashPassword, passwordMatches } from '../passwords.js';
import { filled, registration } from '../registration.js';
import { isVerifyToken } from '../mail/link-token.js';
import type { Account } from '../vault/vault.js';

const credentials = z.object({
  email_or_username: filled.max(limits.email.max, { error: 'login-failed' }),
  password: filled.max(limits.password.max, { error: 'login-failed' }),
});

const registered = 'Account created!';

/** Of a link: what does not fit is answered like a link that is too old. */
const verification = z.object({ user: id.catch(0), mail: z.string().catch(''), token: z.string().catch('') });

export function authRoutes(parts: Parts): Operation[] {
  return [
    operation({
      method: 'get',
      path: '/me',
      atRoot: true,
      tag: 'Account',
      summary: 'Who asks, with permissions; null for a guest',
      answer: meAnswer,
      run: (call) => me(parts, call),
    }),
    operation({
      method: 'post',
      path: '/login',
      atRoot: true,
      tag: 'Account',
      summary: 'Begin a session',
      body: credentials,
      answer: loginAnswer,
      run: (call) => login(parts, call),
    }),
    operation({
      method: 'post',
      path: '/logout',
      atRoot: true,
      tag: 'Account',
      summary: 'End the session',
      answer: writeAnswer,
      run: (call) => logout(parts, call),
    }),
    ...registrationRoutes(parts),
  ];
}

function registrationRoutes(parts: Parts): Operation[] {
  return [
    operation({
      method: 'post',
      path: '/register',
      atRoot: true,
      tag: 'Account',
      summary: 'Register; a mail asks to verify the address',
      body: registration,
      answer: writeAnswer,
      status: 201,
      run: (call) => register(parts, call),
    }),
    operation({
      method: 'post',
      path: '/resend-verification',
      tag: 'Account',
      summary: 'Send the mail that verifies the address again',
      body: credentials,
      answer: writeAnswer,
      run: (call) => resend(parts, call),
    }),
    operation({
      method: 'get',
      path: '/verify',
      tag: 'Account',
      summary: 'The link of the mail: verifies the address',
      query: verification,
      answer: 'redirect',
      run: (call) => verify(parts, call),
    }),
  ];
}

async function me(parts: Parts, { res, identity }: Call<unknown>): Promise<void> {
  const account = identity && (await parts.vault.account(identity.userId));
  res.set('cache-control', 'private, no-store').json({ user: account ? meOf(parts, account) : null });
}

function meOf(parts: Parts, account: Account): Me {
  const actor = parts.policy.actor(account.id);
  return {
    id: account.id,
    username: account.username,
    email: account.email,
    verified: account.verified,
    banned: false,
    is_admin: isAdmin(actor),
    role: isAdmin(actor) ? adminRole.name : memberRole.name,
    role_id: actor.roleId,
    permissions: [...actor.keys],
    avatar_url: account.avatar,
    created_at: account.createdAt,
    two_step: account.twoStep?.on ?? false,
  };
}

/**
 * The vault first (the name is taken or not), then the event. An address that is known answers like one that is not:
 * nobody learns from here who is registered.
 */
async function register(parts: Parts, call: Call<z.infer<typeof registration>>): Promise<void> {
  await parts.limits.take('register', call.req.ip ?? '');
  const { username, email, password } = call.body;
  // Guests have no id of their own: with the name, two of them do not meet in a weak key.
  const context = commandContext(`register ${username.toLowerCase()}`, call);
  const userId = thingIdOf(context.commandId);
  const account = newAccount(userId, username, email, await hashPassword(password));
  let created = await parts.vault.createAccount(account);
  if (created === 'email-taken') created = await parts.vault.createAccount(withoutAddress(account));
  if (created === 'username-taken') throw new Refusal('username-taken', 'username');
  await parts.commands.account({ type: 'Register', userId }, context);
  await parts.vault.changeAccount(userId, { registered: true });
  await parts.directory.refresh([userId]);
  parts.mail.nudge();
  // No list shows the account before it is verified: there is nothing to wait for.
  call.res.json({ success: true, message: registered } satisfies WriteAnswer);
}

async function login(parts: Parts, call: Call<z.infer<typeof credentials>>): Promise<void> {
  const account = await authenticated(parts, call);
  if (!account.verified) throw new Refusal('not-verified');
  await parts.sessions.begin(call.res, account.id, call.req.get('user-agent') ?? '');
  call.res.json({ success: true, user: meOf(parts, account) });
}

async function resend(parts: Parts, call: Call<z.infer<typeof credentials>>): Promise<void> {
  const account = await authenticated(parts, call);
  if (!account.verified && hasAddress(account)) {
    for (const mail of account.mails) await parts.vault.removeMail(account.id, mail.id);
    await parts.vault.addMail(account.id, newMail('verify'));
    parts.mail.nudge();
  }
  call.res.json({ success: true, message: 'We sent the e-mail again.' });
}

/** The account, after the right password. Wrong name and wrong password look and last the same. */
async function authenticated(parts: Parts, { req, body }: Call<z.infer<typeof credentials>>): Promise<Account> {
  await parts.limits.take('login', `${req.ip ?? ''} ${body.email_or_username.toLowerCase()}`);
  const account = await parts.vault.accountByLogin(body.email_or_username);
  const matches = await passwordMatches(account?.passwordHash ?? null, body.password);
  if (!account || !matches || parts.policy.isGone(account.id)) throw new Refusal('login-failed');
  return account;
}

async function logout(parts: Parts, call: Call<unknown>): Promise<void> {
  const { identity, res } = call;
  if (identity) {
    const { userId, sessionId } = identity;
    await parts.vault.endSession(sessionId);
    parts.sessions.forget(userId, sessionId);
    // The log tells the other servers, which close the sockets of the session.
    await parts.commands.account({ type: 'EndSessions', userId, sessionId }, commandContext('logout', call));
  }
  parts.sessions.clear(res);
  res.json({ success: true });
}

/** The link of the mail. Followed twice it says the same twice. */
async function verify(parts: Parts, { req, res, query }: Call<unknown, z.infer<typeof verification>>): Promise<void> {
  const { user: userId, mail, token } = query;
  const valid = isVerifyToken(parts.env.secret, userId, mail, token);
  const account = valid ? await parts.vault.account(userId) : null;
  const pending = account?.mails.find((it) => it.id === mail);
  const now = new Date().toISOString();
  if (!account || (!account.verified && !(pending && pending.expiresAt > now))) {
    return res.redirect('/verify?success=false');
  }
  const context = systemContext('verify', String(userId), correlationIdOf(req));
  const { position } = await parts.commands.account({ type: 'Verify', userId }, context);
  await parts.vault.changeAccount(userId, { verified: true });
  if (pending) await parts.vault.removeMail(userId, pending.id);
  if (isFirstAdminRequest(parts, req)) await parts.commands.staff({ type: 'ClaimAdmin', userId }, null, context);
  if (position) await parts.views.waitFor(position, 2_000);
  res.redirect('/verify?success=true');
}
