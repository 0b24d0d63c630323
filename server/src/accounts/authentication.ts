import { Refusal, refusals } from '@guildhall/domain/refusals.js';
import { limits } from '@guildhall/domain/limits.js';
import { z } from 'zod';
import { findMailOfResetToken } from '../mail/link-token.js';
import { findValidMail } from '../mail/new-mail.js';
import { requireUser, type RequestContext } from '../request/request-context.js';
import type { Policy } from '../policy/policy.js';
import type { Env } from '../process/env.js';
import { normalizeAddress, RateLimitExceeded, type Limits } from '../request/rate-limits.js';
import type { KnownCallers } from './login/known-callers.js';
import type { PasswordMatch, Passwords } from './passwords.js';
import { createPasswordSchema, requiredString } from './registration.js';
import { redeemCode } from './two-step.js';
import { foldLogin } from '../vault/account/account-record.js';
import type { Account } from '../vault/account/account.js';
import type { Vault } from '../vault/vault.js';

export const credentials = z.object({
  email_or_username: requiredString.max(limits.email.max, { error: 'login-failed' }),
  password: createPasswordSchema('login-failed'),
});

export const ownPassword = createPasswordSchema('password-wrong');

export const twoStepCode = z.string({ error: 'two-step-wrong' }).max(64, { error: 'two-step-wrong' });

/** Shown for every email address, registered or not. It helps members whose address is still unverified. */
const addressRefusal = `${refusals['login-failed'][1]} Until your address is verified, log in with your username.`;

interface Dependencies {
  env: Env;
  vault: Vault;
  policy: Policy;
  passwords: Passwords;
  limits: Limits;
  knownCallers: KnownCallers;
}

export class Authentication {
  constructor(private readonly services: Dependencies) {}

  /**
   * A wrong name and a wrong password are indistinguishable, even by response time. Members can log in with an email
   * address only once it is verified. Otherwise, a login right after a registration would reveal whether the address
   * was already registered.
   */
  async authenticate(
    call: Pick<RequestContext, 'ip' | 'header'> & { body: z.infer<typeof credentials> },
  ): Promise<Account> {
    const { limits: rateLimits, vault, passwords, policy } = this.services;
    const { ip, body } = call;
    const [address, name] = [normalizeAddress({ ip }), foldLogin(body.email_or_username)];
    await rateLimits.take('login-address', address);
    await rateLimits.take('login', `${address} ${name}`);
    const accountByName = await vault.findAccountByLogin(body.email_or_username);
    const isAddress = name.includes('@');
    const account = accountByName && isAddress && !accountByName.verified ? null : accountByName;
    await this.takeName(call, account, name);
    const match = await passwords.matches(account?.passwordHash ?? null, body.password);
    if (account && match && !policy.isGone(account.id)) return this.rehashNormalized(account, match, body.password);
    throw new Refusal('login-failed', undefined, isAddress ? addressRefusal : undefined);
  }

  /** Counts known browsers and addresses separately so that strangers cannot lock members out. */
  private async takeName(
    call: Pick<RequestContext, 'ip' | 'header'>,
    account: Account | null,
    name: string,
  ): Promise<void> {
    const { limits: rateLimits, knownCallers } = this.services;
    const mark = account && knownCallers.findMark(call, account, name);
    if (account && mark !== null) return rateLimits.take('login-known', `${account.id} ${mark}`);
    await rateLimits.take('login-name', name).catch((error: unknown) => {
      throw error instanceof RateLimitExceeded && !name.includes('@')
        ? new RateLimitExceeded(error.retryAfterSeconds, 'name-locked')
        : error;
    });
  }

  async authenticateByLink(
    call: Pick<RequestContext, 'ip'>,
    userId: number,
    token: string,
  ): Promise<{ account: Account; mailId: string }> {
    const { env, limits: rateLimits, vault, policy } = this.services;
    await rateLimits.take('reset', normalizeAddress(call));
    const mailId = findMailOfResetToken(env.secret, userId, token);
    const account = mailId && !policy.isGone(userId) ? await vault.findAccount(userId) : null;
    if (!mailId || !account || !findValidMail(account, 'reset', mailId)) throw new Refusal('link-invalid', 'token');
    return { account, mailId };
  }

  async confirm(call: RequestContext, password: string, field = 'password'): Promise<Account> {
    const userId = requireUser(call);
    await this.services.limits.take('password', String(userId));
    const account = await this.services.vault.findAccount(userId);
    const match = await this.services.passwords.matches(account?.passwordHash ?? null, password);
    if (!account || !match) throw new Refusal('password-wrong', field);
    return this.rehashNormalized(account, match, password);
  }

  private async rehashNormalized(account: Account, match: PasswordMatch, password: string): Promise<Account> {
    if (match !== 'as-typed') return account;
    const { passwords, vault } = this.services;
    const passwordHash = await passwords.hash(password).catch(() => account.passwordHash);
    const outcome = await vault.editAccount(account.id, (storedAccount) =>
      storedAccount.passwordHash === account.passwordHash ? { passwordHash } : null,
    );
    return outcome === 'changed' ? { ...account, passwordHash } : account;
  }

  async confirmChange(call: RequestContext, password: string): Promise<Account> {
    const account = await this.confirm(call, password);
    await this.services.limits.take('change-account', String(account.id));
    return account;
  }

  async confirmTwice(call: RequestContext, password: string, code: string | undefined): Promise<Account> {
    const account = await this.confirm(call, password);
    if (account.twoStep?.on) await this.spendCode(account.id, code);
    return account;
  }

  spendCode(userId: number, code: string | undefined): Promise<void> {
    return redeemCode(this.services, userId, code);
  }
}
