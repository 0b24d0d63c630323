import { Refusal } from '@guildhall/domain/refusals.js';
import { parse as parseCookies } from 'cookie';
import type { Commands } from '../commands/commands.js';
import type { CommandContext } from '../commands/handle.js';
import type { RequestContext } from '../request/request-context.js';
import { getCookieOptions, pendingCookieName, type ResponseCookie } from '../request/sessions.js';
import {
  addMail,
  createAccountMail,
  createProofMail,
  isBeingVerified,
  withoutKinds,
  type ProofKind,
} from '../mail/new-mail.js';
import type { Policy } from '../policy/policy.js';
import type { Env } from '../process/env.js';
import { areEqualSecrets, deriveSecret, hashHmac } from '../process/secrets.js';
import type { Directory } from '../read-models/members/directory.js';
import { foldLogin, noAddress } from '../vault/account/account-record.js';
import type { Account, AccountEdited } from '../vault/account/account.js';
import type { Vault } from '../vault/vault.js';
import type { BannedAddresses } from './banned-addresses.js';

interface Dependencies {
  env: Env;
  vault: Vault;
  policy: Policy;
  bannedAddresses: BannedAddresses;
  commands: Commands;
  directory: Directory;
}

const lifetimeMs = 3_600_000;
const maxEarlierResets = 2;

/**
 * With the cookie `<user>.<end>.<mac>`, a browser can complete a registration within an hour. It gets the cookie when
 * it registers, and when it later logs in with the right password before the address is verified.
 */
export class PendingRegistrations {
  constructor(private readonly services: Dependencies) {}

  createCookie(userId: number, passwordHash: string, now = Date.now()): ResponseCookie {
    const payload = `${userId}.${now + lifetimeMs}`;
    const value = `${payload}.${this.computeMac(payload, passwordHash)}`;
    return { name: pendingCookieName, value, options: getCookieOptions(this.services.env, lifetimeMs) };
  }

  get noCookie(): ResponseCookie {
    return { name: pendingCookieName, value: null, options: getCookieOptions(this.services.env) };
  }

  isFrom({ header }: Pick<RequestContext, 'header'>, { id, passwordHash }: Account, now = Date.now()): boolean {
    const { payload, userId, end, mac } = parseCookie(header('cookie'));
    return userId === id && end > now && areEqualSecrets(mac, this.computeMac(payload, passwordHash));
  }

  async require(call: Pick<RequestContext, 'header'>): Promise<Account> {
    const { userId } = parseCookie(call.header('cookie'));
    const account =
      userId > 0 && !this.services.policy.isGone(userId) ? await this.services.vault.findAccount(userId) : null;
    if (!account || account.verified || !this.isFrom(call, account)) throw new Refusal('registration-over');
    return account;
  }

  async sendAgain(userId: number): Promise<void> {
    await this.services.vault.editAccount(userId, (account) =>
      isCompleted(account) ? null : addMail(createAccountMail('verify'))(account),
    );
  }

  /** Removes the address if another account has it. @returns whether it was taken. @throws Refusal registration-over */
  async correctAddress(
    userId: number,
    email: string,
    context: CommandContext,
    mail: ProofKind = 'verify',
  ): Promise<{ emailTaken: boolean }> {
    const { bannedAddresses, commands, directory } = this.services;
    let outcome = await this.setAddress(userId, (await bannedAddresses.has(email)) ? null : email, mail);
    const emailTaken = outcome === 'email-taken';
    if (emailTaken) outcome = await this.setAddress(userId, null, mail);
    if (outcome !== 'changed') throw new Refusal('registration-over');
    await commands.account({ type: 'Change', userId }, context);
    await directory.refresh([userId]);
    return { emailTaken };
  }

  private setAddress(userId: number, email: string | null, mail: ProofKind): Promise<AccountEdited> {
    return this.services.vault.editAccount(userId, (account) => {
      if (isCompleted(account)) return null;
      const address = email ?? `${userId}${noAddress}`;
      const otherMails = withoutKinds(account.mails, 'verify', 'reset', 'confirm-address');
      // If a game server repeats a registration, the links that were already sent to the address still work.
      const isSame = foldLogin(address) === foldLogin(account.email);
      const resets = isSame ? account.mails.filter(({ kind }) => kind === 'reset').slice(-maxEarlierResets) : [];
      return { email: address, mails: [...otherMails, ...resets, createProofMail(mail)] };
    });
  }

  private computeMac(payload: string, passwordHash: string): string {
    return hashHmac(deriveSecret(this.services.env.secret, 'pending-registration'), `${payload}.${passwordHash}`);
  }
}

/** Also true while the address is being verified. Otherwise, a new address could be mistaken for the verified one. */
const isCompleted = (account: Account): boolean => account.verified || isBeingVerified(account);

function parseCookie(cookieHeader: string | undefined) {
  const token = parseCookies(cookieHeader ?? '')[pendingCookieName] ?? '';
  const [, payload = '', user = '0', end = '0', mac = ''] = /^((\d{1,16})\.(\d{1,16}))\.([\w-]{43})$/.exec(token) ?? [];
  return { payload, userId: Number(user), end: Number(end), mac };
}
