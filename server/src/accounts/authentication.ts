import { Refusal } from '@guildhall/domain/refusals.js';
import { limits } from '@guildhall/domain/limits.js';
import { z } from 'zod';
import { requireUser, type Call } from '../http/operation.js';
import type { Services } from '../services.js';
import { addressOf } from '../http/rate-limits.js';
import { filled } from './registration.js';
import { spendCode } from './two-step.js';
import type { Account } from '../vault/vault.js';

export const credentials = z.object({
  email_or_username: filled.max(limits.email.max, { error: 'login-failed' }),
  password: filled.max(limits.password.max, { error: 'login-failed' }),
});

/** Of what asks who is logged in for his password once more. */
export const ownPassword = filled.max(limits.password.max, { error: 'password-wrong' });

/** A code of the app or one for recovery. */
export const twoStepCode = z.string({ error: 'two-step-wrong' }).max(64, { error: 'two-step-wrong' });

/** The account, after the right password. Wrong name and wrong password look and last the same. */
export async function authenticated(
  parts: Services,
  { ip, body }: Pick<Call<z.infer<typeof credentials>>, 'ip' | 'body'>,
): Promise<Account> {
  const [address, name] = [addressOf({ ip }), body.email_or_username.toLowerCase()];
  await parts.limits.take('login-address', address);
  await parts.limits.take('login', `${address} ${name}`);
  await parts.limits.take('login-name', name);
  const account = await parts.vault.accountByLogin(body.email_or_username);
  const matches = await parts.passwords.matches(account?.passwordHash ?? null, body.password);
  if (!account || !matches || parts.policy.isGone(account.id)) throw new Refusal('login-failed');
  return account;
}

/**
 * The account of who is logged in, after his password.
 * @throws Refusal must-be-logged-in, password-wrong; TooMany
 */
export async function confirmed(parts: Services, call: Call, password: string, field = 'password'): Promise<Account> {
  const userId = requireUser(call);
  await parts.limits.take('password', String(userId));
  const account = await parts.vault.account(userId);
  const matches = await parts.passwords.matches(account?.passwordHash ?? null, password);
  if (!account || !matches) throw new Refusal('password-wrong', field);
  return account;
}

/** As `confirmed`, and a code where the two-step login is on. @throws also Refusal two-step-required, two-step-wrong */
export async function confirmedTwice(
  parts: Services,
  call: Call,
  password: string,
  code: string | undefined,
): Promise<Account> {
  const account = await confirmed(parts, call, password);
  if (account.twoStep?.on) await spendCode(parts, account.id, code);
  return account;
}
